/** What somebody wants to say, as the blocks of a prompt. */

import type { Session } from '@parley/acp/client'
import type { Submission } from '../state/talk.js'

type Content = Parameters<Session['prompt']>[0]

/** The text first, then what goes along with it. */
export function toContent({ text, blocks }: Submission): Content {
  const words = text === '' ? [] : [{ type: 'text', text }]
  return [...words, ...blocks] as unknown as Content
}
