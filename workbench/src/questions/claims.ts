/** What the agent itself says about what it asks for: nobody has checked any of it. Bounded, and fit to be shown. */

import { boundedLine, cutCharacters, sanitizeForDisplay } from '@parley/acp/guard'
import type { PermissionQuestion } from '../state/question.js'

export interface Claims {
  readonly texts: readonly string[]
  readonly places: readonly string[]
  /** Changes that are told as patches: whole, however long they are. */
  readonly patches: readonly string[]
  /** What it gave its tool, as JSON. */
  readonly input?: string | undefined
}

const MOST_TEXT = 4_000
const MOST_INPUT = 20_000
const MOST_PLACES = 50

export function claimsOf({ description, content, locations, rawInput }: PermissionQuestion): Claims {
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
    patches: content.flatMap(toPatch),
    input: toJson(rawInput),
  }
}

/** Of the later version: a change of as many files as the agent likes, in one text. */
function toPatch(piece: PermissionQuestion['content'][number]): readonly string[] {
  const patch = piece.type === 'diff' && 'patch' in piece ? piece.patch : undefined
  const { text }: { readonly text?: unknown } = Object(patch)
  return typeof text === 'string' ? [text] : []
}

function toJson(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = JSON.stringify(value, null, 2)
  return text === '{}' ? undefined : sanitizeForDisplay(cutCharacters(text, MOST_INPUT))
}

export function hasClaims({ texts, places, patches, input }: Claims): boolean {
  return texts.length > 0 || places.length > 0 || patches.length > 0 || input !== undefined
}
