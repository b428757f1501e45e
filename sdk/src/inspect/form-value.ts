/** Places in a JSON value by pointer: read, written, taken away, always in a copy. Knows no schema. */

import { isFields } from './fields.js'

/** A pointer one step further in. */
export function below(path: string, key: string | number): string {
  return `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function stepsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What stands at the place; undefined where nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  let inside = value
  for (const step of stepsOf(path)) {
    if (Array.isArray(inside)) inside = inside[Number(step)]
    else inside = isFields(inside) && Object.hasOwn(inside, step) ? inside[step] : undefined
  }
  return inside
}

/** A copy with something else at the place; undefined takes it away. What is missing on the way there is made. */
export function withValueAt(value: unknown, path: string, next: unknown): unknown {
  return put(value, stepsOf(path), next)
}

function put(value: unknown, [step, ...rest]: readonly string[], next: unknown): unknown {
  if (step === undefined) return next
  if (Array.isArray(value)) return putItem(value, Number(step), { rest, next })
  const fields = isFields(value) ? value : {}
  const own = Object.hasOwn(fields, step) ? fields[step] : undefined
  const made = put(own, rest, next)
  if (made !== undefined) return { ...fields, [step]: made }
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== step))
}

function putItem(
  list: readonly unknown[],
  index: number,
  { rest, next }: { readonly rest: readonly string[]; readonly next: unknown },
): unknown[] {
  const made = put(list[index], rest, next)
  if (made === undefined) return list.filter((_, place) => place !== index)
  return index >= list.length ? [...list, made] : list.map((item, place) => (place === index ? made : item))
}
