// Waiting for the other end of a pipe that is not ready. Short steps first: it may be busy for microseconds only.

const cell = new Int32Array(new SharedArrayBuffer(4))
const FIRST = 0.05
const LAST = 10
const GROWTH = 1.25
const SPINS = 8

function step(attempt: number): number {
  return Math.min(FIRST * GROWTH ** attempt, LAST)
}

/** Blocks the thread for 0.05 ms at attempt 0, up to 10 ms later. */
export function nap(attempt: number): void {
  Atomics.wait(cell, 0, 0, step(attempt))
}

/** Not at all at first, then like `nap`; from 1 ms on the event loop runs meanwhile, so that signals are heard. */
export function idle(attempt: number): void | Promise<void> {
  // A busy writer fills its pipe again in less time than the shortest sleep takes.
  if (attempt < SPINS) return
  const milliseconds = step(attempt - SPINS)
  if (milliseconds < 1) nap(attempt - SPINS)
  else return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** One turn of the event loop, in which signals and timers are served. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
