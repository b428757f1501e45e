/** What goes along with an entry for those who know it. An object patches it key by key; it is never replaced whole. */

import type { Meta } from './entry.js'
import { type Fields, isFields } from './fields.js'
import { assign, toPairs } from './tree.js'

/** In version 2 null clears everything, and a key with null is removed; version 1 has no clearing. */
export type PatchMeta = (stored: Meta, given: unknown) => Meta

export const addToMeta: PatchMeta = (stored, given) => {
  if (!isFields(given)) return stored
  return Object.entries(given).reduce((meta, [key, value]) => assign(meta, key, value), stored)
}

// A removed key keeps its branch with nothing in it: a tree that never shrinks needs no balancing the other way.
export const patchMeta: PatchMeta = (stored, given) => {
  if (given === null) return undefined
  if (!isFields(given)) return stored
  return Object.entries(given).reduce((meta, [key, value]) => assign(meta, key, value ?? undefined), stored)
}

/** What goes along with an entry, as an object; undefined when there is nothing. */
export function metaOf({ meta }: { readonly meta?: Meta }): Fields | undefined {
  const pairs = toPairs(meta).filter(([, value]) => value !== undefined)
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs)
}
