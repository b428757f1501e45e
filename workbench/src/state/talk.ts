/** A conversation as the page holds it: what was said, who is there, what is asked, and what waits. A value. */

import type { AuthMethod, SessionCommand, SessionMode, SessionOption, SessionUsage } from '@parley/acp/client'
import type { ContentBlock, Thread } from '@parley/acp/thread'
import type { Question } from './question.js'

/** Which conversation, among all agents: ids of sessions are each agent's own. */
export type TalkKey = string

/** The key of a session that was there before the page was. */
export function talkKey(agent: string, sessionId: string): TalkKey {
  return `${agent}/${sessionId}`
}

/** The key of one that is begun in this visit: nobody else knows it by that. */
export function freshKey(agent: string): TalkKey {
  return talkKey(agent, `new-${crypto.randomUUID()}`)
}

export const isFreshKey = (key: TalkKey): boolean => /\/new-[0-9a-f-]{36}$/.test(key)

/** The name by which it is known in the next visit, too: one that was begun in this visit has a key of its own. */
export function lastingName({ key, agent, sessionId }: Pick<Talk, 'key' | 'agent' | 'sessionId'>): TalkKey {
  return sessionId === undefined ? key : talkKey(agent, sessionId)
}

/**
 * `opening`: it is being begun or asked for. `replaying`: what was said before is being told. `live`: it is as it is.
 * `offline`: the connection broke, and is tried again. `failed`: it cannot go on, and `failure` says why.
 */
export type TalkPhase = 'opening' | 'replaying' | 'live' | 'offline' | 'failed'

/** What went wrong, and what to do about it. */
export interface Failure {
  readonly message: string
  readonly cure?: string | undefined
  /** What may be offered as a button. */
  readonly offer?: 'retry' | 'sign-in' | 'new-session' | 'new-link' | undefined
  /** Nothing is broken, and there is nothing to try again: it is only not to be opened here. */
  readonly isElsewhere?: boolean | undefined
}

/** What the agent is doing for somebody. */
export interface TurnView {
  readonly state: 'idle' | 'working' | 'cancelling'
  /** Who prompted, where it was somebody else. */
  readonly by?: string | undefined
  /** When it began, by this machine's clock. */
  readonly since?: number | undefined
}

/** What somebody wants to say: a text, and behind it what goes along, in order. */
export interface Submission {
  readonly text: string
  readonly blocks: readonly ContentBlock[]
}

/** A prompt that waits for the turn before it. */
export interface QueuedPrompt extends Submission {
  readonly id: string
}

/** Somebody who takes part in the conversation. */
export interface Person {
  readonly name: string
  readonly role: string
  readonly isSelf: boolean
}

/** A line of our own in the conversation: who came, who answered, what was told again. It stands behind an entry. */
export interface Remark {
  readonly id: string
  readonly tone: 'info' | 'warning' | 'error'
  readonly text: string
  /** How many entries the thread had when it was made. */
  readonly after: number
}

/** What the agent takes in prompts, and what may be asked of it. */
export interface Abilities {
  readonly image: boolean
  readonly audio: boolean
  readonly embeddedContext: boolean
  readonly fork: boolean
  readonly rename: boolean
  readonly archive: boolean
  readonly delete: boolean
  /** Files of the session can be looked at, and changes taken back. */
  readonly workspace: boolean
}

export interface Talk {
  readonly key: TalkKey
  readonly agent: string
  /** Absent while it is being begun. */
  readonly sessionId?: string | undefined
  readonly cwd: string
  readonly phase: TalkPhase
  readonly failure?: Failure | undefined
  readonly thread: Thread
  readonly turn: TurnView
  readonly queue: readonly QueuedPrompt[]
  /** Prompts wait for leave to go on, because a turn was called off. */
  readonly isQueueHeld: boolean
  /** Oldest first; the first one is to be answered. */
  readonly questions: readonly Question[]
  readonly modes: readonly SessionMode[]
  readonly mode?: string | undefined
  readonly options: readonly SessionOption[]
  readonly commands: readonly SessionCommand[]
  readonly title?: string | undefined
  readonly usage?: SessionUsage | undefined
  readonly abilities: Abilities
  readonly people: readonly Person[]
  /** Whoever may only look has no place to write. */
  readonly isViewer: boolean
  readonly remarks: readonly Remark[]
  /** When each entry of the thread began, by its place, as far as that was heard or told. */
  readonly startedAt: ReadonlyMap<number, number>
  /** When each use of a tool was over, likewise. */
  readonly endedAt: ReadonlyMap<number, number>
}

/** One that was begun, and then nothing came of it. */
export function isUntouched({ phase, thread, turn, queue, questions, title }: Talk): boolean {
  const isIdle = phase === 'live' && turn.state === 'idle' && title === undefined
  return isIdle && thread.slots.length + queue.length + questions.length === 0
}

/** An agent of the gateway, and the one connection that the page has to it. */
export interface AgentView {
  readonly name: string
  readonly title?: string | undefined
  readonly version?: string | undefined
  readonly isDefault: boolean
  /** `idle`: nobody has wanted it yet. */
  readonly link: 'idle' | 'connecting' | 'open' | 'waiting' | 'closed'
  readonly failure?: Failure | undefined
  /** When the next try is, by this machine's clock, while it waits. */
  readonly retryAt?: number | undefined
  readonly authMethods: readonly AuthMethod[]
  readonly canSignOut: boolean
  /** It has said that somebody must sign in first. */
  readonly needsSignIn: boolean
}

/** A conversation that can be opened, whether it is open here or not. */
export interface ListedSession {
  readonly key: TalkKey
  readonly agent: string
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string | undefined
  readonly updatedAt?: string | undefined
  readonly isArchived: boolean
  /** What is known of it without opening it. */
  readonly state: 'saved' | 'idle' | 'working' | 'needs-you' | 'broken'
}
