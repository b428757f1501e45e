/** A prompt as a client sent it: what it is known by, what its agent may repeat of it, how much room it takes. */

import type { Id } from '@parley/acp/jsonrpc'
import { KEY_META } from '@parley/acp/protocol'
import type { Connect } from './agent-link.js'
import { type Fields, metaOf } from './fields.js'
import type { Viewer } from './viewer.js'
import { weightOf } from './weight.js'

const MOST_KEY_CHARACTERS = 256
/** Small ones count too: so a principal has 1,024 of them. */
const LEAST_WEIGHT = 32 * 1024

/** Room for so many bytes, and how it is given back; nothing where there is none. */
export type Hold = (weight: number) => (() => void) | undefined

/** A prompt as a client sent it. */
export interface Asked {
  readonly viewer: Viewer
  readonly request: Id
  readonly params: Fields
  /** The process that takes the session up, if none has it open. */
  readonly connect: Connect
  /** Takes room for it, until it is over. */
  readonly hold: Hold
}

/** One that has its room. */
export interface Held extends Asked {
  readonly letGo: () => void
}

/** How its room is given back, or nothing where there is none. */
export function takeRoom({ hold, params }: Asked): (() => void) | undefined {
  return hold(Math.max(LEAST_WEIGHT, weightOf(params)))
}

export function keyOf(params: Fields): string | undefined {
  const key = metaOf(params, KEY_META)
  return typeof key === 'string' && key.length <= MOST_KEY_CHARACTERS ? key : undefined
}

export function blocksOf({ prompt }: Fields): readonly unknown[] {
  return Array.isArray(prompt) ? prompt : []
}

export function echoesOf(blocks: readonly unknown[]): () => ReadonlySet<string> {
  let texts: ReadonlySet<string> | undefined
  return () => {
    texts ??= new Set(blocks.map(block => JSON.stringify(block)))
    return texts
  }
}

export function isSame(one: Asked, other: Asked): boolean {
  const key = keyOf(one.params)
  return key !== undefined && key === keyOf(other.params)
}
