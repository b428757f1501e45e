/** What the one that kills and the clients in their processes say to each other. */
import type { Way } from './gateway-process.js'

export type Transport = 'websocket' | 'http'

/** What is going on just when the gateway is killed. */
export const MOMENTS = ['posted', 'streaming', 'asking', 'editing', 'opening', 'deleting', 'any'] as const
/** And, of each that it is started again, that a client has had an answer. */
export type Moment = (typeof MOMENTS)[number] | 'answered'

export interface Beginning extends Way {
  readonly folder: string
  readonly transport: Transport
  readonly sessions: number
}

export type ToPlayer =
  | { readonly say: 'begin'; readonly order: Beginning }
  /** Take part in sessions of others. */
  | { readonly say: 'watch'; readonly sessions: readonly string[] }
  /** Tell when this happens next. */
  | { readonly say: 'await'; readonly moment: Moment }
  /** Let everything come to its end, within so many milliseconds. */
  | { readonly say: 'stop'; readonly milliseconds: number }
  | { readonly say: 'report'; readonly file: string }

export type FromPlayer =
  | { readonly said: 'begun'; readonly sessions: readonly string[] }
  | { readonly said: 'watching' }
  | { readonly said: 'moment' }
  | { readonly said: 'stopped' }
  | { readonly said: 'reported' }

/** A message of a session, as it arrived under a number. */
export interface Seen {
  readonly event: string
  readonly sessionId: string
  readonly message: { readonly method?: string; readonly params?: unknown; readonly result?: unknown }
}

/** A prompt, and what its client was told of its end. */
export interface Asked {
  readonly sessionId: string
  readonly text: string
  readonly end: string
}

/** What became of a session that was made to be deleted. */
export interface Passing {
  readonly sessionId: string
  readonly isDeleted: boolean
}

/** Everything that one process of clients has to say in the end. */
export interface Report {
  readonly seen: readonly Seen[]
  readonly asked: readonly Asked[]
  readonly passing: readonly Passing[]
  /** All sessions that its clients were told of. */
  readonly opened: readonly string[]
  /** The conversation, as each of its clients knows it. */
  readonly threads: readonly { readonly sessionId: string; readonly entries: readonly unknown[] }[]
  /** Sessions of an agent that cannot resume: how many were said to be broken. */
  readonly broken: number
  readonly flaws: readonly string[]
}
