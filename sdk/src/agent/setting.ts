/** What an author can let the user set about a session, as it is declared. */

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

/** Every choice, whatever group it stands in. */
export function choicesOf({ choices }: SelectSetting): readonly Choice[] {
  return choices.flatMap(choice => ('choices' in choice ? choice.choices : [choice]))
}
