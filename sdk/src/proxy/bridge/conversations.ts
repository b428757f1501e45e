/**
 * Conversations by the ids of their sessions, as a value: a change costs little however many there are. An agent may
 * speak of sessions that nobody here has opened; those are remembered too, but only the last few of them.
 */

import { assign, lookUp, type Tree, toPairs } from '../../thread/tree.js'
import type { Fields } from './fields.js'

const MOST_STRANGERS = 64
/** More than any agent tells before it answers; what is told first is the oldest, and superseded first. */
const MOST_EARLY = 256

export interface Conversations<Conversation> {
  /** Undefined under the id of one that is gone. */
  readonly byId: Tree<Conversation | undefined>
  readonly size: number
  readonly gone: number
  /** The ids of strangers, the last that came up; some may have been opened since. */
  readonly strangers: readonly string[]
  /** Whether nobody here has opened it or waits for anything in it, so that it may be forgotten. */
  readonly isStranger: (conversation: Conversation) => boolean
}

/** What is told of sessions before their ids are known: it follows the answer. */
interface Early {
  /** How many are being made. */
  readonly openings: number
  readonly early: readonly Fields[]
}

/** What both interpreters of the bridge remember of sessions. */
export interface Memory<Conversation> extends Early {
  /** A conversation of which nothing was heard. */
  readonly unheard: Conversation
  readonly sessions: Conversations<Conversation>
  /** Counts the ids that had to be made up. */
  readonly counted: number
}

export function emptyMemory<Conversation>(
  unheard: Conversation,
  isStranger: (conversation: Conversation) => boolean,
): Memory<Conversation> {
  const sessions = { byId: undefined, size: 0, gone: 0, strangers: [], isStranger }
  return { unheard, sessions, openings: 0, early: [], counted: 0 }
}

/** The conversation of a session; undefined where it was never heard of. */
export function knownConversation<Conversation>(
  { sessions }: Memory<Conversation>,
  sessionId: string,
): Conversation | undefined {
  return lookUp(sessions.byId, sessionId)
}

export function conversationOf<Conversation>(memory: Memory<Conversation>, sessionId: string): Conversation {
  return knownConversation(memory, sessionId) ?? memory.unheard
}

/** All conversations, by the ids of their sessions. */
export function conversationsIn<Conversation>({
  sessions,
}: Memory<Conversation>): readonly (readonly [sessionId: string, conversation: Conversation])[] {
  return toPairs(sessions.byId).flatMap(([sessionId, conversation]) =>
    conversation === undefined ? [] : [[sessionId, conversation] as const],
  )
}

export function withConversation<Conversation extends object, State>(
  state: State & Memory<Conversation>,
  sessionId: string,
  change: NoInfer<Partial<Conversation>>,
): State {
  const conversation = { ...conversationOf(state, sessionId), ...change }
  return { ...state, sessions: put(state.sessions, sessionId, conversation) }
}

export function withoutConversation<Conversation extends object, State>(
  state: State & Memory<Conversation>,
  sessionId: string,
): State {
  return { ...state, sessions: remove(state.sessions, sessionId) }
}

/** Whether this may be a session that is being made: its id is not known before the answer. */
export function isEarly<Conversation>(memory: Memory<Conversation>, sessionId: string): boolean {
  return memory.openings > 0 && knownConversation(memory, sessionId) === undefined
}

export function withEarly<State>(state: State & Early, params: Fields): State {
  return { ...state, early: [...state.early, params].slice(-MOST_EARLY) }
}

/** What was told of a session before its id was known, and the memory without it. */
export function takeEarly<State>(
  state: State & Early,
  sessionId: string,
): { readonly own: readonly Fields[]; readonly state: State } {
  const own = state.early.filter(params => params.sessionId === sessionId)
  if (own.length === 0) return { own, state }
  const rest = state.early.filter(params => params.sessionId !== sessionId)
  return { own, state: { ...state, early: state.openings === 0 ? [] : rest } }
}

function put<Conversation>(
  sessions: Conversations<Conversation>,
  sessionId: string,
  conversation: Conversation,
): Conversations<Conversation> {
  const { byId, strangers, isStranger } = sessions
  const size = lookUp(byId, sessionId) === undefined ? sessions.size + 1 : sessions.size
  const next = { ...sessions, size, byId: assign(byId, sessionId, conversation) }
  if (!isStranger(conversation) || strangers.includes(sessionId)) return next
  return forgetStrangers({ ...next, strangers: [...strangers, sessionId] })
}

function forgetStrangers<Conversation>(sessions: Conversations<Conversation>): Conversations<Conversation> {
  const { byId, isStranger } = sessions
  if (sessions.strangers.length <= MOST_STRANGERS) return sessions
  const still = sessions.strangers.filter(sessionId => {
    const conversation = lookUp(byId, sessionId)
    return conversation !== undefined && isStranger(conversation)
  })
  const strangers = still.slice(-MOST_STRANGERS)
  return still
    .slice(0, -MOST_STRANGERS)
    .reduce<Conversations<Conversation>>(remove, { ...sessions, strangers })
}

/** The tree keeps the names of what is gone; it is made anew before they are more than what is there. */
function remove<Conversation>(
  sessions: Conversations<Conversation>,
  sessionId: string,
): Conversations<Conversation> {
  const { byId, size, gone } = sessions
  if (lookUp(byId, sessionId) === undefined) return sessions
  const left: Tree<Conversation | undefined> = assign(byId, sessionId, undefined)
  const next = { ...sessions, byId: left, size: size - 1, gone: gone + 1 }
  if (next.gone <= next.size + MOST_STRANGERS) return next
  const present = toPairs(left).filter(([, conversation]) => conversation !== undefined)
  const fresh = present.reduce<Tree<Conversation | undefined>>(
    (tree, [name, conversation]) => assign(tree, name, conversation),
    undefined,
  )
  return { ...next, byId: fresh, gone: 0 }
}
