/** What a user can set about a session: declared by the author, validated here, the same in every version. */

import { rpcError } from '../protocol/index.js'
import type { OptionValues } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import { demandSettings } from './definition-check.js'
import { choicesOf, MODE, type Mode, type SelectSetting, type Setting } from './setting.js'

/** What an author declares. */
export interface Declared {
  /** The first one is where a session begins. */
  readonly modes?: readonly Mode[] | undefined
  readonly settings?: readonly Setting[] | undefined
}

/** The settings of a session that is being opened. */
export async function settingsOf({ settings, modes = [] }: AgentDefinition): Promise<readonly Setting[]> {
  if (typeof settings !== 'function') return settings ?? []
  const made = await settings()
  demandSettings(made, modes)
  return made
}

/** The settings of one session and their values. */
export class Settings {
  readonly declared: readonly Setting[]
  readonly #values = new Map<string, string | boolean>()

  /** Values kept from an earlier time count as far as they still make sense. */
  constructor({ modes = [], settings = [] }: Declared, kept: OptionValues = {}) {
    const [first] = modes
    const mode = first === undefined ? [] : [toSetting(modes, first)]
    this.declared = [...mode, ...settings]
    for (const setting of this.declared) {
      const value = Object.hasOwn(kept, setting.id) ? kept[setting.id] : undefined
      const isGood = value !== undefined && accepts(setting, value)
      this.#values.set(setting.id, isGood ? value : setting.initial)
    }
  }

  /** The value of a setting; nothing when there is no such setting. */
  value(id: string): string | boolean | undefined {
    return this.#values.get(id)
  }

  get values(): OptionValues {
    return Object.fromEntries(this.#values)
  }

  /** Sets one; false when it had that value already. Throws what the client may be told when there is no such value. */
  assign(id: string, value: string | boolean): boolean {
    const setting = this.declared.find(each => each.id === id)
    if (setting === undefined) throw refused(`there is no setting of that name; there are ${this.#names()}`)
    if (!accepts(setting, value)) throw refused(`${id} can be ${describeValues(setting)}`)
    const isNew = this.#values.get(id) !== value
    this.#values.set(id, value)
    return isNew
  }

  #names(): string {
    return this.declared.length === 0 ? 'none' : this.declared.map(({ id }) => id).join(', ')
  }
}

function toSetting(modes: readonly Mode[], first: Mode): SelectSetting {
  const choices = modes.map(({ id, ...mode }) => ({ value: id, ...mode }))
  return { type: 'select', id: MODE, name: 'Mode', category: 'mode', initial: first.id, choices }
}

function accepts(setting: Setting, value: string | boolean): boolean {
  if (setting.type === 'boolean') return typeof value === 'boolean'
  return choicesOf(setting).some(choice => choice.value === value)
}

function describeValues(setting: Setting): string {
  if (setting.type === 'boolean') return 'true or false'
  return choicesOf(setting)
    .map(({ value }) => value)
    .join(', ')
}

function refused(detail: string): Error {
  return rpcError('invalid_params', `Invalid params: ${detail}`)
}
