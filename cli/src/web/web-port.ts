/** A port for a page that comes back: of those that the system gives to whoever asks for any, it may be another's by then. */

import { randomInt } from 'node:crypto'
import { codeOf } from '../error-code.js'

// Below those that systems give away, and below those that clusters keep for themselves.
const FIRST_PORT = 20_000
const PORTS = 10_000
const MOST_TRIES = 8
// Another program has it, or the system keeps it.
const NOT_TO_BE_HAD = new Set(['EADDRINUSE', 'EACCES'])

/** Opens on one of ours, and where several are not to be had on whichever the system gives. */
export async function openAnywhere<Opened>(open: (port: number) => Promise<Opened>): Promise<Opened> {
  for (let tries = 0; tries < MOST_TRIES; tries++)
    try {
      return await open(randomInt(FIRST_PORT, FIRST_PORT + PORTS))
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  return open(0)
}

/** Told by the system, or by whoever put it into words. */
function isTaken(error: unknown): boolean {
  const told = error instanceof Error ? [error, error.cause] : []
  return told.some(each => NOT_TO_BE_HAD.has(codeOf(each) ?? ''))
}
