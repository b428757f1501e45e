/** Grants that come from a file: believed only when every part is what it should be. */

import type { Coverage } from './coverage.js'
import type { Grant, LastingScope } from './grant.js'
import { isObject } from './policy-value.js'
import { actionsNamed } from './rule-keys.js'

const SCOPES: readonly unknown[] = ['session', 'workspace', 'always'] satisfies LastingScope[]
const KEYS = [
  'id',
  'scope',
  'effect',
  'action',
  'covers',
  'agent',
  'sessionId',
  'workspace',
  'createdAt',
  'expiresAt',
]

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value)

function isFacts(text: string, action: unknown): boolean {
  try {
    const facts: unknown = JSON.parse(text)
    return Array.isArray(facts) && facts[0] === action
  } catch {
    return false
  }
}

function isCoverage(value: unknown, action: unknown): value is Coverage {
  if (!isObject(value)) return false
  const { facts, folder, glob } = value
  const names = Object.keys(value).sort().join()
  if (names === 'facts') return typeof facts === 'string' && isFacts(facts, action)
  return names === 'folder,glob' && isText(folder) && isText(glob)
}

/** What a grant must be bound to, so that it cannot hold everywhere by leaving it out. */
function isBound({ scope, sessionId, workspace, expiresAt }: Readonly<Record<string, unknown>>): boolean {
  if (scope === 'session') return isText(sessionId) && Number.isFinite(expiresAt)
  return scope === 'always' || (isText(workspace) && Number.isFinite(expiresAt))
}

/** The grant that a value is, or nothing when it is none. */
export function readGrant(value: unknown): Grant | undefined {
  if (!isObject(value) || Object.keys(value).some(key => !KEYS.includes(key))) return undefined
  const { id, scope, effect, action, covers, agent, createdAt, expiresAt } = value
  const isNamed = typeof action === 'string' && !action.endsWith('*') && actionsNamed(action).length === 1
  const isTimed = Number.isFinite(createdAt) && (expiresAt === undefined || Number.isFinite(expiresAt))
  if (!isText(id) || !SCOPES.includes(scope) || !isNamed || !isTimed || !isCoverage(covers, action))
    return undefined
  if ((effect !== 'allow' && effect !== 'reject') || !isTextOrAbsent(agent) || !isBound(value))
    return undefined
  return value as unknown as Grant
}
