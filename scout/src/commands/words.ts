/** Takes apart what was typed behind a command: words, quoted words and options. Knows no command. */

import { boundedLine } from '@parley/acp/guard'

/** One word of the input; what stood in quotes is one word. */
export interface Word {
  readonly text: string
  readonly isQuoted: boolean
  /** Where it begins and ends in the input, quotes included. */
  readonly start: number
  readonly end: number
}

/** A quote that was opened and never closed, and where. */
export class QuoteError extends Error {
  override readonly name = 'QuoteError'
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/**
 * The words of a text. A quote opens only where a word begins, so that "don't" needs none. Inside quotes a backslash
 * stands for the quote or backslash behind it; in double quotes also `\n` and `\t` mean what they usually do.
 */
export function splitWords(input: string): readonly Word[] {
  const words: Word[] = []
  let at = skipBlanks(input, 0)
  while (at < input.length) {
    const word = isQuote(input.charAt(at)) ? readQuoted(input, at) : readPlain(input, at)
    words.push(word)
    at = skipBlanks(input, word.end)
  }
  return words
}

/** The first word, and everything behind it as it was typed. */
export function splitFirst(input: string): { readonly first: string; readonly rest: string } {
  const start = skipBlanks(input, 0)
  if (start >= input.length) return { first: '', rest: '' }
  const word = isQuote(input.charAt(start)) ? readQuoted(input, start) : readPlain(input, start)
  return { first: word.text, rest: input.slice(word.end) }
}

/** How a text is written so that it is read as one word. */
export function quoteWord(text: string): string {
  if (/^[^\s'"\\]+$/.test(text)) return text
  if (!/[\n\t\r]/.test(text)) return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
  const escaped = text.replaceAll(/["\\]/g, '\\$&')
  return `"${escaped.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}"`
}

function isQuote(character: string): boolean {
  return character === "'" || character === '"'
}

function skipBlanks(input: string, from: number): number {
  let at = from
  while (at < input.length && /\s/.test(input.charAt(at))) at++
  return at
}

function readPlain(input: string, start: number): Word {
  let end = start
  while (end < input.length && !/\s/.test(input.charAt(end))) end++
  return { text: input.slice(start, end), isQuoted: false, start, end }
}

function readQuoted(input: string, start: number): Word {
  const quote = input.charAt(start)
  let text = ''
  for (let at = start + 1; at < input.length; at++) {
    const character = input.charAt(at)
    if (character === quote) return { text, isQuoted: true, start, end: at + 1 }
    const escaped = character === '\\' ? fromEscape(input.charAt(at + 1), quote) : undefined
    if (escaped !== undefined) at++
    text += escaped ?? character
  }
  throw new QuoteError(`the quote opened at ${boundedLine(input.slice(start), 20)} is never closed`)
}

function fromEscape(next: string, quote: string): string | undefined {
  if (next === quote || next === '\\') return next
  return quote === '"' ? ESCAPED[next] : undefined
}
