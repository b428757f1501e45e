/** `session/update`, section 7: an envelope of type and data here, one flat object in version 1. */

import { block, blockText } from './blocks.js'
import { chunkToOurs, chunkToTheirs, isBare } from './chunks.js'
import {
  complete,
  each,
  type Fields,
  isFields,
  isList,
  keep,
  kept,
  one,
  type Row,
  type Spelling,
  signed,
  spelling,
  toOurs,
  toTheirs,
} from './spelling.js'

const texts: Row = {
  ours: 'content',
  read: value => (typeof value === 'string' ? { type: 'text', text: value } : block.read?.(value, {})),
  write: value => (isFields(value) ? blockText(value) : value),
  isLossy: true,
}

const chunk = spelling({ content: texts })

const STEPS = new Set<unknown>(['pending', 'in_progress', 'completed'])
const step = spelling({
  description: 'content',
  status: {
    ours: 'status',
    read: value => (STEPS.has(value) ? value : 'pending'),
    write: value => value,
    isLossy: true,
    missing: 'pending',
  },
  priority: {
    ours: 'priority',
    read: value => value,
    write: () => undefined,
    isLossy: true,
    missing: 'medium',
  },
})
const { read: readSteps, write: writeSteps } = each(one(step))
const plan = spelling({
  steps: {
    ours: 'entries',
    read: value => readSteps?.(value, {}),
    write: value => withIds(writeSteps?.(value, {}), value),
  },
})
const commands = spelling({ commands: 'availableCommands' })
const mode = spelling({ currentMode: 'currentModeId' })

/** Steps have ids here: where there are none, their places are. */
function withIds(steps: unknown, entries: unknown): unknown {
  if (!isList(steps) || !isList(entries)) return steps
  return steps.map((given, index) => {
    const original = entries[index]
    return isFields(given) && isFields(original)
      ? complete(given, original, { id: `step_${index + 1}` })
      : given
  })
}

interface Variant {
  readonly ours: string
  readonly spelling: Spelling
  /** Whether this spelling demands what version 1 may not say: then it is noted who wrote it. */
  readonly isSigned?: boolean
}

/** The updates that are respelled field by field, by their type here. */
const variants: readonly (readonly [string, Variant])[] = [
  ['agent_message_chunk', { ours: 'agent_message_chunk', spelling: chunk }],
  ['user_message_chunk', { ours: 'user_message_chunk', spelling: chunk }],
  ['thought_message_chunk', { ours: 'agent_thought_chunk', spelling: chunk }],
  ['plan', { ours: 'plan', spelling: plan, isSigned: true }],
  ['available_commands', { ours: 'available_commands_update', spelling: commands }],
  ['current_mode_update', { ours: 'current_mode_update', spelling: mode, isSigned: true }],
]
const byTheirs = new Map<unknown, Variant>(variants)
const byOurs = new Map<unknown, readonly [string, Spelling]>(
  variants.map(([theirs, { ours, spelling: table }]) => [ours, [theirs, table]]),
)

/** What stands around the data: where it belongs, and when it was said. */
const envelope = spelling({ sessionId: 'sessionId' })

/** Puts an update of version 1 into the envelope that it came without. */
export function envelopeToOurs(params: Fields, update: Fields): Fields {
  if (isBare(params, 2)) return { sessionId: params.sessionId, update }
  const { type, data, ...around } = params
  return { ...toOurs(around, envelope), update }
}

/** Puts data into an envelope. */
export function envelopeToTheirs(params: Fields, [type, data]: readonly [string, Fields]): Fields {
  if (isBare(params, 1)) return { sessionId: params.sessionId, type, data }
  const { update, ...around } = params
  return { ...toTheirs(around, envelope), type, data }
}

/** The data of an update as version 1 says it, where that takes nothing but the data; undefined for other types. */
export function plainToOurs(type: unknown, data: Fields): Fields | undefined {
  const variant = byTheirs.get(type)
  if (variant === undefined) return undefined
  const piece = variant.spelling === chunk ? chunkToOurs(variant.ours, data) : undefined
  if (piece !== undefined) return piece
  const spoken = toOurs(data, variant.spelling)
  return { sessionUpdate: variant.ours, ...(variant.isSigned ? signed(spoken) : spoken) }
}

/** The type and data of an update that takes nothing but itself; undefined for other updates. */
export function plainToTheirs(update: Fields): readonly [string, Fields] | undefined {
  const variant = byOurs.get(update.sessionUpdate)
  if (variant === undefined) return undefined
  const piece = variant[1] === chunk ? chunkToTheirs(update) : undefined
  if (piece !== undefined) return [variant[0], piece]
  const { sessionUpdate, ...fields } = update
  const data = toTheirs(fields, variant[1])
  return [variant[0], sessionUpdate === 'plan' ? complete(data, update, { planId: 'plan' }) : data]
}

/** A type that nobody knows is passed on for what it is, and comes back as it was. */
export function unknownToOurs(type: unknown, data: unknown): Fields {
  return keep({ sessionUpdate: type, ...(isFields(data) ? data : {}) }, '004', { type, data })
}

export function unknownToTheirs(update: Fields): readonly [string, Fields] | undefined {
  const { type, data } = kept(update, '004')
  return typeof type === 'string' && isFields(data) ? [type, data] : undefined
}

/** Plans that have a name of their own are unstable in version 1; here all of them may. */
export function namedPlanToTheirs({
  sessionUpdate,
  plan: given,
  planId,
}: Fields): readonly [string, Fields] | undefined {
  if (sessionUpdate === 'plan_removed') return ['plan', { planId, steps: [] }]
  if (sessionUpdate !== 'plan_update' || !isFields(given) || !isList(given.entries)) return undefined
  return ['plan', { planId: given.planId, ...toTheirs({ entries: given.entries }, plan) }]
}
