/** A conversation as a line of the list: what the gateway lists and what is open here, made one. Knows no clock. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import { itemAt, type Thread, textOf } from '@parley/acp/thread'
import {
  type Abilities,
  type AgentView,
  isUntouched,
  type ListedSession,
  type Talk,
  type TalkKey,
  talkKey,
} from '../state/talk.js'
import type { Workbench } from '../state/workbench.js'

export type SessionState = ListedSession['state']

export interface SessionRow {
  readonly key: TalkKey
  /** By which it is known to everybody, and the next time, too; absent while it is being begun. */
  readonly name?: TalkKey | undefined
  readonly agent: string
  readonly agentTitle: string
  readonly cwd: string
  readonly title: string
  readonly state: SessionState
  /** When something last happened, in milliseconds since 1970. */
  readonly at?: number | undefined
  readonly isArchived: boolean
  /** It is open here. */
  readonly isOpen: boolean
  /** Nothing was said in it yet, and nobody looks at it. */
  readonly isEmpty?: boolean | undefined
}

export const STATE_WORDS: Readonly<Record<SessionState, string>> = {
  'needs-you': 'needs you',
  working: 'working',
  idle: 'idle',
  saved: 'saved',
  broken: 'broken',
}

const TITLE_CHARACTERS = 80
const ENTRIES_LOOKED_AT = 8

/** What is known of a conversation that is open here; the list may be half a minute old. */
export function stateOf({
  phase,
  failure,
  questions,
  turn,
}: Pick<Talk, 'phase' | 'failure' | 'questions' | 'turn'>): SessionState {
  if (phase === 'failed') return failure?.isElsewhere ? 'saved' : 'broken'
  if (questions.length > 0) return 'needs-you'
  return turn.state === 'idle' ? 'idle' : 'working'
}

/** The title that it was given, or the beginning of what was first asked. */
export function titleOf(title: string | undefined, thread?: Thread): string {
  const given = sanitizeLine(title ?? '') || (thread && firstAsked(thread)) || 'New conversation'
  return boundedLine(given, TITLE_CHARACTERS)
}

function firstAsked({ slots }: Thread): string | undefined {
  for (let place = 0; place < Math.min(slots.length, ENTRIES_LOOKED_AT); place++) {
    const entry = itemAt(slots, place)
    if (entry?.kind === 'message' && entry.role === 'user') return sanitizeLine(textOf(entry).slice(0, 400))
  }
  return undefined
}

export function agentTitleOf(agents: readonly AgentView[], name: string): string {
  const title = agents.find(agent => agent.name === name)?.title
  return sanitizeLine(title ?? '') || sanitizeLine(name)
}

type RowsOf = Pick<Workbench, 'listed' | 'talks' | 'agents' | 'current'>

/** Every conversation once, in no order. */
export function rowsOf({ listed, talks, agents, current }: RowsOf) {
  const rows = new Map<TalkKey, SessionRow>()
  for (const session of listed) rows.set(session.key, toRow(session, agents))
  for (const talk of talks.values()) {
    const row = toOpenRow(talk, rows.get(talk.key), agents)
    rows.set(talk.key, { ...row, isEmpty: talk.key !== current && isUntouched(talk) })
  }
  return [...rows.values()]
}

function toRow(session: ListedSession, agents: readonly AgentView[]): SessionRow {
  const { key, agent, cwd, title, state, isArchived, updatedAt } = session
  const at = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt)
  return {
    ...{ key, agent, cwd, state, isArchived, title: titleOf(title), isOpen: false },
    name: talkKey(agent, session.sessionId),
    agentTitle: agentTitleOf(agents, agent),
    ...(Number.isNaN(at) ? {} : { at }),
  }
}

function toOpenRow(talk: Talk, listed: SessionRow | undefined, agents: readonly AgentView[]): SessionRow {
  const { key, agent, cwd, title, thread, sessionId } = talk
  const at = Math.max(talk.turn.since ?? 0, listed?.at ?? 0)
  return {
    ...{ key, agent, cwd, isOpen: true, isArchived: listed?.isArchived ?? false },
    name: sessionId === undefined ? undefined : talkKey(agent, sessionId),
    agentTitle: agentTitleOf(agents, agent),
    title: title === undefined && listed !== undefined ? listed.title : titleOf(title, thread),
    state: stateOf(talk),
    ...(at > 0 ? { at } : {}),
  }
}

/** Everything of open conversations that a list shows, as one word to compare: they change with every chunk, this does not. */
export function digestOf(talks: ReadonlyMap<TalkKey, Talk>): string {
  return JSON.stringify(
    [...talks.values()].map(talk => [
      ...[talk.key, talk.sessionId, talk.cwd],
      ...[titleOf(talk.title, talk.thread), stateOf(talk), isUntouched(talk)],
    ]),
  )
}

export type SessionAbilities = Pick<Abilities, 'fork' | 'rename' | 'archive' | 'delete' | 'workspace'>

const ALL: SessionAbilities = { fork: true, rename: true, archive: true, delete: true, workspace: false }

/** What may be asked for a conversation: what it says itself, else what another of its agent says, else all is tried. */
export function abilitiesFor(
  { talks }: Pick<Workbench, 'talks'>,
  key: TalkKey,
  agent: string,
): SessionAbilities {
  const own = talks.get(key)?.abilities
  return own ?? [...talks.values()].find(talk => talk.agent === agent)?.abilities ?? ALL
}
