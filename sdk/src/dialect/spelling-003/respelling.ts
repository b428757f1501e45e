/** How one value is spelled by them and by us, as data: names that differ, values inside, and what version 1 has no place for. */

import { isFields } from '../../schema/fields.js'
import { keep, kept, withoutKept } from '../kept.js'

export type Fields = Readonly<Record<string, unknown>>

/** A value both ways. What is not of the expected form passes as it is; the same reference where nothing changes. */
export interface Respelling {
  toOurs(value: unknown): unknown
  toTheirs(value: unknown): unknown
}

/** How an object is spelled. */
export interface ObjectSpelling {
  /** Their name for a field, and ours. */
  readonly names?: Readonly<Record<string, string>>
  /** How the values of fields are spelled, by our names. */
  readonly within?: Readonly<Record<string, Respelling>>
  /** Fields of theirs that version 1 has no place for. */
  readonly laidAway?: readonly string[]
  /** What we must say where they say nothing, by our names. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** What only we say, and have to find out by ourselves. */
  readonly foundOut?: readonly string[]
}

interface Prepared {
  readonly ourNames: ReadonlyMap<string, string>
  readonly theirNames: ReadonlyMap<string, string>
  readonly within: ReadonlyMap<string, Respelling>
  readonly laidAway: ReadonlySet<string>
  readonly defaults: readonly (readonly [string, unknown])[]
  readonly foundOut: ReadonlySet<string>
}

type Entry = readonly [name: string, value: unknown]

/** Names of what is noted beside the fields that are laid away; no field of theirs begins so. */
export const NOTE = '$'

export function object(spelling: ObjectSpelling): Respelling {
  const names = Object.entries(spelling.names ?? {})
  const prepared: Prepared = {
    ourNames: new Map(names),
    theirNames: new Map(names.map(([theirs, ours]) => [ours, theirs])),
    within: new Map(Object.entries(spelling.within ?? {})),
    laidAway: new Set(spelling.laidAway),
    defaults: Object.entries(spelling.defaults ?? {}),
    foundOut: new Set(spelling.foundOut),
  }
  return {
    toOurs: value => (isFields(value) ? objectToOurs(prepared, value) : value),
    toTheirs: value => (isFields(value) ? objectToTheirs(prepared, value) : value),
  }
}

/** A list of values that are spelled alike. */
export function list(item: Respelling): Respelling {
  const each = (value: unknown, respell: (value: unknown) => unknown): unknown => {
    if (!Array.isArray(value)) return value
    const respelled = value.map(respell)
    return respelled.some((one, index) => one !== value[index]) ? respelled : value
  }
  return {
    toOurs: value => each(value, item.toOurs),
    toTheirs: value => each(value, item.toTheirs),
  }
}

/** What they answer with `null` is an empty object of ours. */
export const nothing: Respelling = {
  toOurs(value) {
    if (value === null) return {}
    return isFields(value) ? layAway(value, { $isObject: true }) : value
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const { bare, extras } = takeOut(value)
    if (extras.$isObject === true) return giveBack(bare, extras)
    return Object.keys(bare).length === 0 ? null : bare
  },
}

function objectToOurs(spelling: Prepared, value: Fields): Fields {
  const extras: Record<string, unknown> = {}
  const plain: string[] = []
  const entries: Entry[] = []
  let isChanged = false
  for (const [name, field] of Object.entries(value)) {
    const theirs = spelling.theirNames.get(name)
    // Our name for something they have said in their own words as well.
    if (spelling.laidAway.has(name) || (theirs !== undefined && Object.hasOwn(value, theirs)))
      extras[name] = field
    else if (theirs !== undefined) {
      plain.push(name)
      entries.push([name, field])
    } else {
      const ours = spelling.ourNames.get(name) ?? name
      const respelled = fieldToOurs(spelling.within.get(ours), field)
      if (respelled.isOdd) extras[name] = field
      isChanged ||= ours !== name || respelled.value !== field
      entries.push([ours, respelled.value])
    }
  }
  const lacking = spelling.defaults.filter(([name]) => !entries.some(entry => entry[0] === name))
  if (plain.length > 0) extras.$plain = plain
  if (lacking.length > 0) extras.$lacks = lacking.map(([name]) => name)
  if (!isChanged && Object.keys(extras).length === 0) return layAway(value, extras)
  return layAway(Object.fromEntries([...entries, ...lacking]), extras)
}

/** What is not of the expected form passes as it is; it is odd where the way back would take it for ours. */
function fieldToOurs(
  respelling: Respelling | undefined,
  field: unknown,
): { readonly value: unknown; readonly isOdd: boolean } {
  if (respelling === undefined) return { value: field, isOdd: false }
  const value = respelling.toOurs(field)
  return { value, isOdd: value === field && respelling.toTheirs(field) !== field }
}

/** Lays extras away in an object of theirs that has been respelled; what stood in that place comes back, too. */
export function layAway(value: Fields, extras: Fields): Fields {
  const bare = withoutKept(value, '003')
  const isTaken = bare !== value
  if (!isTaken && Object.keys(extras).length === 0) return value
  const { _meta: meta } = value
  // An empty place would be taken for one that was made for what is laid away here.
  const isOdd = Object.hasOwn(value, '_meta') && !(isFields(meta) && Object.keys(meta).length > 0)
  return keep(bare, '003', isTaken || isOdd ? { ...extras, $meta: meta } : extras)
}

/** The same for an object in which something may be laid away already. */
export function layMoreAway(value: Fields, extras: Fields): Fields {
  return Object.keys(kept(value, '003')).length > 0 ? keep(value, '003', extras) : layAway(value, extras)
}

/** An object of ours without what was laid away in it, and that. */
export function takeOut(value: Fields): { readonly bare: Fields; readonly extras: Fields } {
  return { bare: withoutKept(value, '003'), extras: kept(value, '003') }
}

/** Gives an object of theirs back what was laid away. */
export function giveBack(bare: Fields, extras: Fields): Fields {
  const names = Object.keys(extras)
  if (names.length === 0) return bare
  const fields = Object.entries(extras).filter(([name]) => !name.startsWith(NOTE))
  const whole: Fields = fields.length === 0 ? bare : { ...bare, ...Object.fromEntries(fields) }
  return Object.hasOwn(extras, '$meta') ? { ...whole, _meta: extras.$meta } : whole
}

function objectToTheirs(spelling: Prepared, value: Fields): Fields {
  const { bare, extras } = takeOut(value)
  const plain: readonly unknown[] = Array.isArray(extras.$plain) ? extras.$plain : []
  const lacks: readonly unknown[] = Array.isArray(extras.$lacks) ? extras.$lacks : []
  let isChanged = bare !== value
  const entries: Entry[] = []
  for (const [name, field] of Object.entries(bare)) {
    if (lacks.includes(name) && isDefault(spelling, name, field)) isChanged = true
    else if (plain.includes(name)) entries.push([name, field])
    else {
      const theirs = spelling.theirNames.get(name) ?? name
      const respelling = spelling.within.get(name)
      const respelled = respelling === undefined ? field : respelling.toTheirs(field)
      isChanged ||= theirs !== name || respelled !== field
      entries.push([theirs, respelled])
    }
  }
  return isChanged ? giveBack(Object.fromEntries(entries), extras) : value
}

function isDefault(spelling: Prepared, name: string, field: unknown): boolean {
  if (spelling.foundOut.has(name)) return true
  const [, value] = spelling.defaults.find(entry => entry[0] === name) ?? []
  if (Array.isArray(value)) return Array.isArray(field) && field.length === 0
  return value === field
}
