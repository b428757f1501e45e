/** Block by block, tokens become elements of the few kinds that there are. Whatever else comes is shown as it is written. */

import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { CodeBlock } from './code-block.js'
import { InlineElements } from './inline.js'

type BlockToken =
  | Tokens.Space
  | Tokens.Code
  | Tokens.Heading
  | Tokens.Table
  | Tokens.Hr
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.HTML
  | Tokens.Def
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Checkbox

export function BlockElements({ tokens }: { readonly tokens: readonly Token[] }) {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name than their place
    <BlockElement key={place} token={token as BlockToken} />
  ))
}

function BlockElement({ token }: { readonly token: BlockToken }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'hr':
      return <hr />
    case 'heading':
      return <Heading token={token} />
    case 'code':
      return <CodeBlock code={token.text} language={token.lang ?? ''} isGrowing={false} />
    case 'blockquote':
      return (
        <blockquote>
          <BlockElements tokens={token.tokens} />
        </blockquote>
      )
    case 'list':
      return <List token={token} />
    case 'table':
      return <Table token={token} />
    case 'paragraph':
      return (
        <p>
          <InlineElements tokens={token.tokens} />
        </p>
      )
    case 'html':
      return <p className="text-plain">{token.raw}</p>
    default:
      return <InlineElements tokens={[token]} />
  }
}

/** Headings of a text stand below those of the page. */
function Heading({ token }: { readonly token: Tokens.Heading }) {
  const words = <InlineElements tokens={token.tokens} />
  if (token.depth === 1) return <h3 data-depth="1">{words}</h3>
  if (token.depth === 2) return <h4 data-depth="2">{words}</h4>
  if (token.depth === 3) return <h5 data-depth="3">{words}</h5>
  return <h6 data-depth="4">{words}</h6>
}

function List({ token }: { readonly token: Tokens.List }) {
  const items = token.items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place
    <li key={place} className={item.task ? 'text-task' : undefined}>
      {item.task && <Checkbox isChecked={item.checked === true} />}
      <BlockElements tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} />
    </li>
  ))
  const start = typeof token.start === 'number' ? token.start : 1
  return token.ordered ? <ol start={start}>{items}</ol> : <ul>{items}</ul>
}

/** Shown, not asked: nobody can check what an agent has said. */
function Checkbox({ isChecked }: { readonly isChecked: boolean }) {
  return (
    <span className="text-checkbox" role="img" aria-label={isChecked ? 'Done' : 'Not done'}>
      {isChecked ? '✓' : ''}
    </span>
  )
}

function Table({ token: { header, rows } }: { readonly token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="text-table" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
              <th key={place} data-align={cell.align ?? undefined}>
                <InlineElements tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
            <TableRow key={place} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TableRow({ row }: { readonly row: readonly Tokens.TableCell[] }) {
  return (
    <tr>
      {row.map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
        <td key={place} data-align={cell.align ?? undefined}>
          <InlineElements tokens={cell.tokens} />
        </td>
      ))}
    </tr>
  )
}
