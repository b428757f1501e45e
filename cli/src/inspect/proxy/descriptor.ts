/**
 * Closes a standard descriptor for good: Node keeps those open, and then whoever is at the other end waits for ever. Not
 * while a thread begins: what it opens in between would get the number, and Node aborts when that is closed.
 */

import { closeSync, openSync } from 'node:fs'

export function closeDescriptor(descriptor: 0 | 1 | 2): void {
  try {
    closeSync(descriptor)
    // The next file that is opened would take its number, and be taken for it.
    openSync(process.platform === 'win32' ? '\\\\.\\nul' : '/dev/null', descriptor === 0 ? 'r' : 'w')
  } catch {
    // It was closed before.
  }
}
