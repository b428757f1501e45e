/** How the other process ended, and what it said last. */

import type { ChildProcess } from 'node:child_process'

const MOST_KEPT = 8 * 1024
/** How long one that closed its line may take to be gone. */
export const DYING_MILLISECONDS = 500

/** In a word or two: its exit code, a signal, why it could not be started. */
export function endOf(child: ChildProcess): Promise<string> {
  return new Promise(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal))
  })
}

export function lastWords({ stderr }: ChildProcess): () => string {
  let kept = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept = (kept + text).slice(-MOST_KEPT)
  })
  stderr?.on('error', () => {})
  return () => kept
}
