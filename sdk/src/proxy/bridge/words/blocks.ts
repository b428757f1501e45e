/** Content in the words of the other version: version 2 wants addresses that are some, and has kinds that nobody knows. */

import type { v1, v2 } from '../../../schema/index.js'
import { isUri } from '../../../schema/leaf.js'
import { type Fields, isFields, isList, isNumber, isText } from '../../../thread/fields.js'
import { hasKept, keep, keptIn, restoreFields, without } from './kept.js'

const OLD_KINDS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource_link', 'resource'])
const OLD_ROLES: ReadonlySet<unknown> = new Set(['assistant', 'user'])
const LARGEST_OLD_SIZE = 2 ** 63

/** The same block, by reference, where both versions say it alike. */
export function toNewBlock(block: v1.ContentBlock): v2.ContentBlock {
  const given: unknown = block
  if (!isFields(given)) return block as v2.ContentBlock
  return toNew(given) as never
}

/** The same block, by reference, where both versions say it alike; what version 1 has no kind for is named in a text. */
export function toOldBlock(block: v2.ContentBlock): v1.ContentBlock {
  const given: unknown = block
  if (!isFields(given)) return block as v1.ContentBlock
  return toOld(given) as never
}

function toNew(block: Fields): Fields {
  if (hasKept(block, 'v2')) {
    const { block: original } = keptIn(block, 'v2')
    return isFields(original) ? original : restoreFields(block, 'v2')
  }
  if (block.type === 'image' || block.type === 'resource_link') return toNewAddress(block)
  if (block.type !== 'resource' || !isFields(block.resource)) return block
  const resource = toNewAddress(block.resource)
  return resource === block.resource ? block : { ...block, resource }
}

function toOld(block: Fields): Fields {
  if (!isText(block.type)) return block
  if (!OLD_KINDS.has(block.type)) return keep({ type: 'text', text: `[${block.type}]` }, 'v2', { block })
  if (hasKept(block, 'v1')) return restoreFields(block, 'v1')
  if (block.type === 'resource') {
    const { resource } = block
    const restored = isFields(resource) ? restoreFields(resource, 'v1') : resource
    return toOldFields(restored === resource ? block : { ...block, resource: restored })
  }
  return toOldFields(block)
}

/** What has an address, with one that version 2 takes. */
export function toNewAddress(fields: Fields): Fields {
  const { uri, size } = fields
  const hasAddress = !isText(uri) || isUri(uri)
  const hasSize = !isNumber(size) || size >= 0
  if (hasAddress && hasSize) return fields
  const bare = without(fields, ...(hasSize ? [] : ['size']), ...(hasAddress ? [] : ['uri']))
  const needsAddress = !hasAddress && fields.type !== 'image'
  const kept = { ...(hasAddress ? {} : { uri }), ...(hasSize ? {} : { size }) }
  return keep(needsAddress ? { ...bare, uri: toUri(uri) } : bare, 'v1', { fields: kept })
}

function toOldFields(block: Fields): Fields {
  const { icons, size, annotations } = block
  const isLarge = isNumber(size) && size >= LARGEST_OLD_SIZE
  const hint = toOldAnnotations(annotations)
  if (icons === undefined && !isLarge && hint === annotations) return block
  const kept = {
    ...(icons === undefined ? {} : { icons }),
    ...(isLarge ? { size } : {}),
    ...(hint === annotations ? {} : { annotations }),
  }
  const bare = without(block, 'icons', ...(isLarge ? ['size'] : []))
  return keep(hint === annotations ? bare : { ...bare, annotations: hint }, 'v2', { fields: kept })
}

/** Version 1 knows two for whom something can be. */
function toOldAnnotations(annotations: unknown): unknown {
  if (!isFields(annotations) || !isList(annotations.audience)) return annotations
  if (annotations.audience.every(role => OLD_ROLES.has(role))) return annotations
  return { ...annotations, audience: annotations.audience.filter(role => OLD_ROLES.has(role)) }
}

/** An address for what has only a name: a path is a file's, and of anything else nobody knows where it is. */
function toUri(name: string): string {
  // Half of a character cannot be written in an address.
  const whole = name.replaceAll(/\p{Cs}/gu, '\uFFFD')
  return whole.startsWith('/')
    ? `file://${whole.split('/').map(encodeURIComponent).join('/')}`
    : `unknown:${encodeURIComponent(whole)}`
}
