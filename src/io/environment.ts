// What the process was given, so that no other room touches `process`.
import fs from 'node:fs'

export function env(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** Whether the descriptor is a terminal: a character device other than /dev/null. */
export function isTerminal(fd: 0 | 1 | 2): boolean {
  // node:tty would say it exactly, but loading it costs as much as a small file through the whole program; on this
  // depend only the progress bar and whether output is gathered.
  const stat = fs.fstatSync(fd)
  return stat.isCharacterDevice() && stat.rdev !== fs.statSync('/dev/null', { throwIfNoEntry: false })?.rdev
}

/** The folder for temporary files, as node:os finds it; loading that room for it would cost every start. */
export function temporaryFolder(): string {
  const { TMPDIR, TMP, TEMP } = process.env
  const named = TMPDIR || TMP || TEMP
  if (named) return named.length > 1 ? named.replace(/[/\\]$/, '') : named
  return process.platform === 'win32' ? `${process.env.SystemRoot ?? process.env.windir}\\temp` : '/tmp'
}
