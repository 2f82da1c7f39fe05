// The documents in a folder.
import fs from 'node:fs'
import { badFile } from '../record/fault.js'
import { compareText } from '../record/order.js'
import type { Folder } from '../registry/ports.js'
import { codeOf, inputFault } from './errno.js'

const ENDING = /\.(md|markdown|txt)$/i
/** A file with a NUL byte among its first ones is no text. */
const LOOK = 8192

type Found = { -readonly [K in keyof Folder]: K extends 'documents' ? string[] : number }

/**
 * The documents under a folder, in code-point order of their paths, which begin with `path` as it is given (`.` is left away);
 * undefined when `path` is no folder. Hidden files and folders, binary files and those with another ending are left out and
 * counted. Links to files are followed; links to folders are not, they may lead in circles: these are counted, as are
 * links to nothing. Throws a `Fault` for a folder or file that cannot be read: exit 3, or 5 for the disk.
 */
export function listFolder(path: string): Folder | undefined {
  try {
    if (path === '-' || fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  } catch (error) {
    throw inputFault(path, error)
  }
  const found: Found = { documents: [], hidden: 0, binary: 0, other: 0, links: 0 }
  const base = path.replace(/\/+$/, '')
  walk(path, base === '.' ? '' : `${base}/`, found)
  found.documents.sort(compareText)
  return found
}

function walk(folder: string, prefix: string, found: Found): void {
  for (const entry of attempt(folder, () => fs.readdirSync(folder, { withFileTypes: true }))) {
    const path = `${prefix}${entry.name}`
    if (entry.name.startsWith('.')) found.hidden++
    else if (entry.isDirectory()) walk(path, `${path}/`, found)
    else if (entry.isSymbolicLink() && !leadsToFile(path)) found.links++
    else if (!ENDING.test(entry.name) || !(entry.isFile() || entry.isSymbolicLink())) found.other++
    else if (attempt(path, () => isBinary(path))) found.binary++
    else found.documents.push(path)
  }
}

function attempt<T>(path: string, look: () => T): T {
  try {
    return look()
  } catch (error) {
    // What the folder lists but does not have was misread.
    if (codeOf(error) === 'ENOENT' && path.includes('\ufffd')) throw badFile(path, 'its name is not UTF-8')
    throw inputFault(path, error)
  }
}

function leadsToFile(link: string): boolean {
  try {
    return fs.statSync(link, { throwIfNoEntry: false })?.isFile() === true
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return false
    throw inputFault(link, error)
  }
}

function isBinary(path: string): boolean {
  const fd = fs.openSync(path, 'r')
  try {
    const head = Buffer.alloc(LOOK)
    return head.subarray(0, fs.readSync(fd, head, 0, LOOK, 0)).includes(0)
  } finally {
    fs.closeSync(fd)
  }
}
