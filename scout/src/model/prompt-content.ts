/** What a user sends, as a model takes it: what it cannot see or hear is told of in words. Knows no provider. */

import type { ContentBlock } from '@parley/acp/agent'
import { cutCharacters } from '@parley/acp/guard'
import type { UserContent } from 'ai'
import type { Senses } from './brain.js'

type UserPart = Exclude<UserContent, string>[number]

const MOST_EMBEDDED = 200_000

/** The parts of one message. Blocks of a kind that is not known are left out. */
export const toUserParts = (blocks: readonly ContentBlock[], senses: Senses): readonly UserPart[] =>
  blocks.map(block => toPart(block, senses)).filter(part => part !== undefined)

const toPart = (block: ContentBlock, senses: Senses): UserPart | undefined => {
  if (block.type === 'text') return block.text === '' ? undefined : { type: 'text', text: block.text }
  if (block.type === 'image') return media('image', block, senses.images)
  if (block.type === 'audio') return media('sound', block, senses.audio)
  if (block.type === 'resource_link') return { type: 'text', text: linkText(block) }
  return block.type === 'resource' ? embedded(block.resource, senses) : undefined
}

const media = (
  word: 'image' | 'sound' | 'document',
  { data, mimeType }: { readonly data: string; readonly mimeType: string },
  canTake: boolean,
): UserPart =>
  canTake
    ? { type: 'file', data, mediaType: mimeType }
    : { type: 'text', text: `[${word} of type ${mimeType}, which this model cannot take]` }

const linkText = ({ name, uri, description }: Extract<ContentBlock, { type: 'resource_link' }>): string =>
  `[linked: ${name}, ${uri}${description ? `: ${description}` : ''}]`

const embedded = (
  resource: Extract<ContentBlock, { type: 'resource' }>['resource'],
  senses: Senses,
): UserPart => {
  if ('text' in resource) {
    const text = cutCharacters(resource.text, MOST_EMBEDDED)
    const end = text.length < resource.text.length ? '\n[the rest was left out]' : ''
    return { type: 'text', text: `<resource uri="${resource.uri}">\n${text}${end}\n</resource>` }
  }
  const mimeType = resource.mimeType ?? 'application/octet-stream'
  const given = { data: resource.blob, mimeType }
  if (mimeType.startsWith('image/')) return media('image', given, senses.images)
  if (mimeType.startsWith('audio/')) return media('sound', given, senses.audio)
  return media('document', given, senses.documents && mimeType === 'application/pdf')
}
