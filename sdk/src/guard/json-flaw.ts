/** Finds where a text stops being JSON: parsers say it each in their own words, and often not where. */

import { toFound } from './policy-value.js'

const SPACE = /[ \t\n\r]*/y
const TOKEN =
  /"(?:[^"\\\n\r]|\\[^\n\r])*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y

/** What may stand next. */
type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'next'

const WORDS: Readonly<Record<Wanted, string>> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  key: 'a key in quotes',
  'key or }': 'a key in quotes or }',
  colon: 'a colon',
  next: 'a comma or the end',
}

/** What stands where something else should, with its line and column; nothing where the text is JSON. */
export function findJsonFlaw(text: string): string | undefined {
  const open: string[] = []
  let wanted: Wanted = 'value'
  for (let at = endOf(SPACE, text, 0); ; ) {
    const end = endOf(TOKEN, text, at)
    const next: Wanted | undefined = end > at ? follow(wanted, text.slice(at, end), open) : undefined
    if (next === undefined) {
      const isOver = at === text.length && wanted === 'next' && open.length === 0
      return isOver ? undefined : describe(text, at, wanted)
    }
    wanted = next
    at = endOf(SPACE, text, end)
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** What may follow a token; nothing where the token may not stand here. Keeps what is open. */
function follow(wanted: Wanted, token: string, open: string[]): Wanted | undefined {
  const isText = token.startsWith('"')
  if (isText && !isJson(token)) return undefined
  if (wanted === 'colon') return token === ':' ? 'value' : undefined
  if (wanted === 'next' && token === ',' && open.length > 0) return open.at(-1) === '}' ? 'key' : 'value'
  if (wanted.startsWith('key') && isText) return 'colon'
  if ((wanted === 'next' || wanted.endsWith(token)) && token === open.at(-1)) {
    open.pop()
    return 'next'
  }
  if (!wanted.startsWith('value') || /[}\],:]/.test(token.charAt(0))) return undefined
  if (token !== '{' && token !== '[') return 'next'
  open.push(token === '{' ? '}' : ']')
  return token === '{' ? 'key or }' : 'value or ]'
}

/** A text may hold an escape that there is not, or a character that must be escaped. */
function isJson(token: string): boolean {
  try {
    JSON.parse(token)
    return true
  } catch {
    return false
  }
}

function describe(text: string, at: number, wanted: Wanted): string {
  const before = text.slice(0, at).split('\n')
  const place = `on line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
  if (text[at] === '"' && wanted !== 'next' && wanted !== 'colon')
    return `a text that is not ended or not escaped ${place}`
  const found = at === text.length ? 'the end' : toFound(String.fromCodePoint(text.codePointAt(at) ?? 0))
  return `${found} ${place}, where ${WORDS[wanted]} should stand`
}
