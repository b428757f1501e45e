/** The body of a short answer, gathered up to a bound. */

import type { Readable } from 'node:stream'

/** Calls back once with the text, or with nothing when it was longer than so many bytes. */
export function gather(body: Readable, mostBytes: number, done: (text: string | undefined) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
    else {
      done(undefined)
      body.destroy()
    }
  })
  body.on('end', () => done(bytes === 0 ? '' : Buffer.concat(chunks).toString()))
}
