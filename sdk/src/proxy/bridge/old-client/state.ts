/** What is remembered between a client of version 1 and an agent of version 2. A value: every step makes the next one. */

import type { ProxyEffect, ProxyStep } from '../../sides.js'
import { emptyMemory, type Memory } from '../conversations.js'
import type { Fields } from '../fields.js'
import type { Passed } from '../passage.js'
import { type Hearing, type Told, toldTo } from '../words/index.js'

/** A prompt of the client, which waits for the end of the work it began. */
export interface Turn {
  readonly call: number
  readonly prompt: readonly unknown[]
  /** Known as soon as the agent has taken the prompt in. */
  readonly messageId: string | undefined
  /** The session was cancelled. */
  readonly isCancelled: boolean
  /** This one request was given up. */
  readonly isWithdrawn: boolean
}

/** How the agent's work ended: an idle state. */
export type Ending = Fields

export interface Conversation {
  readonly isOpen: boolean
  readonly told: Told
  readonly hasCommands: boolean
  readonly isReplayed: boolean
  readonly turns: readonly Turn[]
  readonly isWorking: boolean
  /** Work that ended before the agent said that it had taken the prompt in. */
  readonly ended: Ending | undefined
  /** What the client said itself, by the ids the agent gave it: it is not told again. */
  readonly own: readonly string[]
}

export type State = Memory<Conversation>

export type Tag =
  | Passed
  | { readonly kind: 'opened'; readonly call: number; readonly sessionId: string | undefined }
  | { readonly kind: 'closed'; readonly call: number; readonly sessionId: string }
  | { readonly kind: 'prompted'; readonly call: number; readonly sessionId: string }
  /** Nobody is asked under it: it is time to say what a call shows. */
  | { readonly kind: 'held'; readonly sessionId: string; readonly toolCallId: string }
  | { readonly kind: 'mode'; readonly call: number; readonly sessionId: string }
  | { readonly kind: 'option'; readonly call: number; readonly sessionId: string }
  | { readonly kind: 'permission'; readonly call: number; readonly sessionId: string | undefined }

export type TagOf<Kind extends Tag['kind']> = Extract<Tag, { readonly kind: Kind }>

export type OldEffect = ProxyEffect<Tag>
export type OldStep = ProxyStep<State, Tag>

export interface Asked {
  readonly call: number
  readonly params: unknown
}

const nothing: readonly never[] = []

const silence: Omit<Conversation, 'told'> = {
  isOpen: false,
  hasCommands: false,
  isReplayed: false,
  turns: nothing,
  isWorking: false,
  ended: undefined,
  own: nothing,
}

/** Nobody has opened it, opens it or waits for an answer in it. */
function isStranger({ isOpen, isReplayed, turns }: Conversation): boolean {
  return !isOpen && !isReplayed && turns.length === 0
}

export function startWith(hears: Hearing): State {
  return emptyMemory({ ...silence, told: toldTo(hears) }, isStranger)
}
