/** A content block that is no text, in a few words. */

import { toTitle } from '../render/lines.js'

export function describeBlock(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('type' in block)) return ''
  const fields: Readonly<Record<string, unknown>> = { ...block }
  const word = (value: unknown): string => (typeof value === 'string' ? ` ${toTitle(value)}` : '')
  switch (fields.type) {
    case 'text':
      return ''
    case 'image':
    case 'audio':
      return `[${fields.type}${word(fields.mimeType)}]`
    case 'resource_link':
      return `[link${word(fields.uri)}]`
    case 'resource':
      return `[resource${word(Object(fields.resource).uri)}]`
    default:
      return `[${toTitle(String(fields.type))}]`
  }
}
