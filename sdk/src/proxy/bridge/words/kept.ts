/**
 * What the other version has no place for travels in `_meta`, under the name of the version it belongs to, and comes
 * back from there. Whoever reads it trusts nothing: anybody may have written it.
 */

import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'

/** The version whose words were laid away. */
export type Origin = 'v1' | 'v2'

const KEYS: Readonly<Record<Origin, string>> = { v1: 'parley.dev/v1', v2: 'parley.dev/v2' }
const NOTHING: Fields = {}

/** The same object with something laid away in its `_meta`; itself, by reference, where there is nothing. */
export function keep(value: Fields, origin: Origin, extras: Fields): Fields {
  const present = Object.entries(extras).filter(([, extra]) => extra !== undefined)
  if (present.length === 0) return value
  const { _meta } = value
  // Where nothing else is in it, what was there before ours could not be told afterwards.
  const isEmpty = _meta === null || (isFields(_meta) && Object.keys(_meta).length === 0)
  const hidden = isEmpty ? [['meta', _meta] as const] : []
  const laid = Object.fromEntries([...present, ...hidden])
  return { ...value, _meta: { ...(isFields(_meta) ? _meta : {}), [KEYS[origin]]: laid } }
}

/** What was laid away in an object; an empty one where there is nothing. */
export function keptIn(value: Fields, origin: Origin): Fields {
  const { _meta } = value
  const laid = isFields(_meta) && Object.hasOwn(_meta, KEYS[origin]) ? _meta[KEYS[origin]] : undefined
  return isFields(laid) ? laid : NOTHING
}

/** The same object as if nothing had been laid away in it; itself, by reference, where nothing was. */
export function withoutKept(value: Fields, origin: Origin): Fields {
  const { _meta } = value
  if (!isFields(_meta) || !Object.hasOwn(_meta, KEYS[origin])) return value
  const { [KEYS[origin]]: laid, ...others } = _meta
  if (Object.keys(others).length > 0) return { ...value, _meta: others }
  if (isFields(laid) && laid.meta !== undefined) return { ...value, _meta: laid.meta }
  const { _meta: _, ...bare } = value
  return bare
}

/** Whether something was laid away in an object. */
export function hasKept(value: Fields, origin: Origin): boolean {
  return keptIn(value, origin) !== NOTHING
}

/** The same object with the fields that were laid away in it, each in its place. */
export function restoreFields(value: Fields, origin: Origin): Fields {
  if (!hasKept(value, origin)) return value
  const { fields } = keptIn(value, origin)
  return { ...withoutKept(value, origin), ...(isFields(fields) ? fields : {}) }
}

/** An update that says nothing, to carry one that the other version has no words for. */
export function carry(update: Fields, origin: Origin): Fields {
  return keep({ sessionUpdate: 'session_info_update' }, origin, { update })
}

/** A text for what should be one. Not `String`: an object of the peer's may have no text, and says so by throwing. */
export function toText(value: unknown): string {
  return isText(value) ? value : ''
}

/** The names of fields in what should be a list of them. */
export function toKeys(value: unknown): readonly string[] {
  return isList(value) ? value.filter(isText) : []
}

/** Fields that are left out, so that they mean what nothing means. */
export function without(value: Fields, ...keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}
