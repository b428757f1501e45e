/**
 * Optional properties that are dropped, never fatal, when they are malformed: the commonest in the protocol by far.
 * One call each keeps the generated code small; the value is read by the caller, where its place is known.
 */
import { sift } from './collection.js'
import { isRecord } from './leaf.js'
import type { Shape, Trail } from './trail.js'

type Fields = Record<string, unknown>

// biome-ignore-start lint/complexity/useMaxParams: called by generated code alone, where an object per call would cost more than the check
export function softText(out: Fields, key: string, value: unknown, trail: Trail): Fields {
  return value === undefined || value === null || typeof value === 'string'
    ? out
    : trail.drop(out, key, 'string')
}

export function softRecord(out: Fields, key: string, value: unknown, trail: Trail): Fields {
  return value === undefined || value === null || isRecord(value) ? out : trail.drop(out, key, 'object')
}

export function softPart(out: Fields, key: string, value: unknown, shape: Shape, trail: Trail): Fields {
  if (value === undefined || value === null) return out
  trail.enter(key)
  const next = shape(value, trail)
  trail.leave()
  return next === value ? out : trail.put(out, key, trail.pardon(next, undefined))
}

export function softList(out: Fields, key: string, value: unknown, item: Shape, trail: Trail): Fields {
  if (value === undefined || value === null) return out
  trail.enter(key)
  const next = sift(value, trail, item)
  trail.leave()
  return next === value ? out : trail.put(out, key, trail.pardon(next, undefined))
}
// biome-ignore-end lint/complexity/useMaxParams: see above
