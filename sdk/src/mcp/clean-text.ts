/** Text of a server made safe to show: no control sequences, no direction tricks, a bounded length. */

import { printable } from '../protocol/index.js'

// ESC and its 8-bit forms, with everything up to the end of the sequence they begin, or of the line: nobody can
// swallow what stands below.
const SEQUENCES = new RegExp(
  [
    '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c\\n]*(?:\\u0007|\\u001b\\\\|\\u009c)?',
    '(?:\\u001b\\[|\\u009b)[\\u0030-\\u003f]*[\\u0020-\\u002f]*[\\u0040-\\u007e]?',
    '\\u001b[\\u0020-\\u002f]*[\\u0030-\\u007e]?',
  ].join('|'),
  'g',
)

const encoder = new TextEncoder()

/** Several lines of at most `bytes` bytes. */
export function cleanLines(text: string, bytes: number): string {
  return cut(printable(text.replace(SEQUENCES, '·'), Number.POSITIVE_INFINITY, 'lines'), bytes)
}

/** One line of at most `bytes` bytes. */
export function cleanLine(text: string, bytes: number): string {
  return cut(printable(text.replace(SEQUENCES, '·'), Number.POSITIVE_INFINITY), bytes)
}

const ELLIPSIS = '…'

function cut(text: string, bytes: number): string {
  if (encoder.encode(text).length <= bytes) return text
  const room = bytes - encoder.encode(ELLIPSIS).length
  const { read } = encoder.encodeInto(text, new Uint8Array(room))
  return text.slice(0, read) + ELLIPSIS
}
