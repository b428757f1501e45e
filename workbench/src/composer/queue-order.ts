/** Where a prompt of the queue goes when it is moved, by a button or by hand. */

import type { QueuedPrompt } from '../state/talk.js'

/** The place it would have, or nothing where it would not move. */
export function placeAfterStep(queue: readonly QueuedPrompt[], id: string, step: -1 | 1): number | undefined {
  const at = queue.findIndex(each => each.id === id)
  const place = at + step
  return at < 0 || place < 0 || place >= queue.length ? undefined : place
}

/** The place of one that is let go over another. */
export function placeAfterDrop(queue: readonly QueuedPrompt[], id: string, over: string): number | undefined {
  const from = queue.findIndex(each => each.id === id)
  const to = queue.findIndex(each => each.id === over)
  return from < 0 || to < 0 || from === to ? undefined : to
}

/** What goes along with it, in a few words. */
export function wordsForBlocks({ blocks }: Pick<QueuedPrompt, 'blocks'>): string | undefined {
  if (blocks.length === 0) return undefined
  return blocks.length === 1 ? 'with 1 attachment' : `with ${blocks.length} attachments`
}
