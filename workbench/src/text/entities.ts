/** Characters that are written by name or number in markdown. Those that few know stay as they are written. */

import { sanitizeForDisplay } from '@parley/acp/guard'

const NAMED: ReadonlyMap<string, string> = new Map([
  ...([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
    ['nbsp', '\u00a0'],
    ['copy', '©'],
    ['reg', '®'],
    ['trade', '™'],
    ['hellip', '…'],
    ['mdash', '—'],
    ['ndash', '–'],
    ['lsquo', '‘'],
    ['rsquo', '’'],
    ['ldquo', '“'],
    ['rdquo', '”'],
    ['laquo', '«'],
    ['raquo', '»'],
    ['bull', '•'],
    ['middot', '·'],
    ['deg', '°'],
    ['times', '×'],
    ['divide', '÷'],
    ['larr', '←'],
    ['rarr', '→'],
    ['uarr', '↑'],
    ['darr', '↓'],
    ['le', '≤'],
    ['ge', '≥'],
    ['ne', '≠'],
    ['euro', '€'],
    ['sect', '§'],
    ['para', '¶'],
  ] as const),
])

const ENTITY = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g
const LAST_POINT = 0x10ffff

/** The text with its entities as characters. What cannot be seen is marked: the lexer has read the numbers already. */
export function decodeEntities(text: string): string {
  const decoded = text.replace(ENTITY, (found, name: string) =>
    name.startsWith('#') ? toCharacter(name.slice(1)) : (NAMED.get(name) ?? found),
  )
  return sanitizeForDisplay(decoded)
}

function toCharacter(digits: string): string {
  const point = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  return point > 0 && point <= LAST_POINT ? String.fromCodePoint(point) : '\ufffd'
}
