/** Content in the making: pieces of text that follow each other are one text, however they were cut on the way. */

import type { ContentBlock } from './entry.js'
import { isBlock, isText, isThere, itemsThatAre } from './fields.js'
import { append, itemAt, itemsOf, replaceAt, type Sequence, sequenceOf } from './sequence.js'

export type Blocks = Sequence<ContentBlock>

/** Text and nothing else: what has annotations of its own stays apart. */
export function plainTextOf(block: ContentBlock | undefined): string | undefined {
  if (block?.type !== 'text' || !isText(block.text)) return undefined
  const { type: _type, text, ...extras } = block
  return Object.values(extras).some(isThere) ? undefined : text
}

// Joining two strings does not copy them, so that a text costs the same in a thousand pieces as in one.
export function addBlock(blocks: Blocks, block: ContentBlock): Blocks {
  const text = plainTextOf(block)
  const last = text === undefined ? undefined : plainTextOf(itemAt(blocks, blocks.length - 1))
  if (text === undefined || last === undefined) return append(blocks, block)
  return replaceAt(blocks, blocks.length - 1, { type: 'text', text: last + text })
}

/** Content that was given whole. */
export function toBlocks(given: unknown): Blocks {
  return itemsThatAre(given, isBlock).reduce(addBlock, sequenceOf<ContentBlock>([]))
}

/** Left out is unchanged, null clears, a list replaces everything. */
export function patchBlocks(stored: Blocks, given: unknown): Blocks {
  return given === null || Array.isArray(given) ? toBlocks(given) : stored
}

/** The text of some content, without what is not text. */
export function toPlainText(blocks: Blocks): string {
  return itemsOf(blocks)
    .map(block => (block.type === 'text' && isText(block.text) ? block.text : ''))
    .join('')
}
