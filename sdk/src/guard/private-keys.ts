/** Private keys in their armour: many lines between a beginning and an end, either of which may be missing. */

import type { StandIn } from './known-secrets.js'

const BEGINNING = '-----BEGIN '
const HEAD = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
/** Everything that may stand inside, line breaks also as JSON writes them or as a log marks them. */
const INSIDE = /[\w+/=\s\\:,.()·…-]*/y
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
const INSIDE_FROM_START = /^[\w+/=\s\\:,.()·…-]*$/

/** The text with every private key replaced. */
export function replacePrivateKeys(text: string, standIn: StandIn): string {
  let shown = ''
  let from = 0
  for (let at = text.indexOf(BEGINNING); at >= 0; at = text.indexOf(BEGINNING, Math.max(from, at + 1))) {
    const end = endOfKey(text, at)
    if (end === undefined) continue
    shown += text.slice(from, at) + standIn(text.slice(at, end))
    from = end
  }
  return shown + text.slice(from)
}

/** The same for the end of a longer text, which may begin inside a key. */
export function replaceCutKey(text: string, standIn: StandIn): string {
  const end = END.exec(text)
  if (end === null || !INSIDE_FROM_START.test(text.slice(0, end.index))) return text
  const rest = end.index + end[0].length
  return standIn(text.slice(0, rest)) + text.slice(rest)
}

/** The place itself, or where the key begins that it would cut in two. */
export function startOfKeyBefore(text: string, place: number): number {
  const before = text.slice(0, place)
  const at = before.lastIndexOf(BEGINNING)
  if (at < 0 || END.test(before.slice(at))) return place
  HEAD.lastIndex = at
  return HEAD.test(before) ? at : place
}

/** Of a text that goes on inside a key: how much of it is still the key. */
export function endOfKeyIn(text: string): number {
  INSIDE.lastIndex = 0
  INSIDE.test(text)
  const inside = text.slice(0, INSIDE.lastIndex)
  const end = END.exec(inside)
  return end === null ? inside.length : end.index + end[0].length
}

function endOfKey(text: string, at: number): number | undefined {
  HEAD.lastIndex = at
  if (!HEAD.test(text)) return undefined
  INSIDE.lastIndex = HEAD.lastIndex
  INSIDE.test(text)
  const inside = text.slice(HEAD.lastIndex, INSIDE.lastIndex)
  const end = END.exec(inside)
  return end === null ? INSIDE.lastIndex : HEAD.lastIndex + end.index + end[0].length
}
