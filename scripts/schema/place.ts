/** A place in a schema file and how to refuse it. Knows JSON pointers; must not know what a keyword means. */

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
export interface Place {
  readonly schema: JsonObject
  readonly pointer: string
}

export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

export function refuse(place: Place, reason: string): never {
  throw new SchemaError(`${place.pointer}: ${reason}`)
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The place one or two steps further in, which must hold a schema. */
export function below(place: Place, ...steps: readonly (string | number)[]): Place {
  let value: Json | undefined = place.schema
  let pointer = place.pointer
  for (const step of steps) {
    pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (isJsonList(value)) value = value[Number(step)]
    else value = isJsonObject(value) ? value[step] : undefined
  }
  if (!isJsonObject(value)) throw new SchemaError(`${pointer}: expected a schema`)
  return { schema: value, pointer }
}

/** The same place with some keywords taken away, because they have been read. */
export function without(place: Place, ...keywords: readonly string[]): Place {
  const kept = Object.entries(place.schema).filter(([key]) => !keywords.includes(key))
  return { schema: Object.fromEntries(kept), pointer: place.pointer }
}

export function members(place: Place, keyword: string): Place[] {
  const listed = place.schema[keyword]
  if (listed === undefined) return []
  if (!isJsonList(listed)) return refuse(place, `${keyword} is not a list`)
  return listed.map((_, index) => below(place, keyword, index))
}

export function names(place: Place, keyword: string): string[] {
  const listed = place.schema[keyword] ?? []
  if (!isJsonList(listed)) return refuse(place, `${keyword} is not a list`)
  return listed.map(item =>
    typeof item === 'string' ? item : refuse(place, `${keyword} holds more than strings`),
  )
}

const REMARKS = ['title', 'description', 'discriminator', 'x-docs-ignore', 'x-method', 'x-side']

/** Refuses the place when it says anything besides remarks and the listed keywords. */
export function allow(place: Place, keywords: readonly string[]): void {
  for (const key of Object.keys(place.schema)) {
    if (REMARKS.includes(key) || keywords.includes(key)) continue
    throw new SchemaError(
      `${place.pointer}/${key.replaceAll('/', '~1')}: keyword "${key}" is not understood here`,
    )
  }
}
