/** What goes along with a prompt besides its text: pictures, sounds and texts, as far as the agent takes them. */

import type { ContentBlock } from '@parley/acp/thread'
import type { Abilities } from '../state/talk.js'

export interface Attachment {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly block: ContentBlock
}

/** A file as the browser gives it, as far as it is looked at before it is read. */
export interface FileFacts {
  readonly name: string
  readonly type: string
  readonly size: number
}

export type AttachmentKind = 'image' | 'audio' | 'text'

/** A file that may be read, or words that say why it may not. */
export type Judgement =
  | { readonly kind: AttachmentKind; readonly mimeType: string }
  | { readonly refusal: string }

const MOST_MEDIA_BYTES = 10 * 1024 * 1024
const MOST_TEXT_BYTES = 1024 * 1024
export const MOST_ATTACHMENTS = 20

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const OTHER_TEXT = /^application\/(?:json|xml|javascript|typescript|toml|yaml|x-yaml|x-sh|sql|graphql)$/
const NOT_TEXT = /^(?:image|audio|video|font)\//

export function judgeFile(file: FileFacts, abilities: Abilities, agent: string): Judgement {
  const kind = kindOf(file.type)
  const name = nameOf(file)
  if (kind === undefined) return { refusal: `${name} was left out: files of this kind cannot be sent.` }
  if (kind === 'image' && !abilities.image)
    return { refusal: `${name} was left out: ${agent} takes no pictures.` }
  if (kind === 'audio' && !abilities.audio)
    return { refusal: `${name} was left out: ${agent} takes no sounds.` }
  if (kind === 'text' && !abilities.embeddedContext)
    return {
      refusal: `${name} was left out: ${agent} takes no files along with a prompt. Mention one of the folder with @.`,
    }
  const most = kind === 'text' ? MOST_TEXT_BYTES : MOST_MEDIA_BYTES
  if (file.size > most)
    return { refusal: `${name} was left out: it has ${toSize(file.size)}, and ${toSize(most)} is the most.` }
  if (file.size === 0) return { refusal: `${name} was left out: it is empty.` }
  return { kind, mimeType: file.type === '' ? 'text/plain' : file.type }
}

/** What the browser does not know may be text: reading it tells. */
function kindOf(type: string): AttachmentKind | undefined {
  if (IMAGES.has(type)) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  if (type === '' || type.startsWith('text/') || OTHER_TEXT.test(type)) return 'text'
  // Drawings in XML are code as much as pictures, and only safe as the former.
  if (type === 'image/svg+xml') return 'text'
  return NOT_TEXT.test(type) ? undefined : type === 'application/octet-stream' ? 'text' : undefined
}

export function nameOf({ name, type }: Pick<FileFacts, 'name' | 'type'>): string {
  if (name !== '') return name
  return IMAGES.has(type) ? `picture.${type.slice('image/'.length)}` : 'file'
}

/** The block for a file that was read: `content` is base64 for media, and the text itself for texts. */
export function toBlock(
  judged: Extract<Judgement, { kind: AttachmentKind }>,
  name: string,
  content: string,
): ContentBlock {
  const { kind, mimeType } = judged
  if (kind !== 'text') return { type: kind, data: content, mimeType }
  // The browser does not tell where a file lies, so its address says only that it came along.
  const uri = `attached:///${encodeURIComponent(name)}`
  return { type: 'resource', resource: { uri, mimeType, text: content } }
}

const UNITS = ['bytes', 'kB', 'MB', 'GB']

export function toSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1]
  return `${unit === 0 || size >= 10 ? Math.round(size) : Math.round(size * 10) / 10} ${UNITS[unit]}`
}
