/** What a client lends its agents: files, terminals, its user's attention. What is absent is not advertised. */

import type { Action, Decision } from '../guard/index.js'
import type { HandledExtension, Version } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { AuthMethod } from './auth-method.js'
import type { Session } from './session.js'

/** Where a request of the agent comes from, and when to stop working on it. */
export interface HostContext {
  readonly sessionId: string
  /** The session's working directory, then its additional ones; empty for a session this client did not set up. */
  readonly roots: readonly string[]
  /** Aborted when the agent gives up, the turn is cancelled or the connection ends. */
  readonly signal: AbortSignal
}

/** A conversation as far as a host must know it; every `Session` is one. */
export interface HostedSession {
  readonly id: string
  /** The working directory, then the additional ones. */
  readonly roots: readonly string[]
  /** The turns that are with the agent: without one nobody is asked anything. */
  readonly turns: readonly { readonly isOver: boolean }[]
  readonly isClosed: boolean
}

/** Something the agent wants to be allowed, the same for every version. */
export interface PermissionRequest {
  readonly sessionId: string
  /** The conversation it is asked in. */
  readonly session: HostedSession
  readonly title: string
  readonly description?: string | undefined
  /** The tool call it is about, where it is about one. */
  readonly toolCall?: v1.ToolCallUpdate | undefined
  readonly options: readonly PermissionChoice[]
  /** What will happen, as this side established it; there where a host judges before it asks. */
  readonly action?: Action | undefined
  /** Why it is asked about, and how long a yes may last. */
  readonly decision?: Decision | undefined
  /** What is asked, safe to show, one line each: every fact, and of changed texts as much as people read. */
  readonly lines?: readonly string[] | undefined
  /** The same without the texts of `changes`, for those who show those themselves. */
  readonly facts?: readonly string[] | undefined
  /** The changes that a yes would allow, whole; clean the texts before they are shown. */
  readonly changes?: readonly PermissionChange[] | undefined
  /** The request exactly as it came. */
  readonly raw: unknown
}

/** A change of one file that is asked about. */
export interface PermissionChange {
  /** Where it would really be made. */
  readonly path: string
  /** What stands there now, or what the agent says stands there; absent for a new file, and where it cannot be shown. */
  readonly oldText?: string | undefined
  readonly newText: string
}

/** One of the answers the agent offers. */
export interface PermissionChoice {
  readonly optionId: string
  readonly name: string
  /** The four kinds, or a kind that only this agent knows. */
  readonly kind: v1.PermissionOptionKind | (string & {})
}

/** The one of the options to answer with; nothing means that the question was dismissed. */
export interface Permission {
  (
    request: PermissionRequest,
    context: HostContext,
  ): Promise<PermissionChoice | undefined> | PermissionChoice | undefined
  /**
   * It looks at the options before it asks anybody, and is given also questions without any, with too many, or with two
   * that cannot be told apart. Whatever it says of those, they are answered as dismissed.
   */
  readonly canJudge?: boolean | undefined
}

/** What the agent wants to know, beyond permission. It belongs to a session, or to a request of this side. */
interface Inquiry {
  readonly message: string
  readonly sessionId?: string | undefined
  readonly toolCallId?: string | undefined
  readonly requestId?: string | number | null | undefined
  /** The request exactly as it came. */
  readonly raw: unknown
}

/** A form to fill in. Agents must not ask for secrets this way. */
export interface FormRequest extends Inquiry {
  readonly schema: v1.ElicitationSchema
}

/** An address to visit. Show it whole, with its host, and open it only when the user agrees; nothing here fetches it. */
export interface UrlRequest extends Inquiry {
  readonly elicitationId: string
  readonly url: string
  /** Whom the address really leads to. */
  readonly host: string
}

/** What the user made of a form or an address; nothing means that it was dismissed. */
export type ElicitationAnswer =
  | {
      readonly action: 'accept'
      readonly content?: Readonly<Record<string, v1.ElicitationContentValue>> | undefined
    }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }
  | undefined

/** When to stop asking, and where the session works if it belongs to one. */
export type ElicitationContext = Pick<HostContext, 'roots' | 'signal'>

type Elicits<Request> = (
  request: Request,
  context: ElicitationContext,
) => Promise<ElicitationAnswer> | ElicitationAnswer

type Answers<M extends keyof v1.ClientRequests> = (
  request: v1.ClientRequests[M]['params'],
  context: HostContext,
) => Promise<v1.ClientRequests[M]['result']> | v1.ClientRequests[M]['result']

/** Everything a client may lend. */
export interface Host {
  /** Who the client is; shown to the agent. */
  readonly info?: v1.Implementation | undefined
  /** Asked before the agent acts; without it every request is answered as dismissed. */
  readonly permission?: Permission | undefined
  readonly files?:
    | {
        readonly read?: Answers<'fs/read_text_file'> | undefined
        readonly write?: Answers<'fs/write_text_file'> | undefined
      }
    | undefined
  readonly terminals?:
    | {
        readonly create: Answers<'terminal/create'>
        readonly output: Answers<'terminal/output'>
        readonly waitForExit: Answers<'terminal/wait_for_exit'>
        readonly kill: Answers<'terminal/kill'>
        readonly release: Answers<'terminal/release'>
      }
    | undefined
  /** Asked for more than permission. Of the two ways only those that are here are advertised. */
  readonly elicit?:
    | {
        /** What is accepted is checked against the form before it is sent. */
        readonly form?: Elicits<FormRequest> | undefined
        readonly url?: Elicits<UrlRequest> | undefined
        /** What was done at an address is complete. */
        readonly completed?: ((elicitationId: string) => void) | undefined
      }
    | undefined
  readonly auth?:
    | {
        /** Chooses a way to sign in when the agent demands it; nothing means not to. What was asked is then asked once more. */
        readonly choose?:
          | ((methods: readonly AuthMethod[]) => Promise<AuthMethod | undefined> | AuthMethod | undefined)
          | undefined
        /**
         * Runs the agent's own command in a terminal the user can work with, with the method's `args` behind and its
         * `env` over its own. Resolves to whether it exited with 0. The agent is started anew afterwards.
         */
        readonly terminal?: ((method: AuthMethod) => Promise<boolean> | boolean) | undefined
      }
    | undefined
  /** A session was begun or taken up, also one that was there before, at another place. What the agent calls itself comes along. */
  sessionOpened?(session: Session<Version>, agent: v1.Implementation | undefined): void
  /** The work of a session was cancelled: what the host does for it should stop. */
  sessionCancelled?(sessionId: string): void
  /** A session is over, also because the connection is. */
  sessionClosed?(sessionId: string): void
  /** The connection is over; it counts as closed when this is done. */
  close?(): Promise<void> | void
  /** Methods outside the protocol that this side answers. */
  readonly extensions?: readonly HandledExtension[] | undefined
  /** Custom capabilities, advertised in `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}
