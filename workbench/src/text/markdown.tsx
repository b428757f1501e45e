/** A text of others, drawn: elements of ours alone, made from tokens, never from markup. Grows without being drawn anew. */

import { memo, useState } from 'react'
import { type Block, type BlockGroups, BlockSplitter } from './block-splitter.js'
import { CodeBlock } from './code-block.js'
import { BlockElements } from './elements.js'
import { Figure } from './figure.js'
import { type Links, lex, linksOf } from './lexing.js'
import { mend } from './mending.js'
import { PlainText } from './plain-text.js'

interface MarkdownProps {
  readonly text: string
  /** More may follow: what is begun is drawn as if it were whole. */
  readonly isGrowing?: boolean | undefined
  /** A line break is one, as people mean it who write prompts. */
  readonly hasBreaks?: boolean | undefined
}

export function Markdown({ text, isGrowing = false, hasBreaks = false }: MarkdownProps) {
  const [reader] = useState(() => new Reader())
  const { groups, links } = reader.read(text)
  return (
    <div className="text">
      {groups.map((blocks, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are only ever added to
        <Group key={place} {...{ blocks, links, hasBreaks, isGrowing }} />
      ))}
    </div>
  )
}

/** Keeps what was read of a text while it grows. */
class Reader {
  readonly #splitter = new BlockSplitter()
  #links: Links = {}
  /** Blocks that were looked at for references. */
  #seen = 0

  read(text: string): { readonly groups: BlockGroups; readonly links: Links } {
    const groups = this.#splitter.split(text)
    const blocks = groups.flat()
    const open = blocks.at(-1)?.isOpen === true ? blocks.pop() : undefined
    if (blocks.length < this.#seen) this.#seen = 0
    for (const block of blocks.slice(this.#seen)) this.#links = withLinks(this.#links, block)
    this.#seen = blocks.length
    return { groups, links: open === undefined ? this.#links : withLinks(this.#links, open) }
  }
}

/** What is said first of a reference holds. */
function withLinks(links: Links, { kind, raw }: Block): Links {
  const found = kind === 'prose' ? linksOf(raw) : undefined
  return found === undefined ? links : { ...found, ...links }
}

interface GroupProps {
  readonly blocks: readonly Block[]
  readonly links: Links
  readonly hasBreaks: boolean
  readonly isGrowing: boolean
}

const Group = memo(function Group({ blocks, isGrowing, ...rest }: GroupProps) {
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added to
    <BlockView key={place} block={block} {...rest} isGrowing={isGrowing && block.isOpen} />
  ))
}, isSameGroup)

/** Only the last group has something open: for the others it is all the same whether the text grows. */
function isSameGroup(one: GroupProps, other: GroupProps): boolean {
  const isSame = one.blocks === other.blocks && one.links === other.links
  return isSame && (one.isGrowing === other.isGrowing || other.blocks.at(-1)?.isOpen !== true)
}

interface BlockViewProps {
  readonly block: Block
  readonly links: Links
  readonly hasBreaks: boolean
  readonly isGrowing: boolean
}

const PICTURE = /^!\[([^\]\n]{0,300})\]\((data:image\/[^\s)]+)\)\s*$/

const BlockView = memo(function BlockView({
  block: { kind, raw },
  links,
  hasBreaks,
  isGrowing,
}: BlockViewProps) {
  if (kind === 'fence') return <FencedCode raw={raw} isGrowing={isGrowing} />
  const [, words, address] = PICTURE.exec(raw) ?? []
  if (words !== undefined && address !== undefined) return <Figure address={address} words={words} />
  const tokens = lex(isGrowing ? mend(raw) : raw, links, hasBreaks)
  return tokens === undefined ? <PlainText text={raw} /> : <BlockElements tokens={tokens} />
}, isSameBlock)

function isSameBlock(one: BlockViewProps, other: BlockViewProps): boolean {
  const isSame = one.block.raw === other.block.raw && one.isGrowing === other.isGrowing
  return isSame && (one.links === other.links || !one.block.raw.includes('['))
}

const OPENING = /^ {0,3}(?:`{3,}|~{3,})[ \t]*([^\n]*?)[ \t\r]*(?:\n|$)/
const CLOSING = /(?:^|\n) {0,3}(?:`{3,}|~{3,})[ \t\r]*\n?$/
const CLOSING_BEGUN = /(?:^|\n) {0,3}(?:`+|~+)[ \t\r]*\n?$/

function FencedCode({ raw, isGrowing }: { readonly raw: string; readonly isGrowing: boolean }) {
  const [opening = '', language = ''] = OPENING.exec(raw) ?? []
  const rest = raw.slice(opening.length)
  // Looked for at the end only: the code may be long.
  const tail = rest.slice(-200)
  const code = rest.slice(
    0,
    rest.length - ((isGrowing ? CLOSING_BEGUN : CLOSING).exec(tail)?.[0].length ?? 0),
  )
  return <CodeBlock code={code.replace(/\n$/, '')} language={language} isGrowing={isGrowing} />
}
