/** Text of a bounded length, never cut inside a character. What was cut ends with an ellipsis, which counts. */

import { sanitizeForDisplay, sanitizeLine } from './display.js'

const ELLIPSIS = '…'
const ELLIPSIS_BYTES = 3

/** At most so many characters, as JavaScript counts them. */
export function cutCharacters(text: string, most: number): string {
  if (text.length <= most) return text
  return most < 1 ? '' : beginning(text, most) + ELLIPSIS
}

/** At most so many bytes of UTF-8. */
export function cutBytes(text: string, most: number): string {
  const encoder = new TextEncoder()
  if (encoder.encode(text).length <= most) return text
  if (most < ELLIPSIS_BYTES) return ''
  const { read } = encoder.encodeInto(text, new Uint8Array(most - ELLIPSIS_BYTES))
  return text.slice(0, read) + ELLIPSIS
}

/** One line of at most so many characters, fit to be shown. However long the text is, no more than that is looked at. */
export function boundedLine(text: string, most: number): string {
  if (text.length <= most) return sanitizeLine(text)
  return most < 1 ? '' : sanitizeLine(beginning(text, most)) + ELLIPSIS
}

/** One line of at most so many bytes, fit to be shown. */
export function lineWithin(text: string, bytes: number): string {
  return cutBytes(sanitizeLine(text), bytes)
}

/** Several lines of at most so many bytes in all, fit to be shown. */
export function linesWithin(text: string, bytes: number): string {
  return cutBytes(sanitizeForDisplay(text), bytes)
}

/** What leaves room for the ellipsis. */
function beginning(text: string, most: number): string {
  const end = most - 1
  const isInside = /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return text.slice(0, isInside ? end - 1 : end)
}
