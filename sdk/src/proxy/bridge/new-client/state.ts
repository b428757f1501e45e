/** What is remembered between a client of version 2 and an agent of version 1. A value: every step makes the next one. */

import type { Tree } from '../../../thread/tree.js'
import type { ProxyEffect, ProxyStep } from '../../sides.js'
import type { AgentAbilities } from '../capabilities.js'
import { emptyMemory, type Memory } from '../conversations.js'
import type { Fields } from '../fields.js'
import type { Passed } from '../passage.js'
import { nothingTold, type Told } from '../words/index.js'

/** A prompt that the agent works on; it has been taken in once the client was answered. */
export interface Turn {
  readonly call: number
  readonly messageId: string
  readonly prompt: readonly unknown[]
  readonly isInserted: boolean
  readonly isCancelled: boolean
}

/** A prompt that came while another was worked on: an agent of version 1 takes one at a time. */
export interface Held {
  readonly call: number
  readonly params: Fields
}

/** Something that the agent wants to know of the user before it goes on. */
export interface Question {
  readonly kind: 'permission' | 'elicitation'
  readonly call: number
  readonly sessionId: string
}

export interface Conversation {
  /** Where it is; undefined while nobody has opened it here. */
  readonly place: Fields | undefined
  readonly told: Told
  /** What its tool calls are called, as far as they were told. */
  readonly titles: Tree<string>
  /** It is opened again, and what was said before is not to be told. */
  readonly isMuted: boolean
  readonly turn: Turn | undefined
  readonly held: readonly Held[]
  readonly questions: readonly Question[]
  /** A request to close it, which waits for the end of the turn. */
  readonly closing: number | undefined
}

export interface State extends Memory<Conversation> {
  readonly abilities: AgentAbilities
}

export type Tag =
  | Passed
  | Question
  | {
      readonly kind: 'opened'
      readonly call: number
      /** Undefined for a session that is made. */
      readonly sessionId: string | undefined
      readonly place: Fields
    }
  | { readonly kind: 'closed'; readonly call: number; readonly sessionId: string }
  | { readonly kind: 'prompted'; readonly call: number; readonly sessionId: string }
  | { readonly kind: 'patience'; readonly call: number; readonly sessionId: string }
  | { readonly kind: 'mode'; readonly call: number; readonly sessionId: string; readonly modeId: string }
  | { readonly kind: 'option'; readonly call: number; readonly sessionId: string }

export type TagOf<Kind extends Tag['kind']> = Extract<Tag, { readonly kind: Kind }>

export type NewEffect = ProxyEffect<Tag>
export type NewStep = ProxyStep<State, Tag>

export interface Asked {
  readonly call: number
  readonly params: unknown
}

const nothing: readonly never[] = []

const unheard: Conversation = {
  place: undefined,
  told: nothingTold,
  titles: undefined,
  isMuted: false,
  turn: undefined,
  held: nothing,
  questions: nothing,
  closing: undefined,
}

/** Nobody has opened it, works in it or waits for an answer in it. */
function isStranger({ place, isMuted, turn, held, questions, closing }: Conversation): boolean {
  const isIdle = turn === undefined && held.length + questions.length === 0 && closing === undefined
  return place === undefined && !isMuted && isIdle
}

export function startWith(abilities: AgentAbilities): State {
  return { ...emptyMemory(unheard, isStranger), abilities }
}

export function tell(sessionId: string, update: Fields | object): NewEffect {
  return { kind: 'tell', to: 'client', method: 'session/update', params: { sessionId, update } }
}

export function tellState(sessionId: string, state: Fields): NewEffect {
  return tell(sessionId, { sessionUpdate: 'state_update', ...state })
}
