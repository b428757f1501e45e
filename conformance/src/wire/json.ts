/** Values of which nothing is known yet, as objects. */

import type { Json } from './arrivals.js'

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value where it is an object, else an empty one. */
export function toJson(value: unknown): Json {
  return isJson(value) ? value : {}
}
