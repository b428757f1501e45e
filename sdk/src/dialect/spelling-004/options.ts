/** Options of a session: here one key and its value at a time, in version 1 the whole list with all that may be chosen. */

import { type Fields, isFields, isList, textOf } from './spelling.js'
import type { KnownOption, Session, State } from './state.js'

/** An option that changed, and from what to what. */
export interface Change {
  readonly key: string
  readonly previousValue?: unknown
  readonly currentValue: unknown
}

/** The options of version 1 in a list that somebody sent. */
export function optionsIn(list: unknown): readonly Fields[] | undefined {
  return isList(list) ? list.filter(isFields).filter(({ id }) => typeof id === 'string') : undefined
}

/** The value of an option of ours, in the type in which the peer last named that same value. */
export function valueFor({ spoken }: Session, { id, currentValue }: Fields): unknown {
  const named = spoken.get(textOf(id))
  return named !== undefined && idOf(named) === idOf(currentValue) ? named : currentValue
}

/** All options of ours as a map of keys to values. */
export function valuesFor(session: Session): Fields {
  return Object.fromEntries(session.listed.map(option => [textOf(option.id), valueFor(session, option)]))
}

/** What is different in a new list of ours. */
export function changesTo(session: Session, list: readonly Fields[]): readonly Change[] {
  return list.flatMap(option => {
    const before = session.listed.find(({ id }) => id === option.id)
    if (before !== undefined && before.currentValue === option.currentValue) return []
    const previous = before === undefined ? {} : { previousValue: valueFor(session, before) }
    return [{ key: textOf(option.id), ...previous, currentValue: valueFor(session, option) }]
  })
}

/** What version 1 calls a value that the peer gave an option of ours; undefined where it cannot be chosen. */
export function choiceOf(
  { listed }: Session,
  key: string,
  value: unknown,
): { readonly value: string | boolean; readonly type?: 'boolean' } | undefined {
  const option = listed.find(({ id }) => id === key)
  if (typeof value === 'string') return { value }
  const id = idOf(value)
  if (option?.type === 'select' && choicesIn(option.options).includes(id)) return { value: id }
  return typeof value === 'boolean' && option?.type !== 'select' ? { type: 'boolean', value } : undefined
}

/** What can be chosen, for a message to whoever chose something else. */
export function choicesFor({ listed }: Session, key: string): string {
  const option = listed.find(({ id }) => id === key)
  if (option === undefined)
    return `there are ${listed.map(({ id }) => textOf(id)).join(', ') || 'no options'}`
  return option.type === 'boolean' ? 'true or false' : `one of ${choicesIn(option.options).join(', ')}`
}

function choicesIn(options: unknown): readonly string[] {
  const items = isList(options) ? options.filter(isFields) : []
  return items.flatMap(({ value, options: grouped }) =>
    isList(grouped) ? choicesIn(grouped) : [textOf(value)],
  )
}

/** Each change of one is told with all of them, so neither may grow without bounds: the oldest are forgotten. */
const MOST_OPTIONS = 100
const MOST_VALUES = 100

/** The options of a peer with one more value known. */
export function learn(
  known: ReadonlyMap<string, KnownOption>,
  key: string,
  current: unknown,
): ReadonlyMap<string, KnownOption> {
  const seen = known.get(key)?.values ?? (typeof current === 'boolean' ? [true, false] : [])
  const isNew = !seen.some(value => idOf(value) === idOf(current))
  const values = isNew ? [...seen.slice(1 - MOST_VALUES), current] : seen
  const others = known.has(key) ? known : [...known].slice(1 - MOST_OPTIONS)
  return new Map(others).set(key, { current, values })
}

/** The same with all values of a map. */
export function learnAll(
  known: ReadonlyMap<string, KnownOption>,
  values: unknown,
): ReadonlyMap<string, KnownOption> {
  if (!isFields(values)) return known
  return Object.entries(values).reduce((sofar, [key, value]) => learn(sofar, key, value), known)
}

/** The options of a peer as version 1 lists them: what is known of them is all that there is to choose from. */
export function listKnown(state: State, known: ReadonlyMap<string, KnownOption>): readonly Fields[] {
  const takesBooleans = canShowBooleans(state.clientCapabilities)
  return [...known].map(([id, { current, values }]) =>
    typeof current === 'boolean' && takesBooleans
      ? { type: 'boolean', id, name: id, currentValue: current }
      : {
          type: 'select',
          id,
          name: id,
          currentValue: idOf(current),
          options: values.map(value => ({ value: idOf(value), name: idOf(value) })),
        },
  )
}

/** The peer's own value that an option of version 1 stands for. */
export function knownValue({ known }: Session, key: unknown, value: unknown): unknown {
  const values = known.get(textOf(key))?.values ?? []
  return values.find(candidate => idOf(candidate) === idOf(value)) ?? value
}

function canShowBooleans({ session }: Fields): boolean {
  const options = isFields(session) ? session.configOptions : undefined
  return isFields(options) && isFields(options.boolean)
}

function idOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}
