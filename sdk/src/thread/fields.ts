/**
 * Reads what came over the wire without trusting it: a field is what it should be, or it is not there. Types promise
 * more than this looks at, so whoever goes deeper into a block or an item looks again.
 */

import type { ContentBlock, ToolCallContent } from './entry.js'

/** An object of which nothing is known. */
export type Fields = { readonly [key: string]: unknown }

/** How a field of an update changes what is stored. */
export type Patch = <T>(
  stored: T | undefined,
  given: unknown,
  is: (value: unknown) => value is T,
) => T | undefined

/** Left out is unchanged, and so is null. */
export const keepOnNull: Patch = (stored, given, is) => (is(given) ? given : stored)

/** Left out is unchanged, and null clears. */
export const clearOnNull: Patch = (stored, given, is) =>
  given === null ? undefined : keepOnNull(stored, given, is)

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText = (value: unknown): value is string => typeof value === 'string'

export const isNumber = (value: unknown): value is number => typeof value === 'number'

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

export const isListOf =
  <T>(is: (item: unknown) => item is T) =>
  (value: unknown): value is readonly T[] =>
    isList(value) && value.every(is)

export const isThere = (value: unknown): value is NonNullable<unknown> =>
  value !== undefined && value !== null

export const isBlock = (value: unknown): value is ContentBlock => isFields(value) && isText(value.type)

export const isToolCallContent = (value: unknown): value is ToolCallContent =>
  isFields(value) && isText(value.type)

/** The items of a list that are what they should be; none when it is no list. */
export function itemsThatAre<T>(value: unknown, is: (item: unknown) => item is T): readonly T[] {
  if (!isList(value)) return []
  return value.every(is) ? value : value.filter(is)
}

/** The same JSON value, whatever the order of its keys; a key without a value is as good as absent. */
export function equalValues(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, index) => equalValues(item, other[index]))
  if (!isFields(one) || !isFields(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every(key => equalValues(ownOf(one, key), ownOf(other, key)))
}

const ownOf = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined)
