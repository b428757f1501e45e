/**
 * Where a validator is inside a message, what it found wrong there, and the copies it made to mend it.
 * Knows paths and flaws; knows no type of the protocol, and never keeps a value of the peer in a flaw.
 */

/** What a shape answers when a value cannot be used at all. */
export const BAD: unique symbol = Symbol('bad')

/** Answers the same reference when nothing is wrong, a mended copy when something could be dropped, or `BAD`. */
export type Shape = (value: unknown, trail: Trail) => unknown

export interface Flaw {
  /** A JSON pointer into the validated value, such as `/prompt/0/text`. */
  readonly path: string
  readonly expected: string
  /** A word for what stood there; never the value itself. */
  readonly found: string
  /** True when the value was refused because of it, false when the place was dropped or replaced. */
  readonly fatal: boolean
}

type Key = string | number
type OpenFlaw = { -readonly [Name in keyof Flaw]: Flaw[Name] }
type Fields = Record<string, unknown>

const KEPT_FLAWS = 64
const KEY_LENGTH = 64
const NONE: OpenFlaw[] = []
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** One pass over one value. Making one costs as much as validating a small message, so a clean one may serve again. */
export class Trail {
  readonly #keys: Key[] = []
  #depth = 0
  #hushed = 0
  #flaws: OpenFlaw[] = NONE
  #omitted = 0
  #copies: Set<unknown> | undefined

  get flaws(): readonly Flaw[] {
    return this.#flaws
  }

  /** How many flaws were found beyond the 64 that are kept. */
  get omitted(): number {
    return this.#omitted
  }

  /** Nothing was found and nothing copied: the trail may serve the next value. */
  get isClean(): boolean {
    return this.#flaws === NONE && this.#copies === undefined
  }

  enter(key: Key): void {
    this.#keys[this.#depth++] = key
  }

  /** Moves to a sibling: cheaper than leaving and entering for each item of a list. */
  at(key: Key): void {
    this.#keys[this.#depth - 1] = key
  }

  leave(): void {
    this.#depth--
  }

  fail(expected: string, value: unknown): typeof BAD {
    if (this.#hushed === 0) this.#record(this.#path(), expected, value).fatal = true
    return BAD
  }

  failAt(key: string, expected: string, value: unknown): typeof BAD {
    this.enter(key)
    this.fail(expected, value)
    this.leave()
    return BAD
  }

  /** A copy without the key, and a flaw that says so. */
  drop(fields: Fields, key: string, expected: string): Fields {
    if (this.#hushed === 0) this.#record(`${this.#path()}/${toStep(key)}`, expected, fields[key])
    return this.put(fields, key, undefined)
  }

  /** A copy with another value under the key; `undefined` takes the key away. */
  put(fields: Fields, key: string, next: unknown): Fields {
    const copy = this.#own(fields)
    if (next === undefined) delete copy[key]
    else copy[key] = next
    return copy
  }

  /** Turns a refusal into a loss: the flaw stays, the message lives on. */
  pardon(next: unknown, fallback: unknown): unknown {
    if (next !== BAD) return next
    const last = this.#flaws.at(-1)
    if (this.#hushed === 0 && last !== undefined) last.fatal = false
    return fallback
  }

  /** Whether the shape would take the value, without leaving a flaw: for unions that are told apart by trying. */
  fits(shape: Shape, value: unknown): boolean {
    this.#hushed++
    const next = shape(value, this)
    this.#hushed--
    return next !== BAD
  }

  // A copy is made once per object and then changed in place; an own `__proto__` never survives the copying.
  #own(fields: Fields): Fields {
    if (this.#copies?.has(fields)) return fields
    const copy = { ...fields }
    // biome-ignore lint/complexity/useLiteralKeys: the quoted form says that an own key is meant, not the accessor
    delete copy['__proto__']
    this.#copies ??= new Set()
    this.#copies.add(copy)
    return copy
  }

  #path(): string {
    let path = ''
    for (let index = 0; index < this.#depth; index++) path += `/${toStep(this.#keys[index])}`
    return path
  }

  // When the list is full a later flaw takes the last place, so that a fatal one is always the last of the list.
  #record(path: string, expected: string, value: unknown): OpenFlaw {
    const flaw = { path, expected, found: toWord(value, expected), fatal: false }
    if (this.#flaws === NONE) this.#flaws = []
    if (this.#flaws.length >= KEPT_FLAWS) {
      this.#flaws.pop()
      this.#omitted++
    }
    this.#flaws.push(flaw)
    return flaw
  }
}

/** A key as a step of a JSON pointer: bounded, and without what a terminal would obey. */
export function toStep(key: Key | undefined): string {
  if (typeof key !== 'string') return String(key)
  return key.slice(0, KEY_LENGTH).replace(UNPRINTABLE, '').replaceAll('~', '~0').replaceAll('/', '~1')
}

// What is expected is a type's name (`ToolKind`) where the schema lists the strings, and a plain word elsewhere.
function toWord(value: unknown, expected: string): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'empty array' : 'array'
  if (typeof value !== 'string') return typeof value
  if (value === '') return 'empty string'
  return /^[A-Z]/.test(expected) ? 'a string not listed' : 'string'
}
