/** What the agent itself says about what it asks for: nobody has checked any of it. Bounded, and fit to be shown. */

import type { PermissionChange } from '@parley/acp/client'
import { boundedLine, cutCharacters, sanitizeForDisplay } from '@parley/acp/guard'
import type { PermissionQuestion } from '../state/question.js'

export interface Claims {
  readonly texts: readonly string[]
  readonly places: readonly string[]
  /** Changes that only the agent has told of. */
  readonly changes: readonly PermissionChange[]
  /** What it gave its tool, as JSON. */
  readonly input?: string | undefined
}

const MOST_TEXT = 4_000
const MOST_INPUT = 20_000
const MOST_PLACES = 50

export function claimsOf({ description, content, locations, rawInput, changes }: PermissionQuestion): Claims {
  const texts = content.flatMap(piece => {
    const block = piece.type === 'content' ? piece.content : undefined
    return block?.type === 'text' ? [block.text] : []
  })
  return {
    texts: [...(description === undefined ? [] : [description]), ...texts].map(text =>
      sanitizeForDisplay(cutCharacters(text, MOST_TEXT)),
    ),
    places: locations
      .slice(0, MOST_PLACES)
      .map(({ path, line }) => boundedLine(line ? `${path}:${line}` : path, 300)),
    changes: changes.length > 0 ? [] : content.flatMap(toChange),
    input: toJson(rawInput),
  }
}

function toChange(piece: PermissionQuestion['content'][number]): readonly PermissionChange[] {
  if (piece.type !== 'diff' || !('newText' in piece)) return []
  const { path, oldText, newText } = piece
  if (typeof path !== 'string' || typeof newText !== 'string') return []
  return [{ path, oldText: typeof oldText === 'string' ? oldText : undefined, newText }]
}

function toJson(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = JSON.stringify(value, null, 2)
  return text === '{}' ? undefined : sanitizeForDisplay(cutCharacters(text, MOST_INPUT))
}

export function hasClaims({ texts, places, changes, input }: Claims): boolean {
  return texts.length > 0 || places.length > 0 || changes.length > 0 || input !== undefined
}
