/** Code with colours, line by line, and with the words that differ laid over them. */

import type { Coloured } from '../text/highlighting.js'
import type { Word } from './words.js'

/** A piece of a line: what it is in its language, and whether it differs. */
export interface Span {
  readonly text: string
  readonly scope?: string | undefined
  readonly isChanged?: boolean | undefined
}

/** The pieces of each line, without breaks. */
export function toColouredLines(pieces: readonly Coloured[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]]
  const add = (piece: Coloured, scope: string | undefined): void => {
    if (typeof piece !== 'string') {
      for (const inner of piece.pieces) add(inner, piece.scope || scope)
      return
    }
    for (const [index, text] of piece.split(/\r?\n/).entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text, scope })
    }
  }
  for (const piece of pieces) add(piece, undefined)
  return lines
}

/** The same text in pieces that have both: colours, and whether they differ. */
export function overlay(
  spans: readonly Span[] | undefined,
  words: readonly Word[] | undefined,
): readonly Span[] | undefined {
  if (words === undefined || spans === undefined) return spans ?? words
  const result: Span[] = []
  let [place, used] = [0, 0]
  for (const { text, isChanged } of words) {
    let left = text.length
    while (left > 0) {
      const span = spans[place]
      // Colours that are of another text are none.
      if (span === undefined) return words
      const length = Math.min(left, span.text.length - used)
      result.push({ ...span, text: span.text.slice(used, used + length), isChanged })
      left -= length
      used += length
      if (used === span.text.length) [place, used] = [place + 1, 0]
    }
  }
  return result
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ ts: 'ts', tsx: 'ts', mts: 'ts', cts: 'ts', js: 'js', jsx: 'js', mjs: 'js', cjs: 'js', json: 'json' },
  ...{ sh: 'bash', bash: 'bash', zsh: 'bash', c: 'c', h: 'c', cc: 'cpp', cpp: 'cpp', hpp: 'cpp', css: 'css' },
  ...{
    diff: 'diff',
    patch: 'diff',
    go: 'go',
    java: 'java',
    py: 'python',
    rs: 'rust',
    sql: 'sql',
    html: 'xml',
  },
  ...{ svg: 'xml', xml: 'xml', yml: 'yaml', yaml: 'yaml' },
}

/** The language of a file, by the end of its name; empty where it is not known. */
export function languageOf(path: string): string {
  const end = path.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.hasOwn(LANGUAGES, end) ? (LANGUAGES[end] ?? '') : ''
}
