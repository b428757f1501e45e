/** What has been said of one conversation, as far as the other version must know it. Knows no words of either. */

import type { v1Unstable, v2Unstable } from '../../../schema/index.js'
import type { Role } from '../../../thread/entry.js'
import type { Fields } from '../../../thread/fields.js'
import type { Sequence } from '../../../thread/sequence.js'
import { emptyThread, type Thread } from '../../../thread/thread.js'
import { assign, lookUp, type Tree } from '../../../thread/tree.js'

/** What a client of version 1 has said that it can hear; version 2 takes all of it for granted. */
export interface Hearing {
  readonly notices: boolean
  readonly compaction: boolean
  readonly subagents: boolean
  /** Several plans, each with an id. */
  readonly plans: boolean
  /** Settings that are on or off. */
  readonly booleans: boolean
}

/** What has been said of one conversation, as far as the other version must know it. An immutable value. */
export interface Told {
  readonly hears: Hearing
  /** The message that a piece without an id continues. */
  readonly saying?: { readonly role: Role; readonly id: string } | undefined
  /** How many ids were made for messages that had none. */
  readonly named: number
  /** Things with an id that have been heard of, by kind and id. */
  readonly known: Tree<boolean>
  /** Messages that were replaced as a whole, and the ids they go by since. */
  readonly renamed: Tree<string>
  /** The one plan that a turn of version 1 has: how many there were, and whether the next is another. */
  readonly plan: { readonly count: number; readonly isOver: boolean }
  /** The plans of version 2 that are in force. */
  readonly plans: readonly v2Unstable.PlanUpdateContent[]
  /** The settings, as version 2 says them. */
  readonly options: readonly v2Unstable.SessionConfigOption[]
  /** The mode that a client of version 1 was told last. */
  readonly modeId?: string | undefined
  /** What calls and terminals of version 2 show. */
  readonly shown: Thread
  /** The calls that show a terminal. */
  readonly viewers: Tree<readonly string[]>
  /** How much calls of version 2 show, and what of it is held back. */
  readonly pieces: Tree<Pieces>
}

/** What a call shows, as far as it came in pieces. */
export interface Pieces {
  /** All that it shows. */
  readonly bytes: number
  /** What version 1 has not been told yet. */
  readonly held: Sequence<Fields>
  readonly heldBytes: number
  /** Somebody will see to what is held, whatever comes. */
  readonly isAwaited: boolean
}

/** What something is in version 2, and what is known after it. */
export interface SaidToNew {
  readonly told: Told
  readonly updates: readonly v2Unstable.SessionUpdate[]
}

/** What something is in version 1, and what is known after it. */
export interface SaidToOld {
  readonly told: Told
  readonly updates: readonly v1Unstable.SessionUpdate[]
}

const DEAF: Hearing = {
  notices: false,
  compaction: false,
  subagents: false,
  plans: false,
  booleans: false,
}

/** Nothing has been said, and a client of version 1 hears no more than it must. */
export const nothingTold: Told = {
  hears: DEAF,
  named: 0,
  known: undefined,
  renamed: undefined,
  plan: { count: 0, isOver: true },
  plans: [],
  options: [],
  shown: emptyThread(2),
  viewers: undefined,
  pieces: undefined,
}

/** Nothing has been said yet to a client of version 1 that can hear this. */
export function toldTo(hears: Partial<Hearing>): Told {
  return { ...nothingTold, hears: { ...DEAF, ...hears } }
}

/** An id for a message that has none. They are counted, so that the same conversation gets the same ids. */
export function nameMessage(told: Told): { readonly told: Told; readonly messageId: string } {
  const named = told.named + 1
  return { told: { ...told, named }, messageId: `parley.dev/message-${named}` }
}

/**
 * The user has said something that was no update: what comes now belongs to another turn. A piece of the user's that
 * has no id repeats that message.
 */
export function toldPrompt(told: Told, messageId: string): Told {
  const met = meet(told, `user ${messageId}`).told
  return { ...met, saying: { role: 'user', id: messageId }, plan: { ...told.plan, isOver: true } }
}

/** Something with an id comes up: whether for the first time, and what is known from then on. */
export function meet(told: Told, key: string): { readonly told: Told; readonly isNew: boolean } {
  if (lookUp(told.known, key) === true) return { told, isNew: false }
  // Whatever was being said is over with it.
  return { told: { ...told, known: assign(told.known, key, true), saying: undefined }, isNew: true }
}

/** Something with an id is gone; if it comes up again, it is another. */
export function forget(told: Told, key: string): Told {
  return lookUp(told.known, key) === true ? { ...told, known: assign(told.known, key, false) } : told
}
