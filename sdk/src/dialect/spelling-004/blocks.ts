/** Content blocks of section 9 and appendix B.1 against those of version 1. */

import { baseName } from './paths.js'
import {
  each,
  equalValues,
  type Fields,
  isFields,
  keep,
  kept,
  optional,
  type Row,
  spelling,
  textOf,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'

const plain = spelling({ type: 'type', text: 'text' })
const link = spelling({ type: 'type', uri: 'uri', mimeType: optional('mimeType'), title: optional('title') })
/** What stands around a part that is respelled by hand. */
export const frame = spelling({})

/** One block as a field of something, and a list of them. */
export const block: Pick<Row, 'read' | 'write'> = {
  read: value => (isFields(value) ? blockToOurs(value) : value),
  write: value => (isFields(value) ? blockToTheirs(value) : value),
}
export const blocks = each(block)

export function blockToOurs(given: Fields): Fields {
  const { block: whole } = kept(given, 'v1')
  if (isFields(whole)) return whole
  switch (given.type) {
    case 'image':
    case 'audio':
      return isFields(given.source) ? mediumToOurs(given, given.source) : given
    case 'resource':
      return typeof given.content === 'string' ? resourceToOurs(given) : given
    case 'resource_link':
      return linkToOurs(given)
    case 'text':
      return toOurs(given, plain)
    default:
      return given
  }
}

export function blockToTheirs(given: Fields): Fields {
  switch (given.type) {
    case 'image':
    case 'audio':
      return mediumToTheirs(given)
    case 'resource':
      return isFields(given.resource) ? resourceToTheirs(given, given.resource) : given
    case 'resource_link':
      return isFields(kept(given, '004').source)
        ? toTheirs({ _meta: given._meta }, frame)
        : linkToTheirs(given)
    case 'text':
      return toTheirs(given, plain)
    default:
      return given
  }
}

/** What is here by value stays what it is; what is only somewhere becomes a link to there. */
function mediumToOurs(given: Fields, source: Fields): Fields {
  const { type, source: _, ...rest } = given
  const around = toOurs(rest, frame)
  if (source.type === 'base64' && typeof source.data === 'string') {
    const spoken = { type, data: source.data, mimeType: source.mediaType, ...around }
    return equalValues(sourceOf(spoken), source) ? spoken : keep(spoken, '004', { source })
  }
  if (typeof source.url !== 'string') return given
  const linked = { type: 'resource_link', uri: source.url, name: baseName(source.url), ...around }
  const { mediaType } = source
  return keep(typeof mediaType === 'string' ? { ...linked, mimeType: mediaType } : linked, '004', {
    type,
    source,
  })
}

function mediumToTheirs(given: Fields): Fields {
  const { type, data, mimeType, ...rest } = given
  const { source } = kept(given, '004')
  const isSame = isFields(source) && source.data === data && source.mediaType === mimeType
  return { ...toTheirs(rest, frame), type, source: isSame ? source : sourceOf(given) }
}

function sourceOf({ data, mimeType }: Fields): Fields {
  return { type: 'base64', mediaType: mimeType, data }
}

function resourceToOurs(given: Fields): Fields {
  const { type, uri, mimeType, content, ...rest } = given
  const resource = { uri, ...(mimeType === undefined ? {} : { mimeType }), text: content }
  return { type, resource, ...toOurs(rest, frame) }
}

/** Bytes have no place in a resource here: what is left is where they are. */
function resourceToTheirs(given: Fields, resource: Fields): Fields {
  const { uri, mimeType, text, ...inner } = resource
  const kind = mimeType === undefined || mimeType === null ? {} : { mimeType }
  if (typeof text !== 'string')
    return keep({ type: 'resource_link', uri: textOf(uri ?? ''), ...kind }, 'v1', { block: given })
  const { type, resource: _, ...rest } = given
  const flat = { ...toTheirs(rest, frame), type, uri, ...kind, content: text }
  return Object.keys(inner).length === 0 ? flat : keep(flat, 'v1', { resource })
}

function linkToOurs(given: Fields): Fields {
  const spoken = toOurs(given, link)
  return Object.hasOwn(spoken, 'name') ? spoken : withMade(spoken, '004', { name: nameOf(spoken) })
}

/** A name that could have been made from the rest says nothing more. */
function linkToTheirs(given: Fields): Fields {
  const { name, ...rest } = given
  return toTheirs(name === nameOf(given) ? rest : given, link)
}

function nameOf({ title, uri }: Fields): string {
  if (typeof title === 'string' && title !== '') return title
  return typeof uri === 'string' ? baseName(uri) : 'resource'
}

/** What of a block can be said in plain text. */
export function blockText(given: unknown): string {
  if (!isFields(given)) return ''
  const { type, text, uri, name, title, mimeType, resource } = given
  if (type === 'text') return typeof text === 'string' ? text : ''
  if (type === 'resource_link') return `[${textOf(title ?? name ?? uri)}](${textOf(uri)})`
  if (type !== 'resource') return `[${textOf(type)} ${textOf(mimeType ?? '')}]`
  const inner = isFields(resource) ? resource : {}
  return typeof inner.text === 'string' ? inner.text : `[resource ${textOf(inner.uri ?? '')}]`
}
