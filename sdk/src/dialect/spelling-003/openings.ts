/** The answer that opens a session: what their agent has announced for all of them is said of each here, and the other way round. */

import { withModelOption } from '../../protocol/index.js'
import { isFields } from '../../schema/fields.js'
import type { Mode } from './handshake.js'
import type { KnownSession } from './memory.js'
import { type Fields, giveBack, layAway, takeOut } from './respelling.js'

/** An answer of theirs, with the modes they announced and the setting that their models are here. */
export function openingToOurs(
  result: unknown,
  modes: readonly Mode[],
  { known, isLoaded }: { readonly known: KnownSession; readonly isLoaded: boolean },
): unknown {
  // To a new one there is no answer without a name, so nothing in its place is not taken for one.
  if (!(isFields(result) || (isLoaded && result === null))) return result
  const [first] = modes
  const opened = result ?? {}
  const isAnnounced = first !== undefined && !Object.hasOwn(opened, 'modes')
  const currentModeId = known.mode ?? first?.id
  const moded = isAnnounced ? { ...opened, modes: { currentModeId, availableModes: modes } } : opened
  const whole = withModelOption(moded)
  return layAway(whole, {
    ...(isLoaded && result !== null ? { $isObject: true } : {}),
    ...(isAnnounced ? { $isAnnounced: true } : {}),
    ...(whole === moded ? {} : { $hasModels: true, configOptions: opened.configOptions }),
  })
}

/** The same answer as they gave it. */
export function openingToTheirs(result: unknown): unknown {
  if (!isFields(result)) return result
  const { bare, extras } = takeOut(result)
  const { modes: _, ...modeless } = bare
  const announced: Fields = extras.$isAnnounced === true ? modeless : bare
  return giveBack(extras.$hasModels === true ? withoutModels(announced) : announced, extras)
}

/** The list as it was before the models came to it is given back, where there was one. */
function withoutModels({ configOptions: _, ...others }: Fields): Fields {
  return others
}

/** What an answer in our words says of a session. */
export function factsIn(opened: unknown): KnownSession {
  if (!isFields(opened)) return {}
  const { modes, configOptions } = opened
  const mode = isFields(modes) ? modes.currentModeId : undefined
  return {
    ...(typeof mode === 'string' ? { mode } : {}),
    ...(Array.isArray(configOptions) ? { options: configOptions } : {}),
    ...(takeOut(opened).extras.$hasModels === true ? { hasModels: true } : {}),
  }
}

/** What they are told of a session that they load: the answer itself says nothing there. */
export function toldBeforeNothing(opened: unknown): readonly Fields[] {
  if (!isFields(opened)) return []
  const { modes, configOptions } = opened
  const mode = isFields(modes) ? modes.currentModeId : undefined
  return [
    ...(typeof mode === 'string' ? [{ sessionUpdate: 'current_mode_update', currentModeId: mode }] : []),
    ...(Array.isArray(configOptions) ? [{ sessionUpdate: 'config_option_update', configOptions }] : []),
  ]
}
