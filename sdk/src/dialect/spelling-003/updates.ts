/** What happens in a session, all but messages: the kind of an update is its `type` there. */

import { isFields } from '../../schema/fields.js'
import { block } from './content.js'
import { type Fields, layMoreAway, object, type Respelling } from './respelling.js'
import { toolCall } from './tool-call.js'

const names = { type: 'sessionUpdate' }

/** By their word for the kind, which is ours as well; every other update differs in nothing but that. */
const kinds: ReadonlyMap<unknown, Respelling> = new Map<unknown, Respelling>([
  ['tool_call', toolCall(names)],
  ['tool_call_update', toolCall(names)],
  ['current_mode_update', object({ names: { ...names, modeId: 'currentModeId' } })],
  ['agent_message_chunk', object({ names, within: { content: block } })],
  ['user_message_chunk', object({ names, within: { content: block } })],
  ['agent_thought_chunk', object({ names, within: { content: block } })],
])

const anyOther = object({ names })

/** Our kinds that are messages there, unless it was they who used our word. */
const spokenKinds = new Set<unknown>(['agent_message_chunk', 'user_message_chunk'])

export const update: Respelling = {
  toOurs(value) {
    if (!isFields(value)) return value
    const kind = kindOf(value)
    const ours = (kinds.get(kind) ?? anyOther).toOurs(value)
    return spokenKinds.has(kind) ? layMoreAway(ours as Fields, { $isPlain: true }) : ours
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    return (kinds.get(value.sessionUpdate) ?? anyOther).toTheirs(value)
  },
}

function kindOf({ type, sessionUpdate }: Fields): unknown {
  return type ?? sessionUpdate
}

/** The mode that an update of ours says a session is in now. */
export function modeIn(value: unknown): string | undefined {
  if (!isFields(value) || value.sessionUpdate !== 'current_mode_update') return undefined
  return typeof value.currentModeId === 'string' ? value.currentModeId : undefined
}

/** The options that an update of ours says a session has now. */
export function optionsIn(value: unknown): readonly unknown[] | undefined {
  if (!isFields(value) || value.sessionUpdate !== 'config_option_update') return undefined
  return Array.isArray(value.configOptions) ? value.configOptions : undefined
}
