/** Tool calls of sections 7.5, 7.6 and 8 against those of version 1; the way of a status is watched in `tool-status.ts`. */

import { resolvePath } from './paths.js'
import {
  complete,
  each,
  type Fields,
  isFields,
  isList,
  keep,
  one,
  optional,
  type Scene,
  signed,
  spelling,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'
import { type OutputScene, outputToOurs, outputToTheirs, untold } from './tool-output.js'

const place = spelling({
  path: {
    ours: 'path',
    read: (value, { folder }) => resolvePath(value, folder),
    write: value => value,
    isLossy: true,
  },
  line: optional('line'),
})
const { read: readPlaces, write: writePlaces } = each(one(place))

/** The statuses that version 1 has no word for. */
const statuses = new Map<unknown, string>([
  ['awaiting_permission', 'pending'],
  ['denied', 'failed'],
  ['cancelled', 'failed'],
])

const call = spelling({
  id: 'toolCallId',
  tool: 'name',
  input: 'rawInput',
  status: {
    ours: 'status',
    read: value => statuses.get(value) ?? value,
    write: value => value,
    isLossy: true,
  },
  location: {
    ours: 'locations',
    read: (value, scene) => (isFields(value) ? readPlaces?.([value], scene) : undefined),
    write: (value, scene) => (isList(value) ? firstOf(writePlaces?.(value, scene)) : undefined),
    isLossy: true,
  },
})

/** What kind of tool a name stands for, by how it begins. */
const kinds: readonly (readonly [string, string])[] = [
  ['fs/read', 'read'],
  ['fs/write', 'edit'],
  ['terminal', 'execute'],
]

function firstOf(list: unknown): unknown {
  return isList(list) ? list[0] : undefined
}

export function callToOurs(type: 'tool_call' | 'tool_call_update', data: Fields, scene: OutputScene): Fields {
  const { output, error, ...plain } = data
  const spoken = toOurs(plain, call, scene)
  const isTold = Object.hasOwn(spoken, 'content') || Object.hasOwn(spoken, 'rawOutput')
  const whole = isTold
    ? spoken
    : { ...spoken, ...outputToOurs({ output, error }, { ...scene, isDone: data.status === 'completed' }) }
  const odd = error !== undefined && typeof error !== 'string' ? keep(whole, '004', { error }) : whole
  // The last words of a call that failed are its error, unless the peer says that they are its output.
  const told = output !== undefined && odd.status === 'failed' ? signed(odd) : odd
  const made = type === 'tool_call' ? { title: titleOf(data), kind: kindOf(data.tool) } : {}
  return { sessionUpdate: type, ...withMade(told, '004', made) }
}

function titleOf({ tool }: Fields): string {
  return typeof tool === 'string' && tool !== '' ? tool : 'tool'
}

function kindOf(tool: unknown): string {
  const known = kinds.find(([start]) => typeof tool === 'string' && tool.startsWith(start))
  return known?.[1] ?? 'other'
}

export function callToTheirs(update: Fields, scene: Scene): Fields {
  const { sessionUpdate, content, rawOutput, ...plain } = update
  const result = outputToTheirs(update)
  const spoken = { ...toTheirs(withoutNulls(plain), call, scene), ...result }
  const named =
    sessionUpdate === 'tool_call'
      ? complete(spoken, update, { tool: plain.title ?? plain.toolCallId })
      : spoken
  return keep(named, 'v1', untold({ content, rawOutput }, result))
}

/** In an update, null says what leaving out says; but an input may be anything. */
function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => value !== null || key === 'rawInput'),
  )
}
