/** A program for Node that the reference agent runs itself, because its client lends no terminal. */

import { execFile } from 'node:child_process'

/** What it printed; a turn that is cancelled ends it. */
export function runNode(
  args: readonly string[],
  place: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, place, (error, output) => {
      if (error?.name === 'AbortError') reject(error)
      else resolve(output)
    })
  })
}
