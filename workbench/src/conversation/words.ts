/** Names and places as they are shown: fit to be seen, and short. */

import { sanitizeLine } from '@parley/acp/guard'
import type { IconName } from '../parts/icon-shapes.js'

const MOST_TITLE = 400

/** A title of others on one line. */
export const toTitle = (text: string): string => sanitizeLine(text.slice(0, MOST_TITLE))

/** A path as seen from the folder of the session. */
export function toShortPath(path: string, cwd: string): string {
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`
  return sanitizeLine(
    path.startsWith(folder) && path.length > folder.length ? path.slice(folder.length) : path,
  )
}

const KINDS: ReadonlyMap<string, { readonly icon: IconName; readonly words: string }> = new Map([
  ['read', { icon: 'read', words: 'Read' }],
  ['edit', { icon: 'edit', words: 'Edit' }],
  ['delete', { icon: 'delete', words: 'Delete' }],
  ['move', { icon: 'move', words: 'Move' }],
  ['search', { icon: 'search', words: 'Search' }],
  ['execute', { icon: 'execute', words: 'Run' }],
  ['think', { icon: 'think', words: 'Think' }],
  ['fetch', { icon: 'fetch', words: 'Fetch' }],
  ['switch_mode', { icon: 'mode', words: 'Switch mode' }],
])

export const kindOf = (kind: string): { readonly icon: IconName; readonly words: string } =>
  KINDS.get(kind) ?? { icon: 'tool', words: 'Tool' }

const STOPS: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'The turn was cancelled.'],
  ['error', 'The turn ended with an error.'],
  ['max_tokens', 'The agent stopped: it reached the most it may write at once.'],
  ['max_turn_requests', 'The agent stopped: it reached the most requests that one turn may have.'],
  [
    'refusal',
    'The agent refused to go on. What was said since the last prompt may not be part of its memory.',
  ],
])

export const stopWords = (reason: string): string =>
  STOPS.get(reason) ?? `The turn ended: ${sanitizeLine(reason.slice(0, 100))}.`

/** What an error says, and what to do about it, where it says something. */
export function errorWords(error: unknown): string | undefined {
  if (typeof error === 'string') return toTitle(error)
  const { message, cure } = (error ?? {}) as { readonly message?: unknown; readonly cure?: unknown }
  const told = [message, cure].filter(words => typeof words === 'string').map(toSentence)
  return told.length > 0 ? told.join(' ') : undefined
}

function toSentence(words: string): string {
  const title = toTitle(words)
  return /[.!?…]$/.test(title) ? title : `${title}.`
}

export function toSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
