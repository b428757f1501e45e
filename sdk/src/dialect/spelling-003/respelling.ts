/** How one value is spelled by them and by us, as data: names that differ, values inside, and what version 1 has no place for. */

import { isFields, keep, kept, withoutKept } from '../kept.js'

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
}

interface Prepared {
  readonly ourNames: ReadonlyMap<string, string>
  readonly theirNames: ReadonlyMap<string, string>
  readonly within: ReadonlyMap<string, Respelling>
  readonly laidAway: ReadonlySet<string>
  readonly defaults: readonly (readonly [string, unknown])[]
}

type Entry = readonly [name: string, value: unknown]

/** Names of what is noted beside the fields that are laid away; no field of theirs begins so. */
const NOTE = '$'

export function object(spelling: ObjectSpelling): Respelling {
  const names = Object.entries(spelling.names ?? {})
  const prepared: Prepared = {
    ourNames: new Map(names),
    theirNames: new Map(names.map(([theirs, ours]) => [ours, theirs])),
    within: new Map(Object.entries(spelling.within ?? {})),
    laidAway: new Set(spelling.laidAway),
    defaults: Object.entries(spelling.defaults ?? {}),
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
    return isFields(value) && Object.keys(value).length === 0 ? keep({}, '003', { $isObject: true }) : value
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const bare = withoutKept(value, '003')
    return Object.keys(bare).length === 0 && kept(value, '003').$isObject !== true ? null : bare
  },
}

function objectToOurs(spelling: Prepared, value: Fields): Fields {
  const extras: Record<string, unknown> = {}
  const plain: string[] = []
  const entries: Entry[] = []
  let isChanged = false
  for (const [name, field] of Object.entries(value)) {
    const ours = spelling.ourNames.get(name)
    const theirs = spelling.theirNames.get(name)
    if (spelling.laidAway.has(name)) extras[name] = field
    // Our name for something they have said in their own words as well.
    else if (theirs !== undefined && Object.hasOwn(value, theirs)) extras[name] = field
    else if (theirs !== undefined) {
      plain.push(name)
      entries.push([name, field])
    } else {
      const respelled = toOursWithin(spelling, ours ?? name, field)
      isChanged ||= ours !== undefined || respelled !== field
      entries.push([ours ?? name, respelled])
    }
  }
  const lacking = spelling.defaults.filter(([name]) => !entries.some(entry => entry[0] === name))
  if (plain.length > 0) extras.$plain = plain
  if (lacking.length > 0) extras.$lacks = lacking.map(([name]) => name)
  if (!isChanged && Object.keys(extras).length === 0 && !hasOwnNotes(value)) return value
  return layAway(Object.fromEntries([...entries, ...lacking]), extras)
}

function toOursWithin(spelling: Prepared, name: string, field: unknown): unknown {
  const respelling = spelling.within.get(name)
  return respelling === undefined ? field : respelling.toOurs(field)
}

/** Lays extras away in an object of theirs that has been respelled; what it had there of its own comes back, too. */
export function layAway(value: Fields, extras: Fields): Fields {
  const own = hasOwnNotes(value) ? { $own: ownNotes(value) } : {}
  const bare = withoutKept(value, '003')
  const all = { ...extras, ...own }
  if (Object.keys(all).length === 0) return bare
  const meta = Object.hasOwn(bare, '_meta') ? bare._meta : undefined
  // An empty place would be taken for one that was made for what is laid away here.
  const isOdd = Object.hasOwn(bare, '_meta') && !(isFields(meta) && Object.keys(meta).length > 0)
  return keep(bare, '003', isOdd ? { ...all, $meta: meta } : all)
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
  const noted = Object.hasOwn(extras, '$meta') ? { ...whole, _meta: extras.$meta } : whole
  return isFields(extras.$own) ? keep(noted, '003', extras.$own) : noted
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
  const [, value] = spelling.defaults.find(entry => entry[0] === name) ?? []
  if (Array.isArray(value)) return Array.isArray(field) && field.length === 0
  return value === field
}

function hasOwnNotes(value: Fields): boolean {
  return Object.keys(ownNotes(value)).length > 0
}

function ownNotes(value: Fields): Fields {
  return kept(value, '003')
}
