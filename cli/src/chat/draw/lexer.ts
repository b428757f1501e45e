/** Text as blocks of markdown, in bounded time: what would keep the lexer busy is not shown to it. */

import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'

const MOST_EMPHASIS = 2_000
const DEEP = /^[ \t]*(?:(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])[ \t]*){16,}/m

/** A definition changes what was said before, and what was said before is printed: it is text like any other. */
class PlainTokenizer extends Tokenizer {
  override def(): Tokens.Def | undefined {
    return undefined
  }
}

const tokenizer = new PlainTokenizer()

/** The blocks of a text that was cleaned; none where it is no markdown that anybody wrote. */
export function lex(text: string): readonly Token[] | undefined {
  if (DEEP.test(text) || (text.match(/[*_]/g)?.length ?? 0) > MOST_EMPHASIS) return undefined
  try {
    return new Lexer({ gfm: true, tokenizer }).lex(text)
  } catch {
    return undefined
  }
}
