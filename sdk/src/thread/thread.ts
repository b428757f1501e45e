/** A conversation as a value, and the few ways in which its timeline changes. Nothing here is ever modified. */

import type { v1, v2, v2Unstable } from '../schema/index.js'
import type { Awaited, OwnPrompt } from './echo.js'
import type { Entry, Role } from './entry.js'
import { append, itemAt, replaceAt, type Sequence, sequenceOf } from './sequence.js'
import type { Terminal } from './terminals.js'
import { assign, lookUp, type Tree } from './tree.js'

/** Which version of the protocol a conversation is held in: null means different things in the two. */
export type ThreadVersion = 1 | 2

/** How much of the context window is used, and what it has cost so far. */
export interface ContextUsage {
  readonly used: number
  readonly size: number
  readonly cost?: v1.Cost | undefined
}

/** What the agent is doing, in its own words (version 2), and what it does besides. */
export interface AgentState {
  readonly state: string
  /** Absent: the agent does not report it. Empty: nothing runs. */
  readonly background?: readonly v2Unstable.BackgroundWork[] | undefined
}

/** A conversation, as it is at one moment. */
export interface Thread {
  readonly version: ThreadVersion
  /** The timeline; `entriesOf` reads it. A plan that was removed leaves an empty place. */
  readonly slots: Sequence<Entry | undefined>
  /** Where in the timeline a thing is that has an id. */
  readonly places: Tree<number>
  /** The place of the message that a piece without an id continues. */
  readonly current?: number | undefined
  /** The place of the latest message of the user: what stands before it belongs to an earlier turn. */
  readonly asked?: number | undefined
  readonly terminals: Tree<Terminal>
  readonly commands: readonly (v1.AvailableCommand | v2.AvailableCommand)[]
  readonly options: readonly (v1.SessionConfigOption | v2.SessionConfigOption)[]
  /** The modes of version 1; `modeOf` knows the current one in either version. */
  readonly modes: readonly v1.SessionMode[]
  readonly modeId?: string | undefined
  readonly title?: string | undefined
  readonly updatedAt?: string | undefined
  readonly usage?: ContextUsage | undefined
  readonly state?: AgentState | undefined
  /** The latest notices. They are for the moment: no part of the history, and never replayed. */
  readonly notices: readonly (v1.Notice | v2.Notice)[]
  /** Prompts of ours whose turn is not over. */
  readonly openPrompts: number
  /** How many turns have ended. */
  readonly endedTurns: number
  /** Prompts of ours that the agent may still repeat. */
  readonly awaited: readonly Awaited[]
  /** Prompts of ours that have no place while the conversation is told again. */
  readonly held?: readonly OwnPrompt[] | undefined
}

/** A conversation in which nothing has happened. */
export function emptyThread(version: ThreadVersion): Thread {
  return {
    version,
    slots: sequenceOf<Entry | undefined>([]),
    places: undefined,
    terminals: undefined,
    commands: [],
    options: [],
    modes: [],
    notices: [],
    openPrompts: 0,
    endedTurns: 0,
    awaited: [],
  }
}

type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>
type Identified = Exclude<Entry['kind'], 'message' | 'stop' | 'raw'>

/** What an entry is found by. Ids are unique among things of one kind only, and each role is a kind of its own. */
export type Key = `${Identified | Role} ${string}`

export function placeOf(thread: Thread, key: Key): number | undefined {
  return lookUp(thread.places, key)
}

export function entryAt(thread: Thread, place: number | undefined): Entry | undefined {
  return place === undefined ? undefined : itemAt(thread.slots, place)
}

export function isOfKind<K extends Entry['kind']>(entry: Entry | undefined, kind: K): entry is EntryOf<K> {
  return entry?.kind === kind
}

/** Puts an entry at the end. Whatever message was being said is over with it. */
export function addEntry(thread: Thread, entry: Entry, key?: Key): Thread {
  const places = key === undefined ? thread.places : assign(thread.places, key, thread.slots.length)
  const isAsked = entry.kind === 'message' && entry.role === 'user'
  const asked = isAsked ? thread.slots.length : thread.asked
  return { ...thread, slots: append(thread.slots, entry), places, current: undefined, asked }
}

export function replaceEntry(thread: Thread, place: number, entry: Entry | undefined): Thread {
  return { ...thread, slots: replaceAt(thread.slots, place, entry) }
}

/** Changes the entry of this kind and id where it stands, or makes it at the end. */
export function upsert<K extends Identified>(
  thread: Thread,
  { kind, id }: { readonly kind: K; readonly id: string },
  change: (found: EntryOf<K> | undefined) => EntryOf<K>,
): Thread {
  const key: Key = `${kind} ${id}`
  const place = placeOf(thread, key)
  const found = entryAt(thread, place)
  if (place !== undefined && isOfKind(found, kind)) return replaceEntry(thread, place, change(found))
  return addEntry(thread, change(undefined), key)
}
