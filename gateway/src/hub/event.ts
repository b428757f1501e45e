/** What happens in a session that several clients share, in the gateway's own words: the entries of its log. */

import type { ErrorObject, Id } from '@parley/acp/jsonrpc'
import type { Fields } from './fields.js'

/** How a request came out. */
export type Answer = { readonly result: unknown } | { readonly error: ErrorObject }

/** What became of a question. */
export type Settlement = 'answered' | 'withdrawn' | 'timeout'

/** Why the agent of a session is not what it was. */
export type AgentChange = 'died' | 'resumed' | 'broken' | 'closed'

/** One thing that happened. Each is at most one message for each client, so that its place numbers that message. */
export type HubEvent =
  /** The agent said this to its client. */
  | { readonly type: 'told'; readonly method: string; readonly params: unknown }
  /** One client did this, and the agent does not tell the others. */
  | {
      readonly type: 'echo'
      readonly seat: string
      readonly method: string
      readonly params: unknown
    }
  /** The agent asks. Questions about files and terminals are kept without what they ask. */
  | {
      readonly type: 'question'
      readonly method: string
      readonly params?: unknown
      readonly isForAll: boolean
    }
  | {
      readonly type: 'answered'
      readonly question: number
      readonly how: Settlement
      readonly isForAll: boolean
      readonly seat?: string | undefined
      readonly by?: string | undefined
      readonly outcome?: unknown
    }
  | {
      readonly type: 'prompt'
      readonly seat: string
      readonly by: string
      readonly key?: string | undefined
      readonly params: Fields
    }
  /** The answer to a prompt: in version 1 the end of its turn. */
  | { readonly type: 'response'; readonly prompt: number; readonly answer: Answer; readonly by: string }
  /** The answer to another request, for whoever asked it. */
  | { readonly type: 'reply'; readonly seat: string; readonly request: Id; readonly answer: Answer }
  /** What the agent said of the session when it was opened. */
  | { readonly type: 'opened'; readonly result: unknown }
  /** What it is called was written down where lists find it; in this form it is in memory only, and told to nobody. */
  | { readonly type: 'titled' }
  | { readonly type: 'agent'; readonly change: AgentChange; readonly detail?: string | undefined }

/** Something told: its method, and the message as it leaves, made once for all. */
export interface ToldText {
  readonly method: string
  readonly message: string
}

/** An event in its place. */
export interface Logged {
  readonly seq: number
  readonly event: HubEvent
  /** Milliseconds since 1970. */
  readonly at?: number | undefined
  /** Of something told. */
  readonly told?: ToldText | undefined
}

/** One that is kept in memory, where it counts for so many bytes. */
export interface HeldEvent extends Logged {
  readonly size: number
}

/** The message of something told. */
export function toMessage(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}`
}
