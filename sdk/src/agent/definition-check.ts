/** What an author may get wrong in a description, said when the agent is made and not when a client meets it. */

import type { AgentDefinition } from './definition.js'
import { choicesOf, MODE, type Mode, type Setting } from './setting.js'

/** Throws when the description contradicts itself. */
export function demandSound({ modes = [], settings = [], commands = [] }: AgentDefinition): void {
  demandDistinct('mode', ids(modes))
  // Those that are made later are looked at when they are made.
  if (typeof settings !== 'function') demandSettings(settings, modes)
  const names = commands.map(({ name }) => name)
  demandDistinct('command', names)
  for (const name of names)
    if (name === '' || /\s/.test(name))
      throw new Error(`the command "${name}" must have a name without blanks`)
}

/** The same for settings that are made when a session is opened. */
export function demandSettings(settings: readonly Setting[], modes: readonly Mode[]): void {
  const isMode = (setting: Setting): boolean => setting.id === MODE
  if (modes.length > 0 && settings.some(isMode))
    throw new Error(`a setting cannot have the id "${MODE}" beside modes: it is theirs`)
  demandDistinct('setting', ids(settings))
  for (const setting of settings) demandInitial(setting)
}

function ids(named: readonly { readonly id: string }[]): readonly string[] {
  return named.map(({ id }) => id)
}

function demandDistinct(kind: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`there are two ${kind}s called "${twice}"`)
}

function demandInitial(setting: Setting): void {
  if (setting.type === 'boolean') return
  const values = choicesOf(setting).map(({ value }) => value)
  if (!values.includes(setting.initial))
    throw new Error(
      `the setting "${setting.id}" begins as "${setting.initial}", which is none of its choices`,
    )
}
