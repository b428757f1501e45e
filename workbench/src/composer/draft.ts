/** What somebody has written and not sent yet: a text, the files it points at, and what goes along. A value. */

import type { ContentBlock } from '@parley/acp/thread'
import type { Submission } from '../state/talk.js'
import type { Attachment } from './attachment.js'
import { mentionedIn } from './mention.js'

export interface Draft {
  readonly text: string
  /** Files that were picked for mentions, as they are written there. */
  readonly files: readonly string[]
  readonly attachments: readonly Attachment[]
}

export const EMPTY_DRAFT: Draft = { text: '', files: [], attachments: [] }

export function isBlank({ text, attachments }: Draft): boolean {
  return text.trim() === '' && attachments.length === 0
}

/** Files that are no longer mentioned are forgotten when it is sent, not before: a mention may be on its way back. */
export function withText(draft: Draft, text: string): Draft {
  return { ...draft, text }
}

export function withFile(draft: Draft, file: string): Draft {
  return draft.files.includes(file) ? draft : { ...draft, files: [...draft.files, file] }
}

export function withAttachments(draft: Draft, added: readonly Attachment[]): Draft {
  return { ...draft, attachments: [...draft.attachments, ...added] }
}

export function withoutAttachment(draft: Draft, id: string): Draft {
  return { ...draft, attachments: draft.attachments.filter(each => each.id !== id) }
}

/** The same prompt with another text: what it no longer mentions does not go along any more. */
export function reworded({ text: before, blocks }: Submission, text: string): Submission {
  const isKept = (block: ContentBlock): boolean => {
    const name = mentionedBy(block)
    return name === undefined || !before.includes(name) || text.includes(name)
  }
  return { text, blocks: blocks.filter(isKept) }
}

function mentionedBy(block: ContentBlock): string | undefined {
  if (block.type === 'resource_link') return block.name
  if (block.type !== 'resource' || !('uri' in block.resource)) return undefined
  const { uri } = block.resource
  return uri.startsWith('file:') ? decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)) : undefined
}

/** What is mentioned, and comes along as links or texts. */
export function filesOf({ text, files }: Draft): readonly string[] {
  return mentionedIn(text, files)
}
