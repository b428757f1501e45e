/** What a user can set about a session: declared by the author, validated here, the same in every version. */

import { rpcError } from '../protocol/index.js'
import type { OptionValues } from '../store/index.js'

/** A way for a session to work, such as only asking or also writing. */
export interface Mode {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
}

/** One value a setting can have. */
export interface Choice {
  readonly value: string
  readonly name: string
  readonly description?: string | undefined
}

/** Choices under a heading. */
export interface ChoiceGroup {
  readonly group: string
  readonly name: string
  readonly choices: readonly Choice[]
}

interface Labelled {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** What it is about, so that a client can place it: `model`, `thought_level` or a word of one's own with `_`. */
  readonly category?: 'model' | 'model_config' | 'thought_level' | 'mode' | `_${string}` | undefined
}

/** A setting with one of several values. */
export interface SelectSetting extends Labelled {
  readonly type: 'select'
  readonly initial: string
  readonly choices: readonly Choice[] | readonly ChoiceGroup[]
}

/** A setting that is on or off. */
export interface ToggleSetting extends Labelled {
  readonly type: 'boolean'
  readonly initial: boolean
}

/** Something about a session that its user can set. */
export type Setting = SelectSetting | ToggleSetting

/** The mode is a setting like any other; version 1 has words of its own for it besides. */
export const MODE = 'mode'

/** What an author declares. */
export interface Declared {
  /** The first one is where a session begins. */
  readonly modes?: readonly Mode[] | undefined
  readonly settings?: readonly Setting[] | undefined
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

/** Every choice, whatever group it stands in. */
export function choicesOf({ choices }: SelectSetting): readonly Choice[] {
  return choices.flatMap(choice => ('choices' in choice ? choice.choices : [choice]))
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
