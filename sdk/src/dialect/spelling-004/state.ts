/** What has to be remembered of a conversation to respell it, and how an event moves it on. */

import type { CallNumber, ErrorObject } from '../../jsonrpc/index.js'
import type { DialectEffect, DialectEvent, DialectStep, Side } from '../interpreter.js'
import { type Book, Ledger } from './ledger.js'
import type { Fields } from './spelling.js'

/** What was asked goes on here; each is asked once at most. */
export interface Tag {
  readonly answered?: (state: State, result: unknown) => Move
  readonly refused?: (state: State, error: ErrorObject) => Move
  readonly rung?: (state: State) => Move
  /** The session of which nothing more is told with the answer: it comes behind what was told. */
  readonly endsTelling?: unknown
}

export type Event = DialectEvent<Tag>
export type Effect = DialectEffect<Tag>
export type Move = DialectStep<State, Tag>

/** A call of one side, to be answered exactly once. */
export interface Request {
  readonly from: Side
  readonly call: CallNumber
  readonly method: string
  readonly params: unknown
}

/** What a translator was set up with. */
export interface Setting {
  readonly passesCredentials: boolean
  readonly now: () => number
}

export type Handler = (state: State, request: Request, setting: Setting) => Move
export type Listener = (state: State, params: unknown) => Move

/** An option of a peer that names its options and values, but not what may be chosen. */
export interface KnownOption {
  readonly current: unknown
  /** Every value it was seen to have, in the order of their appearance. */
  readonly values: readonly unknown[]
}

export interface Session {
  readonly folder: string | undefined
  readonly mode: string | undefined
  /** The options as version 1 lists them, where our side has them. */
  readonly listed: readonly Fields[]
  /** The values that the peer gave options of ours in its own types. */
  readonly spoken: ReadonlyMap<string, unknown>
  /** The options of a peer that is an agent. */
  readonly known: ReadonlyMap<string, KnownOption>
  /** How many prompts of it are being worked on. */
  readonly turns: number
  /** Whether the peer has called off the turn that runs. */
  readonly isCancelling: boolean
  /** The calls of our agent that are not over, by their ids. */
  readonly toolCalls: Book<unknown, ToolCall>
}

/** A tool call of ours that is not over, as the peer was last told of it. */
export interface ToolCall {
  readonly status: string
  /** Whether the peer's user has allowed it since it was told to wait for that. */
  readonly isGranted: boolean
  readonly facts: Fields
}

/** A terminal that our side lends to the peer: its output is pulled here and pushed there. */
export interface LentTerminal {
  readonly kind: 'lent'
  readonly sessionId: string
  /** How much was pushed, and the end of it, to find the place again in an output whose beginning is gone. */
  readonly length: number
  readonly tail: string
  readonly hasTimedOut: boolean
  readonly isOver: boolean
}

/** A terminal that the peer lends to us: its output is pushed here and pulled there. */
export interface BorrowedTerminal {
  readonly kind: 'borrowed'
  readonly output: string
  readonly isTruncated: boolean
  readonly limit: number
  readonly exit: Fields | undefined
  readonly isAwaited: boolean
  readonly waiting: readonly CallNumber[]
}

export type Terminal = LentTerminal | BorrowedTerminal

/** How many messages a session that is being loaded has told so far. */
export interface Tally {
  readonly messages: number
  readonly last: string
}

/** What the peer said of a session while the text of a file had to be looked up first. */
export interface Held {
  readonly ticket: number
  /** The question for the text, and what is said when it is there, or is not. */
  readonly reading:
    | { readonly tag: Tag; readonly say: (state: State, content: string | undefined) => Effect }
    | undefined
  readonly waiting: readonly Event[]
  /** How much all that waits is, in characters. */
  readonly size: number
  /** Whether it has waited long enough: nothing more is looked up for it. */
  readonly isLate: boolean
}

export interface State {
  /** Whether a version was agreed on that this is no spelling of. */
  readonly isForeign: boolean
  readonly clientCapabilities: Fields
  readonly agentCapabilities: Fields
  /** What a peer that is an agent announced when it was greeted. */
  readonly modes: readonly string[]
  /** Those that were opened here. */
  readonly sessions: Book<string, Session>
  /** The session that was last worked in. */
  readonly active: string | undefined
  readonly terminals: ReadonlyMap<string, Terminal>
  /** What was pushed for terminals that nobody has named yet, while some are about to be. */
  readonly early: ReadonlyMap<string, BorrowedTerminal>
  /** Terminals that the peer was asked for and has not named yet. */
  readonly unnamed: number
  /** Our questions that the peer's user has not answered, with their sessions. */
  readonly questions: ReadonlyMap<CallNumber, string>
  readonly loading: ReadonlyMap<string, Tally>
  /** By session. */
  readonly held: Book<string, Held>
  /** The session whose wait is over with this step. */
  readonly resumed: string | undefined
  /** The numbers of those that wait for a process of ours to end, and may be told first that time is up. */
  readonly waits: ReadonlySet<number>
  /** How many ids were made up. */
  readonly made: number
}

const MOST_SESSIONS = 1_000
const MOST_TOOL_CALLS = 1_000

export const start = (): State => ({
  isForeign: false,
  clientCapabilities: {},
  agentCapabilities: {},
  modes: [],
  sessions: new Ledger(MOST_SESSIONS),
  active: undefined,
  terminals: new Map(),
  early: new Map(),
  unnamed: 0,
  questions: new Map(),
  loading: new Map(),
  held: new Ledger(MOST_SESSIONS),
  resumed: undefined,
  waits: new Set(),
  made: 0,
})

const newSession: Session = {
  folder: undefined,
  mode: undefined,
  listed: [],
  spoken: new Map(),
  known: new Map(),
  turns: 0,
  isCancelling: false,
  toolCalls: new Ledger(0),
}

export function sessionOf(state: State, sessionId: unknown): Session {
  return (typeof sessionId === 'string' ? state.sessions.get(sessionId) : undefined) ?? newSession
}

/** What is learnt of a session that was opened here; of any other nothing is. */
export function withSession(state: State, sessionId: unknown, change: Partial<Session>): State {
  const session = typeof sessionId === 'string' ? state.sessions.get(sessionId) : undefined
  if (typeof sessionId !== 'string' || session === undefined) return state
  return { ...state, sessions: state.sessions.with(sessionId, { ...session, ...change }) }
}

/** The same of one that is opened, or worked in: it is the last to be forgotten. */
export function withOpen(state: State, sessionId: unknown, change: Partial<Session>): State {
  if (typeof sessionId !== 'string') return state
  const session = state.sessions.get(sessionId) ?? { ...newSession, toolCalls: noCalls() }
  const others = state.sessions.without(sessionId)
  return { ...state, sessions: others.with(sessionId, { ...session, ...change }) }
}

export function noCalls(): Book<unknown, ToolCall> {
  return new Ledger(MOST_TOOL_CALLS)
}

export function withTerminal(state: State, id: string, terminal: Terminal): State {
  return { ...state, terminals: withEntry(state.terminals, id, terminal) }
}

export function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): Map<Key, Value> {
  return new Map(map).set(key, value)
}

export function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
  if (!map.has(key)) return map
  const fewer = new Map(map)
  fewer.delete(key)
  return fewer
}
