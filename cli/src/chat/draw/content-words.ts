/** Content of messages and of tool calls that is not text, in a few words. */

import { type Paths, toPlace } from '../screen/place.js'
import { cleanTitle } from './clean-text.js'

export type Fields = Readonly<Record<string, unknown>>

/** Any value as fields: of what is no object there are none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The text of a block that has one. */
export function textOfBlock(block: unknown): string | undefined {
  const { type, text } = fieldsOf(block)
  return type === 'text' && typeof text === 'string' ? text : undefined
}

/** A picture, a sound, a file: what it is, on one line. */
export function wordsOfBlock(block: unknown, paths: Paths): string {
  const { type, mimeType, uri, name, title, data, resource } = fieldsOf(block)
  if (type === 'resource_link') return `[${cleanTitle(name ?? title, 120)}](${addressOf(uri, paths)})`
  if (type === 'resource') {
    const inner = fieldsOf(resource)
    return `[file: ${addressOf(inner.uri, paths)}]`
  }
  const facts = [cleanTitle(mimeType, 60), sizeOf(data)].filter(fact => fact !== '').join(', ')
  return `[${[cleanTitle(type, 40) || 'something', facts].filter(word => word !== '').join(': ')}]`
}

function addressOf(uri: unknown, paths: Paths): string {
  const address = cleanTitle(uri, 400)
  return address.startsWith('file:///') ? toPlace(address.slice(7), paths) : address
}

function sizeOf(data: unknown): string {
  if (typeof data !== 'string') return ''
  const bytes = Math.floor((data.length * 3) / 4)
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`
}
