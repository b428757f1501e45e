/** What one side has no place for travels in `_meta` under a key of the other side's spelling, and comes back from there. */

import { type Fields, isFields } from '../schema/fields.js'
import type { DialectName } from './interpreter.js'

/** Whose words are laid away: those of a dialect in version 1, or those of version 1 in a dialect that has `_meta`, too. */
export type Shelf = DialectName | 'v1'

export const shelfKeys = {
  '003': 'parley.dev/d3',
  '004': 'parley.dev/d4',
  v1: 'parley.dev/v1',
} as const satisfies Readonly<Record<Shelf, string>>

/** The same object with `extras` laid away in its `_meta`; itself, by reference, where there are none. */
export function keep<T extends object>(value: T, name: Shelf, extras: Fields): T {
  const present = Object.entries(extras).filter(([, extra]) => extra !== undefined)
  if (present.length === 0) return value
  const meta = metaOf(value)
  return {
    ...value,
    _meta: { ...meta, [shelfKeys[name]]: { ...kept(value, name), ...Object.fromEntries(present) } },
  }
}

/** What was laid away in an object. */
export function kept(value: unknown, name: Shelf): Fields {
  const extras = metaOf(value)?.[shelfKeys[name]]
  return isFields(extras) ? extras : {}
}

/** The same object as if nothing had been laid away in it. */
export function withoutKept<T extends object>(value: T, name: Shelf): T {
  const meta = metaOf(value)
  if (meta === undefined || !Object.hasOwn(meta, shelfKeys[name])) return value
  const { [shelfKeys[name]]: _, ...others } = meta
  if (Object.keys(others).length > 0) return { ...value, _meta: others }
  const { _meta, ...bare } = value as T & { readonly _meta?: unknown }
  return bare as T
}

/** The `_meta` of an object without a word of ours, whichever spelling it is for. */
export function withoutShelves(meta: Fields): Fields {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => !name.startsWith('parley.dev/')))
}

function metaOf(value: unknown): Fields | undefined {
  const meta = isFields(value) ? value._meta : undefined
  return isFields(meta) ? meta : undefined
}
