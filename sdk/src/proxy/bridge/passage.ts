/**
 * What passes without regard to what was said before: each method under its two names, and how its params and its
 * result are worded. Everything that needs a memory stands elsewhere.
 */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { isDateTime } from '../../schema/leaf.js'
import type { ProxyEffect, Side } from '../sides.js'
import { otherSide } from '../sides.js'
import { toNewForm, toOldAction, toOldForm } from './elicitations.js'
import { notOffered, toNewError, unknownMethod } from './errors.js'
import { isFields, sessionIdOf } from './fields.js'
import { keep } from './words/kept.js'

/** The two versions, by age: the numbers say nothing to a reader. */
export type Age = 'old' | 'new'

/** Who of the two speaks which. */
export type Ages = Readonly<Record<Side, Age>>

/** A value in the words of either version. */
type Wording = Readonly<Record<Age, (value: unknown) => unknown>>

interface Row {
  readonly to: Side
  readonly old: string
  readonly new: string
  readonly params?: Wording
  readonly result?: Wording
}

/** A call that was passed on, by its row; a method of somebody's own has none. */
export interface Passed {
  readonly kind: 'passed'
  readonly call: number
  readonly row: Row | undefined
  readonly sessionId: string | undefined
}

const shared = (to: Side, ...names: readonly string[]): readonly Row[] =>
  names.map(name => ({ to, old: name, new: name }))

/** An answer that carries nothing is an object in both versions; old peers say null. */
const empty: Wording = { old: value => value ?? {}, new: value => value ?? {} }

const elicitationParams: Wording = { old: toOldForm, new: toNewForm }
const elicitationResult: Wording = { old: toOldAction, new: value => value }
const statusResult: Wording = { old: toOldStatus, new: value => value }

const listResult: Wording = { old: value => value, new: toNewList }

const requests: readonly Row[] = [
  { to: 'agent', old: 'authenticate', new: 'auth/login', result: empty },
  { to: 'agent', old: 'logout', new: 'auth/logout', result: empty },
  ...shared('agent', 'auth/status', 'providers/list', 'providers/set', 'providers/disable'),
  ...shared('agent', 'session/archive', 'session/unarchive', 'session/set_title'),
  { to: 'agent', old: 'session/list', new: 'session/list', result: listResult },
  { to: 'agent', old: 'session/delete', new: 'session/delete', result: empty },
  { to: 'agent', old: 'session/status', new: 'session/status', result: statusResult },
  {
    to: 'client',
    old: 'elicitation/create',
    new: 'elicitation/create',
    params: elicitationParams,
    result: elicitationResult,
  },
  ...shared('client', 'mcp/message'),
]

const notifications: readonly Row[] = [
  ...shared('client', 'auth/status_update', 'elicitation/complete'),
  ...shared('agent', 'mcp/message'),
]

const requestRows = byName(requests)
const notificationRows = byName(notifications)

/** The params of a request, for the side that is asked. */
export function passRequest(
  ages: Ages,
  event: { readonly from: Side; readonly call: number; readonly method: string; readonly params: unknown },
): ProxyEffect<Passed> {
  const { from, call, method, params } = event
  const to = otherSide(from)
  const sessionId = sessionIdOf(params)
  if (isOwn(method))
    return {
      kind: 'ask',
      to,
      method,
      params,
      tag: { kind: 'passed', call, row: undefined, sessionId },
      sake: call,
    }
  const row = requestRows[ages[from]].get(`${to} ${method}`)
  if (row === undefined) return { kind: 'refuse', call, error: refusalOf(method) }
  const worded = row.params === undefined ? params : row.params[ages[to]](params)
  return {
    kind: 'ask',
    to,
    method: row[ages[to]],
    params: worded,
    tag: { kind: 'passed', call, row, sessionId },
    sake: call,
  }
}

export function passNotification(
  ages: Ages,
  event: { readonly from: Side; readonly method: string; readonly params: unknown },
): readonly ProxyEffect<never>[] {
  const { from, method, params } = event
  const to = otherSide(from)
  if (isOwn(method)) return [{ kind: 'tell', to, method, params }]
  const row = notificationRows[ages[from]].get(`${to} ${method}`)
  // What the other version does not know, it could only ignore.
  return row === undefined ? [] : [{ kind: 'tell', to, method: row[ages[to]], params }]
}

/** An answer from one side, for the other that asked. */
export function passAnswer(
  ages: Ages,
  { call, row }: Passed,
  said: { readonly from: Side; readonly result: unknown },
): ProxyEffect<never> {
  const { from, result } = said
  const worded = row?.result === undefined ? result : row.result[ages[otherSide(from)]](result)
  return { kind: 'answer', call, result: worded }
}

export function passRefusal(
  ages: Ages,
  { call, sessionId }: Pick<Passed, 'call' | 'sessionId'>,
  { from, error }: { readonly from: Side; readonly error: ErrorObject },
): ProxyEffect<never> {
  const isForNew = ages[otherSide(from)] === 'new'
  return { kind: 'refuse', call, error: isForNew ? toNewError(error, sessionId) : error }
}

/** Names that begin with an underscore belong to whoever uses them, in either version. */
function isOwn(method: string): boolean {
  return method.startsWith('_')
}

/** Methods of version 1 that the other version has no side for, and the capability that was therefore never offered. */
const lent: readonly (readonly [string, string])[] = [
  ['fs/read_text_file', 'client fs.readTextFile'],
  ['fs/write_text_file', 'client fs.writeTextFile'],
  ['terminal/create', 'client terminal'],
  ['terminal/output', 'client terminal'],
  ['terminal/wait_for_exit', 'client terminal'],
  ['terminal/kill', 'client terminal'],
  ['terminal/release', 'client terminal'],
]
const lentBy = new Map(lent)

function refusalOf(method: string): ErrorObject {
  const capability = lentBy.get(method)
  if (capability === undefined) return unknownMethod(method)
  return notOffered(capability, `${method} needs the capability ${capability}, which was not offered`)
}

function byName(rows: readonly Row[]): Readonly<Record<Age, ReadonlyMap<string, Row>>> {
  const under = (age: Age): ReadonlyMap<string, Row> =>
    new Map(rows.map(row => [`${row.to} ${row[age]}`, row]))
  return { old: under('old'), new: under('new') }
}

/** A time that version 2 would not read as one is laid away. */
function toNewList(result: unknown): unknown {
  if (!isFields(result) || !Array.isArray(result.sessions)) return result
  return { ...result, sessions: result.sessions.map(toNewInfo) }
}

function toNewInfo(info: unknown): unknown {
  if (!isFields(info) || typeof info.updatedAt !== 'string' || isDateTime(info.updatedAt)) return info
  const { updatedAt, ...rest } = info
  return keep(rest, 'v1', { updatedAt })
}

/** Version 1 has no word for the state a session is in. */
function toOldStatus(result: unknown): unknown {
  if (!isFields(result) || result.state === undefined) return result
  const { state, ...status } = result
  return keep(status, 'v2', { state })
}
