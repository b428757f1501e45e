/** Reading JSON of which nothing is known yet: what is not of the expected kind is as good as absent. Never throws. */

import { type Fields, isFields, present } from '../../schema/fields.js'

export { type Fields, isFields, present }

const none: Fields = {}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Those elements of a list that are objects. */
export function fieldsIn(value: unknown): readonly Fields[] {
  return listOf(value).filter(isFields)
}

/** A marker of version 2: an object says yes, nothing and null say no. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function sessionIdOf(params: unknown): string | undefined {
  return textOf(fieldsOf(params).sessionId)
}

/** The params of an update with another in its place; the same, by reference, where it is none: pieces stream by here. */
export function withUpdate(params: Fields, update: object): Fields {
  if (params.update === update) return params
  const { sessionId } = params
  const isBare = sessionId !== undefined && Object.keys(params).length === 2
  return isBare ? { sessionId, update } : { ...params, update }
}

/** The same fields without some of them. */
export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
