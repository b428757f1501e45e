/**
 * How one object is spelled here and there, as a table. What a side has no place for is laid away in `_meta` of the
 * other spelling and comes back from there, so that there and back again is the same by value.
 */

import { isFields } from '../../schema/fields.js'
import { boundedLine } from '../../text/index.js'
import { equalValues, type Fields, isList } from '../../thread/fields.js'
import { keep, kept, type Shelf, withoutKept } from '../kept.js'

export type { Fields }
export { equalValues, isFields, isList, keep, kept }

/** What has to be known to read a value: the folder that relative paths start from. */
export interface Scene {
  readonly folder?: string | undefined
}

type Convert = (value: unknown, scene: Scene) => unknown

/** One field: what version 1 calls it, and how its value is read and written. Undefined: it cannot be said there. */
export interface Row {
  readonly ours: string
  readonly read?: Convert
  readonly write?: Convert
  /** Whether a value may not survive: then the original is laid away beside what became of it. */
  readonly isLossy?: boolean
  /** What version 1 demands where this spelling may be silent. */
  readonly missing?: unknown
}

/** Fields of this spelling, by name; a word alone is what version 1 calls the same value. */
export type Table = Readonly<Record<string, Row | string>>

interface Turn {
  readonly target: string
  readonly convert: Convert | undefined
  readonly back: Convert | undefined
  readonly isLossy: boolean
}

/** A table, ready for both directions. */
export interface Spelling {
  readonly toOurs: ReadonlyMap<string, Turn>
  readonly toTheirs: ReadonlyMap<string, Turn>
  readonly missing: readonly (readonly [theirs: string, ours: string, value: unknown])[]
}

export function spelling(table: Table): Spelling {
  const rows = Object.entries(table).map(
    ([theirs, row]) => [theirs, typeof row === 'string' ? { ours: row } : row] as const,
  )
  const turn = (target: string, [convert, back]: readonly (Convert | undefined)[], row: Row): Turn => ({
    target,
    convert,
    back,
    isLossy: row.isLossy ?? false,
  })
  return {
    toOurs: new Map(rows.map(([theirs, row]) => [theirs, turn(row.ours, [row.read, row.write], row)])),
    toTheirs: new Map(rows.map(([theirs, row]) => [row.ours, turn(theirs, [row.write, row.read], row)])),
    missing: rows.flatMap(([theirs, { ours, missing }]) =>
      missing === undefined ? [] : [[theirs, ours, missing] as const],
    ),
  }
}

export function toOurs(fields: Fields, { toOurs: turns, missing }: Spelling, scene: Scene = {}): Fields {
  const respelled = respell(fields, { turns, from: 'v1', into: '004', scene })
  const made = missing.filter(
    ([theirs, ours]) => !Object.hasOwn(fields, theirs) && !Object.hasOwn(respelled, ours),
  )
  return made.length === 0
    ? respelled
    : withMade(respelled, '004', Object.fromEntries(made.map(([, ours, value]) => [ours, value])))
}

export function toTheirs(fields: Fields, { toTheirs: turns }: Spelling, scene: Scene = {}): Fields {
  return respell(fields, { turns, from: '004', into: 'v1', scene })
}

/** Adds what was made up for the sake of the other spelling, and notes that it was: it goes no way back. */
export function withMade(fields: Fields, shelf: Shelf, made: Fields): Fields {
  const added = Object.entries(made).filter(
    ([key, value]) => value !== undefined && !Object.hasOwn(fields, key),
  )
  if (added.length === 0) return fields
  const before = namesIn(kept(fields, shelf).made)
  return keep({ ...fields, ...Object.fromEntries(added) }, shelf, {
    made: [...before, ...added.map(([key]) => key)],
  })
}

/** The same with a note that it was spelled like this by the peer, who may have left out on purpose what it left out. */
export function signed(fields: Fields): Fields {
  return keep(fields, '004', { made: namesIn(kept(fields, '004').made) })
}

/** Adds what this spelling demands, unless the peer that wrote the original in it did without. */
export function complete(spoken: Fields, original: Fields, made: Fields): Fields {
  return isSigned(original) ? spoken : withMade(spoken, 'v1', made)
}

export function isSigned(original: Fields): boolean {
  return Object.keys(kept(original, '004')).length > 0
}

/** A field that version 1 may call null and this spelling may only leave out. */
export function optional(ours: string): Row {
  return { ours, write: value => value ?? undefined }
}

/** A field that is one object, or a list of objects, with a table of its own. */
export function one(inner: Spelling): Pick<Row, 'read' | 'write'> {
  return {
    read: (value, scene) => (isFields(value) ? toOurs(value, inner, scene) : value),
    write: (value, scene) => (isFields(value) ? toTheirs(value, inner, scene) : value),
  }
}

export function each(row: Pick<Row, 'read' | 'write'>): Pick<Row, 'read' | 'write'> {
  const all =
    (convert: Convert | undefined): Convert =>
    (value, scene) =>
      isList(value) && convert !== undefined ? value.map(item => convert(item, scene)) : value
  return { read: all(row.read), write: all(row.write) }
}

interface Way {
  readonly turns: ReadonlyMap<string, Turn>
  /** Whose words lie in what is read: they belong to the spelling that is being written. */
  readonly from: Shelf
  /** Where words go that the spelling being written has no place for. */
  readonly into: Shelf
  readonly scene: Scene
}

function respell(fields: Fields, { turns, from, into, scene }: Way): Fields {
  const laid = kept(fields, from)
  const made = namesIn(laid.made)
  const found = new Map<string, unknown>()
  const extras: [string, unknown][] = []
  for (const [key, value] of Object.entries(fields)) {
    if (key === '_meta' || value === undefined || made.includes(key)) continue
    const turn = turns.get(key)
    if (turn === undefined) extras.push([key, value])
    else take(turn, { key, value, scene, laid }, { found, extras })
  }
  for (const [key, value] of Object.entries(laid))
    if (key !== 'made' && !found.has(key)) found.set(key, value)
  const { _meta } = withoutKept(fields, from)
  // An empty one, or one that is none, would be gone with what is laid away in it.
  if (isFields(_meta) && Object.keys(_meta).length > 0) found.set('_meta', _meta)
  else if (_meta !== undefined) extras.push(['_meta', _meta])
  const respelled = Object.fromEntries(found)
  return extras.length === 0 ? respelled : keep(respelled, into, Object.fromEntries(extras))
}

interface Given {
  readonly key: string
  readonly value: unknown
  readonly scene: Scene
  readonly laid: Fields
}

interface Taken {
  readonly found: Map<string, unknown>
  readonly extras: [string, unknown][]
}

function take(turn: Turn, { key, value, scene, laid }: Given, { found, extras }: Taken): void {
  const { target, convert, back, isLossy } = turn
  if (isLossy && Object.hasOwn(laid, target)) {
    const original = laid[target]
    // Whoever changed the value since then means the new one.
    if (equalValues(back ? back(original, scene) : original, value)) {
      found.set(target, original)
      return
    }
  }
  const said = convert ? convert(value, scene) : value
  if (said === undefined) {
    extras.push([key, value])
    return
  }
  found.set(target, said)
  if (isLossy && !equalValues(back ? back(said, scene) : said, value)) extras.push([key, value])
}

/** Any value of JSON as text: what is no text may have a "toString" that is no function. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The same as part of a message, however long it is. */
export function shown(value: unknown): string {
  return boundedLine(textOf(value), 200)
}

function namesIn(value: unknown): readonly unknown[] {
  return isList(value) ? value : []
}
