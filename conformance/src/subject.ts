/** What a peer says it is, cleaned and bounded, for the head of a report. */

import { boundedLine } from '@parley/acp/guard'
import type { Subject } from './examination.js'

const NAME_CHARACTERS = 100

/** The name and version out of what a handshake tells of a peer; nothing where it tells no name. */
export function toSubject(info: unknown): Subject | undefined {
  const { name, version } = Object(info) as { readonly name?: unknown; readonly version?: unknown }
  if (typeof name !== 'string') return undefined
  return { name: clean(name), ...(typeof version === 'string' ? { version: clean(version) } : {}) }
}

function clean(text: string): string {
  return boundedLine(text, NAME_CHARACTERS)
}
