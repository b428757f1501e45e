/** Fills in any form with as little as it takes. */

import { toJson } from '../../agent/examined-agent.js'
import type { Json } from '../../wire/arrivals.js'

/** Something that fits the field: its first choice, or as little as it takes. */
export function valueFor(field: Json): string | number | boolean | string[] {
  const { type, minimum, minLength, minItems, items } = field
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1
  if (type === 'array') return choicesOf(toJson(items)).slice(0, Number(minItems ?? 1))
  const [first] = choicesOf(field)
  if (first !== undefined) return first
  if (field.format === 'email') return 'user@example.com'
  return 'x'.repeat(Math.max(1, Number(minLength ?? 1)))
}

function choicesOf({ enum: plain, oneOf, anyOf }: Json): string[] {
  if (Array.isArray(plain)) return plain.map(String)
  const titled = Array.isArray(oneOf) ? oneOf : anyOf
  return Array.isArray(titled) ? titled.map(each => String(toJson(each).const)) : []
}
