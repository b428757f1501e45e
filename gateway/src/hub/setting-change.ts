/** What the other clients must hear when one of them changed a setting: only who asked gets the agent's answer. */

import { type Fields, fieldOf } from './fields.js'

/** The update that says it, if the request changed a setting that updates can tell. */
export function settingChanged(method: string, params: Fields, result: unknown): Fields | undefined {
  if (method === 'session/set_mode' && typeof params.modeId === 'string')
    return { sessionUpdate: 'current_mode_update', currentModeId: params.modeId }
  const configOptions = fieldOf(result, 'configOptions')
  if (method === 'session/set_config_option' && Array.isArray(configOptions))
    return { sessionUpdate: 'config_option_update', configOptions }
  return undefined
}
