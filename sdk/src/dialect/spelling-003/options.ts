/** Settings of a session: they set any value by name and are told nothing; here there is a list of what can be set to what. */

import { isFields } from '../../schema/fields.js'
import { type Fields, layAway, object, takeOut } from './respelling.js'

const setParams = object({ names: { option: 'configId' } })

/** What can be set to what in one session. */
export type Options = readonly unknown[]

/** A setting of theirs, or what is wrong with it. */
export function settingToOurs(params: unknown, options: Options | undefined): unknown {
  const ours = setParams.toOurs(params)
  if (!isFields(params) || !isFields(ours)) return ours
  const { value } = params
  const known = options?.find(each => isFields(each) && each.id === ours.configId)
  const values = valuesOf(known)
  if (typeof value === 'string') return ours
  const { bare, extras } = takeOut(ours)
  const word = wordOf(value)
  if (values.includes(word)) return layAway({ ...bare, value: word }, { ...extras, value })
  if (typeof value === 'boolean') return { ...ours, type: 'boolean' }
  return new SettingFlaw(describe(known, values, value))
}

/** Why a setting cannot be made here. */
export class SettingFlaw {
  readonly flaw: string

  constructor(flaw: string) {
    this.flaw = flaw
  }
}

const MOST_NAMED = 20

function describe(known: unknown, values: readonly string[], value: unknown): string {
  const expected =
    values.length > 0
      ? `one of ${values.slice(0, MOST_NAMED).join(', ')}`
      : `a string or a boolean${known === undefined ? ', for nothing is known of this option' : ''}`
  return `/value: expected ${expected}, found ${value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value}`
}

/** A setting of ours; that a value is true or false needs no saying there. */
export function settingToTheirs(params: unknown): unknown {
  const theirs = setParams.toTheirs(params)
  if (!isFields(theirs) || theirs.type !== 'boolean') return theirs
  const { type: _, ...others } = theirs
  return others
}

function valuesOf(option: unknown): readonly string[] {
  if (!isFields(option) || !Array.isArray(option.options)) return []
  return option.options
    .flatMap(each => (isFields(each) && Array.isArray(each.options) ? each.options : [each]))
    .map(each => (isFields(each) ? each.value : undefined))
    .filter(value => typeof value === 'string')
}

/** The list after one has been set: what the agent told of it, else what can be told from the value. */
export function optionsAfter(options: Options | undefined, configId: string, value: unknown): Options {
  const before = options ?? []
  const isKnown = before.some(each => isFields(each) && each.id === configId)
  if (!isKnown) return [...before, toOption(configId, value)]
  return before.map(each =>
    isFields(each) && each.id === configId ? (withValue(each, value) as unknown) : each,
  )
}

function withValue(option: Fields, value: unknown): Fields {
  if (option.type !== 'select' || valuesOf(option).includes(wordOf(value)))
    return { ...option, currentValue: value }
  return toOption(`${option.id as string}`, value)
}

function toOption(id: string, value: unknown): Fields {
  if (typeof value === 'boolean') return { id, name: id, type: 'boolean', currentValue: value }
  const word = wordOf(value)
  return { id, name: id, type: 'select', currentValue: word, options: [{ value: word, name: word }] }
}

/** A plain value as text; what has parts is no value to choose. */
function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`
    : ''
}
