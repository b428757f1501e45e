/**
 * Reads one block of markdown into tokens. Raw HTML and formulas stay text. What is nested or marked beyond reason is not
 * read at all: the lexer takes time in the square of such things.
 */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { Lexer, Marked, type Token, type TokensList } from 'marked'

/** Where the references of a text lead, by their names. */
export type Links = TokensList['links']

const MOST_MARKS = 1_200
const MOST_LENGTH = 20_000
const MARKS = /[*_`~[\]<!]/g
const DEEP = /^((?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){16})/gm
const FAR = /^[ \t]{64,}(?=[-*+>\d])/gm
const FORMULA =
  /^(?:\$\$[^$]{1,2000}\$\$|\$(?![\s$])[^$\n]{0,500}[^\s$\\]\$(?!\d)|\\\([^\n]{1,500}?\\\)|\\\[[\s\S]{1,2000}?\\\])/
const FORMULA_BEGINS = /\$|\\[([]/
const DEFINITION = /^ {0,3}\[[^\]\n]{1,300}\]:/m

const marked = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'formula',
      level: 'inline',
      start: source => FORMULA_BEGINS.exec(source)?.index,
      tokenizer: source => {
        const raw = FORMULA.exec(source)?.[0]
        return raw === undefined ? undefined : { type: 'formula', raw }
      },
    },
  ],
})

/** The tokens of a block; undefined where it is to be shown as it is written. */
export function lex(raw: string, links: Links = {}, hasBreaks = false): readonly Token[] | undefined {
  if (raw.length > MOST_LENGTH || (raw.match(MARKS)?.length ?? 0) > MOST_MARKS) return undefined
  const lexer = new Lexer({ ...marked.defaults, breaks: hasBreaks })
  Object.assign(lexer.tokens.links, links)
  try {
    return lexer.lex(tame(raw))
  } catch {
    return undefined
  }
}

/** What a block says of references, where it says something. */
export function linksOf(raw: string): Links | undefined {
  if (raw.length > MOST_LENGTH || !DEFINITION.test(raw)) return undefined
  const lexer = new Lexer(marked.defaults)
  try {
    lexer.blockTokens(tame(raw), lexer.tokens)
  } catch {
    return undefined
  }
  return Object.keys(lexer.tokens.links).length === 0 ? undefined : lexer.tokens.links
}

function tame(raw: string): string {
  return sanitizeForDisplay(raw).replace(DEEP, '$1\\').replace(FAR, ' '.repeat(60))
}
