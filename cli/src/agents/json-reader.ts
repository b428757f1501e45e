/** Reads JSON that people or strangers wrote: says where it is broken, and takes only what was expected. */

import { boundedLine, readPolicy } from '@parley/acp/guard'
import { isObject, type JsonObject } from '../json-object.js'

/** Something in a document that is not as it should be. */
export class JsonFlaw extends Error {
  override readonly name = 'JsonFlaw'
  constructor(path: string, expected: string, found: string) {
    super(`${boundedLine(path, 100)}: expected ${expected}, found ${found}`)
  }
}

/** The value of a text, or a flaw that says where it stops being JSON. Never quotes more than a word of it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The engine quotes what stands around the place, secrets too; the reader of policies names only the place.
    const reading = readPolicy(text.slice(0, 200_000), 'user')
    const [flaw] = 'flaws' in reading ? reading.flaws : []
    throw new JsonFlaw('$', 'JSON', flaw?.expected === 'JSON' ? flaw.found : 'something else')
  }
}

/** What a value is, in a word, without saying it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return { object: 'an object', string: 'text', number: 'a number', boolean: 'true or false' }[
    typeof value as 'object' | 'string' | 'number' | 'boolean'
  ]
}

export function demandObject(value: unknown, path: string): JsonObject {
  if (isObject(value)) return value
  throw new JsonFlaw(path, 'an object', kindOf(value))
}

/** A member that is the object's own: whatever a document says, nothing is inherited. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function demandText(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new JsonFlaw(path, 'text', value === '' ? 'an empty text' : kindOf(value))
}

export function demandTexts(value: unknown, path: string): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new JsonFlaw(path, 'a list of texts', kindOf(value))
  const list: readonly unknown[] = value
  return list.map((each, index) => {
    if (typeof each === 'string') return each
    throw new JsonFlaw(`${path}[${index}]`, 'text', kindOf(each))
  })
}
