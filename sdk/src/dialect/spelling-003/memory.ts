/** What has to be remembered of a conversation to translate what comes next. A value: each change is another one. */

import type { CallNumber } from '../../jsonrpc/index.js'
import type { Mode } from './handshake.js'
import type { Gathering } from './messages.js'
import type { Options } from './options.js'

/** What is known of a session. */
export interface KnownSession {
  readonly cwd?: unknown
  readonly mode?: string | undefined
  readonly options?: Options | undefined
  /** Whether its models are chosen with a method of their own. */
  readonly hasModels?: boolean | undefined
}

/** What is known of a terminal that we asked them for. */
export interface KnownTerminal {
  readonly command: string
  readonly exitCode?: unknown
}

/** What was asked, and what its answer will mean. The very object is what a call is given up by. */
export interface Tag {
  readonly call: CallNumber
  readonly method: string
  /** Which of several questions that one call needs. */
  readonly stage?: 'wait' | 'written' | 'find' | undefined
  readonly sessionId?: unknown
  readonly params?: unknown
  /** What has been answered so far. */
  readonly result?: unknown
  readonly count?: number | undefined
}

export interface Memory {
  /** Begins every name that is made up here, so that no two conversations make up the same. */
  readonly prefix: string
  readonly count: number
  readonly passesCredentials: boolean
  /** The modes of all sessions of our agent, to be announced. */
  readonly ownModes: readonly object[] | undefined
  /** The modes that their agent announced for all its sessions. */
  readonly modes: readonly Mode[]
  /** Whether our agent can be asked for its sessions. */
  readonly canList: boolean
  readonly sessions: ReadonlyMap<unknown, KnownSession>
  readonly terminals: ReadonlyMap<unknown, KnownTerminal>
  /** Messages of several blocks on their way, by session. */
  readonly gathering: ReadonlyMap<unknown, Gathering>
  /** Waits of theirs that have not come to an end, by call. */
  readonly waits: ReadonlyMap<CallNumber, Tag>
  /** Questions of ours that their user has not answered, by call. */
  readonly questions: ReadonlyMap<CallNumber, unknown>
}

const MOST_REMEMBERED = 1_000

/** The map with one more. */
export function hold<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value)
}

/** The map with one more, for what is only good to know: the oldest goes when there are too many. */
export function remember<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> {
  const next = new Map(map).set(key, value)
  const [oldest] = next.size > MOST_REMEMBERED ? next.keys() : []
  if (oldest !== undefined) next.delete(oldest)
  return next
}

export function forget<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
  if (!map.has(key)) return map
  const next = new Map(map)
  next.delete(key)
  return next
}

/** What is known of a session, and more. */
export function learn(memory: Memory, sessionId: unknown, more: KnownSession): Memory {
  if (typeof sessionId !== 'string') return memory
  const known = { ...memory.sessions.get(sessionId), ...more }
  return { ...memory, sessions: remember(memory.sessions, sessionId, known) }
}

/** The same of a session that is known already: of others a peer may speak as much as it likes. */
export function learnMore(memory: Memory, sessionId: unknown, more: KnownSession): Memory {
  return memory.sessions.has(sessionId) ? learn(memory, sessionId, more) : memory
}
