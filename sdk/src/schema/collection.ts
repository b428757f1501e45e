/**
 * Lists and maps of one shape: strict, non-empty, or sifted of what does not fit.
 * Knows how to walk them without copying; the shape of an item is handed in.
 */
import { isRecord } from './leaf.js'
import { BAD, type Shape, type Trail } from './trail.js'

/** Every item must fit. */
export function list(value: unknown, trail: Trail, item: Shape): unknown {
  if (!Array.isArray(value)) return trail.fail('array', value)
  let out: unknown[] | typeof BAD = value
  trail.enter(0)
  for (let index = 0; index < value.length; index++) {
    trail.at(index)
    const next = item(value[index], trail)
    if (next === value[index]) continue
    if (next === BAD) {
      out = BAD
      break
    }
    if (out === value) out = value.slice()
    out[index] = next
  }
  trail.leave()
  return out
}

/** As `list`, and there must be at least one. */
export function fullList(value: unknown, trail: Trail, item: Shape): unknown {
  if (Array.isArray(value) && value.length === 0) return trail.fail('non-empty array', value)
  return list(value, trail, item)
}

/** Items that do not fit are left out, each with a flaw. */
export function sift(value: unknown, trail: Trail, item: Shape): unknown {
  if (!Array.isArray(value)) return trail.fail('array', value)
  let kept: unknown[] | undefined
  trail.enter(0)
  for (let index = 0; index < value.length; index++) {
    trail.at(index)
    const next = item(value[index], trail)
    if (next === value[index]) {
      kept?.push(next)
      continue
    }
    kept ??= value.slice(0, index)
    if (trail.pardon(next, BAD) !== BAD) kept.push(next)
  }
  trail.leave()
  return kept ?? value
}

/** Every value under every key must fit. */
export function table(value: unknown, trail: Trail, item: Shape): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out: Record<string, unknown> | typeof BAD = value
  trail.enter('')
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue
    trail.at(key)
    const next = item(value[key], trail)
    if (next === value[key]) continue
    if (next === BAD) {
      out = BAD
      break
    }
    out = trail.put(out, key, next)
  }
  trail.leave()
  return out
}
