/** Text into a value, refusing what is too deep or too crowded before a parser has to build it. */

import { Malformed } from './channel.js'
import type { Limits } from './limits.js'

// Beyond this the pattern is faster than plain searches, which stop at every backslash.
const LONG_CHARACTERS = 64 * 1024
const PROTO = /__proto__|\\u00[4-7]/

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Parses one message that has already passed the size limit. Never throws. */
export function decode(text: string, limits: Limits): unknown {
  if (mayExceed(text, limits)) {
    const excess = findExcess(text, limits)
    if (excess !== undefined) return excess
  }
  try {
    const value: unknown = JSON.parse(text)
    return mayNameProto(text) ? withoutProto(value) : value
  } catch {
    return new Malformed('parse_error', 'the text is not valid JSON')
  }
}

/** A cheap no for nearly every message: a level takes a bracket and its end, an item at least its comma or its bracket. */
function mayExceed(text: string, limits: Limits): boolean {
  if (text.length <= Math.min(2 * limits.depth, limits.items)) return false
  return (
    text.length > limits.items ||
    countsBeyond(text, '{', limits.depth) ||
    countsBeyond(text, '[', limits.depth)
  )
}

function countsBeyond(text: string, bracket: string, most: number): boolean {
  let count = 0
  for (let index = text.indexOf(bracket); index >= 0; index = text.indexOf(bracket, index + 1))
    if (++count > most / 2) return true
  return false
}

/** One pass over the text that jumps across strings; it need not be exact on text that will not parse anyway. */
function findExcess(text: string, limits: Limits): Malformed | undefined {
  let depth = 0
  let items = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfString(text, index)
      if (index < 0) return undefined
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      items++
      if (++depth > limits.depth)
        return new Malformed('too_deep', `nested deeper than ${limits.depth} levels`)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
    else if (code === COMMA && ++items > limits.items)
      return new Malformed('too_large', `more than ${limits.items} keys and items`)
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

// An own `__proto__` is harmless here and turns into a prototype in the first careless copy further on.
// A key can hide it behind escapes, which a message written by any ordinary serializer has no reason to hold.
function mayNameProto(text: string): boolean {
  if (text.length > LONG_CHARACTERS) return PROTO.test(text)
  if (text.includes('__proto__')) return true
  // Code is full of backslashes, at each of which a search for the whole escape stops; zeros in a row are rare in it.
  return text.includes('00') && text.includes('\\u00') && PROTO.test(text)
}

function withoutProto(value: unknown): unknown {
  const pending: unknown[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) Reflect.deleteProperty(next, '__proto__')
    for (const child of Object.values(next))
      if (typeof child === 'object' && child !== null) pending.push(child)
  }
  return value
}
