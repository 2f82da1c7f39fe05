// The documents in a folder.
import fs from 'node:fs'
import { compareText } from '../record/order.js'
import type { Folder } from '../registry/ports.js'
import { inputFault } from './errno.js'

const ENDING = /\.(md|markdown|txt)$/i
/** A file with a NUL byte among its first ones is no text. */
const LOOK = 8192

/**
 * The documents under a folder, in code-point order of their paths; undefined when the path is none. Hidden files and folders,
 * binary files and those with another ending are left out and counted. Links to folders are not followed: they may lead in
 * circles. Throws a `Fault` for a folder that cannot be read.
 */
export function listFolder(path: string): Folder | undefined {
  try {
    if (path === '-' || fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  } catch (error) {
    throw inputFault(path, error)
  }
  const found = { documents: [] as string[], hidden: 0, binary: 0, other: 0 }
  const base = path.replace(/\/+$/, '')
  walk(path, base === '.' ? '' : `${base}/`, found)
  found.documents.sort(compareText)
  return found
}

function walk(
  folder: string,
  prefix: string,
  found: { documents: string[]; hidden: number; binary: number; other: number },
): void {
  let entries: fs.Dirent[]
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw inputFault(folder, error)
  }
  for (const entry of entries) {
    const path = `${prefix}${entry.name}`
    if (entry.name.startsWith('.')) found.hidden++
    else if (entry.isDirectory()) walk(path, `${path}/`, found)
    else if (!ENDING.test(entry.name) || !isFile(path)) found.other++
    else if (isBinary(path)) found.binary++
    else found.documents.push(path)
  }
}

/** A file, or a link to one. */
const isFile = (path: string): boolean => fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true

function isBinary(path: string): boolean {
  try {
    const fd = fs.openSync(path, 'r')
    try {
      const head = Buffer.alloc(LOOK)
      return head.subarray(0, fs.readSync(fd, head, 0, LOOK, 0)).includes(0)
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    throw inputFault(path, error)
  }
}
