/** Prompts made of what an agent can take: what it cannot take is refused here, by name, before anything is sent. */

import { AcpError, type Agreed, isAdvertised, type Version } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { BlockOf } from './speech.js'

/** What may be said: text alone, or pieces in order, of which a string is text. */
export type Message<V extends Version = 1> = string | readonly (string | BlockOf<V>)[]

/** What is known of something mentioned in a prompt. */
export interface Mentioned {
  /** Its content; sent along where the agent takes it. */
  readonly text?: string | undefined
  readonly mimeType?: string | undefined
  /** What to call it; the last part of its address unless said otherwise. */
  readonly name?: string | undefined
}

export function toBlocks(message: Message<Version>): readonly BlockOf<Version>[] {
  const pieces = typeof message === 'string' ? [message] : message
  return pieces.map(piece => (typeof piece === 'string' ? { type: 'text', text: piece } : piece))
}

const words = new Map<string, string>([
  ['image', 'image'],
  ['audio', 'audio'],
  ['resource', 'embeddedContext'],
])

/** A capability of prompts stands in one of two places, by version. */
function isTaken(agent: Agreed['agent'], word: string): boolean {
  return isAdvertised(agent, `promptCapabilities.${word}`) || isAdvertised(agent, `session.prompt.${word}`)
}

/** Why the agent cannot take these blocks, if it cannot. */
export function refusalOf(blocks: readonly BlockOf<Version>[], agent: Agreed['agent']): AcpError | undefined {
  for (const [index, { type }] of blocks.entries()) {
    const word = words.get(type)
    if (word !== undefined && !isTaken(agent, word))
      return new AcpError(
        'capability_missing',
        `session/prompt was not sent: the agent takes no ${type} (/prompt/${index}), it did not advertise ${word}`,
      )
  }
  return undefined
}

/** Embedded where there is text and the agent takes it, else a link. */
export function mention(
  uri: string,
  { text, mimeType, name }: Mentioned,
  agent: Agreed['agent'],
): v1.ContentBlock {
  const typed = mimeType === undefined ? {} : { mimeType }
  if (text !== undefined && isTaken(agent, 'embeddedContext'))
    return { type: 'resource', resource: { uri, text, ...typed } }
  return { type: 'resource_link', uri, name: name ?? nameOf(uri), ...typed }
}

function nameOf(uri: string): string {
  const path = uri.split(/[?#]/, 1)[0] ?? uri
  const last = path.split('/').findLast(part => part !== '') ?? uri
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
