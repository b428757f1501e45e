/** The settings of a session, the same for every version: read off the wire's two spellings, checked before one is set. */

import { AcpError } from '../protocol/index.js'
import type { v1, v2 } from '../schema/index.js'

/** A way of working that the agent offers. */
export interface SessionMode {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
}

/** One value that an option may have. */
export interface OptionChoice {
  readonly value: string
  readonly name: string
  readonly description?: string | undefined
  /** The heading it stands under, where the agent groups them. */
  readonly group?: string | undefined
}

/** A setting of a session that the user may change, in the agent's order of importance. */
export interface SessionOption {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** `mode`, `model`, `thought_level` or another word; only for how it is shown. */
  readonly category?: string | undefined
  /** `select`, `boolean`, or a kind that only this agent knows and this client cannot set. */
  readonly type: string
  readonly value: string | boolean | undefined
  /** What a `select` may be set to; empty for every other kind. */
  readonly choices: readonly OptionChoice[]
}

type AnyOption = v1.SessionConfigOption | v2.SessionConfigOption

export function toOption(raw: AnyOption): SessionOption {
  const value = 'currentValue' in raw ? raw.currentValue : undefined
  return {
    id: 'configId' in raw ? raw.configId : raw.id,
    name: raw.name,
    description: raw.description ?? undefined,
    category: raw.category ?? undefined,
    type: raw.type,
    value: typeof value === 'string' || typeof value === 'boolean' ? value : undefined,
    choices: raw.type === 'select' ? raw.options.flatMap(toChoices) : [],
  }
}

type AnyChoice =
  | v1.SessionConfigSelectOption
  | v1.SessionConfigSelectGroup
  | v2.SessionConfigSelectOption
  | v2.SessionConfigSelectGroup

function toChoices(raw: AnyChoice): readonly OptionChoice[] {
  if ('options' in raw) return raw.options.map(option => toChoice(option, raw.name))
  return [toChoice(raw, undefined)]
}

function toChoice(
  { value, name, description }: v1.SessionConfigSelectOption | v2.SessionConfigSelectOption,
  group: string | undefined,
): OptionChoice {
  return { value, name, description: description ?? undefined, group }
}

/** The option, if it is there and may be set to the value; else a local error that says what is on offer. */
export function demandOption(
  options: readonly SessionOption[],
  id: string,
  value: string | boolean,
): SessionOption {
  const option = options.find(each => each.id === id)
  if (option === undefined) throw notOffered(`option "${id}"`, namesOf(options))
  if (option.type === 'boolean' && typeof value !== 'boolean')
    throw notOffered(`such value of "${id}"`, ['true', 'false'])
  if (option.type === 'select' && !option.choices.some(choice => choice.value === value))
    throw notOffered(
      `value "${value}" of "${id}"`,
      option.choices.map(choice => choice.value),
    )
  if (option.type !== 'select' && option.type !== 'boolean')
    throw new AcpError(
      'not_offered',
      `the option "${id}" is of the kind "${option.type}", which this client does not know`,
    )
  return option
}

export function demandMode(modes: readonly SessionMode[], id: string): void {
  if (!modes.some(mode => mode.id === id)) throw notOffered(`mode "${id}"`, namesOf(modes))
}

const MOST_NAMED = 20

/** What was asked for is not there; says what is. */
export function notOffered(what: string, available: readonly string[]): AcpError {
  const some = available.slice(0, MOST_NAMED).join(', ')
  return new AcpError('not_offered', `the agent offers no ${what}; it offers ${some === '' ? 'none' : some}`)
}

function namesOf(things: readonly { readonly id: string }[]): readonly string[] {
  return things.map(({ id }) => id)
}
