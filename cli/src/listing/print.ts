/** Writes to a stream and waits until it has gone: what is long must not pile up, and a reader who left is no error. */

import type { Writable } from 'node:stream'
import { codeOf } from '../error-code.js'

export function print(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, error => {
      if (error == null || codeOf(error) === 'EPIPE') resolve()
      else reject(error)
    })
  })
}
