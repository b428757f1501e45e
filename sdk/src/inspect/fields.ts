/** Looks into values that nobody has checked: a member that is not there, or is not of the kind asked for, is absent. */

import { type Fields, isFields } from '../schema/fields.js'

export { type Fields, isFields }

/** A member, if the value has members. */
export function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined
}

/** A member that is text. */
export function textOf(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : undefined
}

/** The items of a member that is a list; none where there is no list. */
export function itemsOf(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name)
  return Array.isArray(field) ? field : NONE
}

const NONE: readonly unknown[] = []
