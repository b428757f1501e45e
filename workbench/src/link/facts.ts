/** What a session is set to and offers, as it is shown: bounded, and the same value as long as nothing of it changes. */

import type { Client, Session } from '@parley/acp/client'
import { cutCharacters } from '@parley/acp/guard'
import { isAdvertised, type Version } from '@parley/acp/protocol'
import type { Abilities, Talk } from '../state/talk.js'

export type Facts = Pick<Talk, 'modes' | 'mode' | 'options' | 'commands' | 'title' | 'usage'>

const MOST_ITEMS = 1_000
const MOST_TITLE = 500

/** A name with blanks or signs in it would put more into a prompt than anybody sees. */
const CALLABLE = /^\/{0,2}[^\s\p{C}/@#!"][^\s\p{C}@#"]{0,99}$/u

export function factsOf(session: Session<Version>, before: Facts | undefined): Facts {
  const { modes, mode, options, commands, usage } = session
  const title = session.title === undefined ? undefined : cutCharacters(session.title, MOST_TITLE)
  const isSame =
    before !== undefined &&
    before.mode === mode &&
    before.title === title &&
    before.usage === usage &&
    before.options === options &&
    known.get(before) === commands &&
    isEqual(before.modes, modes)
  if (isSame) return before
  const callable = commands.slice(0, MOST_ITEMS).filter(({ name }) => CALLABLE.test(name))
  const facts: Facts = { modes, mode, options, title, usage, commands: callable }
  known.set(facts, commands)
  return facts
}

/** The commands that some facts were made of. */
const known = new WeakMap<Facts, Facts['commands']>()

/** Modes are made anew at every look, so their words stand for them. */
function isEqual(one: Facts['modes'], other: Facts['modes']): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, name }, index) => id === other[index]?.id && name === other[index]?.name)
  )
}

export const NO_ABILITIES: Abilities = {
  ...{ image: false, audio: false, embeddedContext: false, fork: false },
  ...{ rename: false, archive: false, delete: false, workspace: false },
}

export function abilitiesOf(client: Client<Version>, workspace: boolean): Abilities {
  const has = (...places: readonly string[]): boolean =>
    places.some(place => isAdvertised(client.capabilities, place))
  const takes = (word: string): boolean => has(`promptCapabilities.${word}`, `session.prompt.${word}`)
  const can = (word: string): boolean => has(`sessionCapabilities.${word}`, `session.${word}`)
  return {
    ...{ image: takes('image'), audio: takes('audio'), embeddedContext: takes('embeddedContext') },
    // Where the agent has no words for the first two, the gateway keeps them.
    ...{ rename: true, archive: true, fork: can('fork'), delete: can('delete'), workspace },
  }
}
