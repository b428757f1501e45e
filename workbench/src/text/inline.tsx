/** Words in a line: emphasis, code, links. Images of elsewhere are links, markup is text. */

import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { decodeEntities } from './entities.js'
import { Figure } from './figure.js'
import { TextLink } from './text-link.js'

type InlineToken =
  | Tokens.Escape
  | Tokens.Tag
  | Tokens.Link
  | Tokens.Image
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Del
  | Tokens.Text

export function InlineElements({ tokens }: { readonly tokens: readonly Token[] }) {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name than their place
    <InlineElement key={place} token={token as InlineToken} />
  ))
}

function InlineElement({ token }: { readonly token: InlineToken }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <InlineElements tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <InlineElements tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <InlineElements tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return (
        <TextLink href={token.autolink ? token.href : decodeEntities(token.href)} words={token.text}>
          <InlineElements tokens={token.tokens} />
        </TextLink>
      )
    case 'image':
      return <Figure address={decodeEntities(token.href)} words={token.text} />
    case 'escape':
      return token.text
    case 'text':
      return token.tokens ? <InlineElements tokens={token.tokens} /> : decodeEntities(token.text)
    default:
      return (token satisfies Tokens.Tag as Token).raw
  }
}
