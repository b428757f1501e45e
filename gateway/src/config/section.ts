/** A part of a file that people write: takes only what was expected, and says where something else stands. Quotes no values. */

import { boundedLine } from '@parley/acp/guard'
import { closestWord } from './closest-word.js'

/** Something in a file that is not as it should be. */
export class ConfigFlaw extends Error {
  override readonly name = 'ConfigFlaw'
  readonly path: string
  readonly expected: string
  readonly found: string

  constructor(path: string, expected: string, found: string) {
    super(`${boundedLine(path, 120)}: expected ${expected}, found ${found}`)
    this.path = path
    this.expected = expected
    this.found = found
  }
}

/** What a value is, in a word, without saying it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (value === '') return 'an empty text'
  return { object: 'an object', string: 'text', number: 'a number', boolean: 'true or false' }[
    typeof value as 'object' | 'string' | 'number' | 'boolean'
  ]
}

type Check<T> = (value: unknown, path: string) => T

/** One object of a file, and where it stands. */
export class Section {
  readonly path: string
  readonly #members: ReadonlyMap<string, unknown>

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ConfigFlaw(path, 'an object', kindOf(value))
    this.path = path
    this.#members = new Map(Object.entries(value))
  }

  /** All names that stand here, where any may. */
  get names(): readonly string[] {
    return [...this.#members.keys()]
  }

  has(name: string): boolean {
    return this.#members.has(name)
  }

  /** No other names than these. */
  demandKnown(known: readonly string[]): this {
    const other = this.names.find(name => !known.includes(name))
    if (other === undefined) return this
    const near = closestWord(other, known)
    const hint = near === undefined ? '' : ` (did you mean "${near}"?)`
    const expected = `no other keys than ${known.join(', ')}`
    throw new ConfigFlaw(this.path, expected, `"${boundedLine(other, 40)}"${hint}`)
  }

  /** What stands under a name, as `check` sees it. */
  take<T>(name: string, check: Check<T>): T {
    return check(this.#members.get(name), `${this.path}.${name}`)
  }

  /** The same, or `usual` where nothing stands there. */
  maybe<T, U>(name: string, check: Check<T>, usual: U): T | U {
    return this.#members.has(name) ? this.take(name, check) : usual
  }

  /** Every member by its name. */
  each<T>(name: string, check: (section: Section, name: string) => T): ReadonlyMap<string, T> {
    const inner = this.maybe(name, toSection, undefined)
    return new Map(inner?.names.map(each => [each, check(inner.take(each, toSection), each)] as const))
  }
}

export function toSection(value: unknown, path: string): Section {
  return new Section(value, path)
}

export function toText(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value
  throw new ConfigFlaw(path, 'text', kindOf(value))
}

export function toFlag(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value
  throw new ConfigFlaw(path, 'true or false', kindOf(value))
}

/** A list of what `check` lets through. */
export function toListOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ConfigFlaw(path, 'a list', kindOf(value))
    const list: readonly unknown[] = value
    return list.map((each, index) => check(each, `${path}[${index}]`))
  }
}

/** A whole number from `least` to `most`, which may be the same. */
export function toNumber(least: number, most: number): Check<number> {
  return (value, path) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
    const found = typeof value === 'number' ? 'another number' : kindOf(value)
    const expected = least === most ? `${least}` : `a whole number from ${least} to ${most}`
    throw new ConfigFlaw(path, expected, found)
  }
}

/** One of some words. */
export function toWord<T extends string>(words: readonly T[]): Check<T> {
  return (value, path) => {
    const found = words.find(word => word === value)
    if (found !== undefined) return found
    const near = typeof value === 'string' ? closestWord(value, words) : undefined
    const hint = near === undefined ? '' : ` (did you mean "${near}"?)`
    throw new ConfigFlaw(path, `one of ${words.join(', ')}`, `${kindOf(value)}${hint}`)
  }
}
