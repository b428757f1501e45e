/** What can be wrong with an answer to `initialize`, beyond what a reader would forgive. */

import type { Judge } from '../../judge.js'
import { toJson } from '../examined-agent.js'

const FLAGS = [
  'loadSession',
  'promptCapabilities.image',
  'promptCapabilities.audio',
  'promptCapabilities.embeddedContext',
  'mcpCapabilities.http',
  'mcpCapabilities.sse',
]
const MARKERS = [
  'promptCapabilities',
  'mcpCapabilities',
  'sessionCapabilities',
  'sessionCapabilities.list',
  'sessionCapabilities.delete',
  'sessionCapabilities.resume',
  'sessionCapabilities.close',
  'sessionCapabilities.additionalDirectories',
  'auth',
  'auth.logout',
]

export const NO_SIGN_IN = 'the agent offers no way to sign in'

export function flawsOfCapabilities(capabilities: unknown): readonly string[] {
  if (!isObject(capabilities)) return ['agentCapabilities is no object']
  const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean'
  const isMarker = (value: unknown): boolean => value === undefined || value === null || isObject(value)
  return [
    ...FLAGS.filter(path => !isFlag(valueAt(capabilities, path))).map(
      path => `${path} is neither true nor false`,
    ),
    ...MARKERS.filter(path => !isMarker(valueAt(capabilities, path))).map(path => `${path} is no object`),
  ]
}

/** In version 2 everything that an agent can do is an object, however deep; only `_meta` is its own. */
export function flawsOfMarkers(capabilities: unknown, path = 'capabilities'): readonly string[] {
  if (capabilities === undefined || capabilities === null) return []
  if (!isObject(capabilities)) return [`${path} is no object`]
  return Object.entries(toJson(capabilities))
    .filter(([name]) => name !== '_meta')
    .flatMap(([name, value]) => flawsOfMarkers(value, `${path}.${name}`))
}

/** The ways to sign in, of which there may be none: that proves nothing. */
export function judgeSignIns(methods: unknown, key: 'id' | 'methodId', judge: Judge): void {
  const requirement = 'agent.initialize.auth-methods'
  if (methods === undefined || (Array.isArray(methods) && methods.length === 0))
    return judge.skip(requirement, NO_SIGN_IN)
  const flaws = flawsOfSignIn(methods, key)
  judge.check(requirement, flaws.length === 0, flaws.join('; '))
}

function flawsOfSignIn(methods: unknown, key: 'id' | 'methodId'): readonly string[] {
  if (!Array.isArray(methods)) return ['authMethods is no list']
  const seen = new Set<unknown>()
  return methods.flatMap((method, index) => {
    const { [key]: id, name } = toJson(method)
    const isTwice = seen.has(id)
    seen.add(id)
    return [
      ...(typeof id === 'string' && id !== '' ? [] : [`authMethods/${index} has no id`]),
      ...(typeof name === 'string' ? [] : [`authMethods/${index} has no name`]),
      ...(isTwice ? [`authMethods/${index} has the id of another`] : []),
    ]
  })
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => toJson(found)[name], value)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
