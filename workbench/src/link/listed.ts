/** The list of sessions as a value: what the gateway and the agents tell, and what is known of those that are open here. */

import { type ListedSession, type Talk, talkKey } from '../state/talk.js'
import type { FarSession } from './gateway-words.js'

/** What the list of one agent is made of. */
export interface Found {
  readonly own: readonly FarSession[]
  /** Those that the agent itself has; of some the gateway knows nothing. */
  readonly theirs: readonly Theirs[]
  readonly archived: readonly Theirs[]
}

export interface Theirs {
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string | null | undefined
  readonly updatedAt?: string | null | undefined
}

export function toListed(agent: string, { own, theirs, archived }: Found): readonly ListedSession[] {
  const away = new Set(archived.map(({ sessionId }) => sessionId))
  const byId = new Map<string, ListedSession>()
  for (const each of [...theirs, ...archived])
    byId.set(each.sessionId, {
      ...{ key: talkKey(agent, each.sessionId), agent, sessionId: each.sessionId, cwd: each.cwd },
      ...{ title: each.title ?? undefined, updatedAt: each.updatedAt ?? undefined, state: 'saved' },
      isArchived: away.has(each.sessionId),
    })
  for (const { sessionId, cwd, title, updatedAt, isBusy, isWaiting, isOpen, isArchived } of own) {
    const isAway = isArchived || away.has(sessionId)
    byId.set(sessionId, {
      ...{ key: talkKey(agent, sessionId), agent, sessionId, cwd, updatedAt },
      title: byId.get(sessionId)?.title ?? title,
      isArchived: isAway,
      state: isWaiting ? 'needs-you' : isBusy ? 'working' : isOpen && !isAway ? 'idle' : 'saved',
    })
  }
  return [...byId.values()]
}

/** Of those that are open here more is known, and sooner. The latest first. */
export function withTalks(
  found: readonly ListedSession[],
  talks: readonly Talk[],
  now: string,
): readonly ListedSession[] {
  const open = talks.filter(({ sessionId }) => sessionId !== undefined)
  const keyOf = ({ agent, sessionId = '' }: Pick<Talk, 'agent' | 'sessionId'>): string =>
    talkKey(agent, sessionId)
  const byKey = new Map(open.map(talk => [keyOf(talk), talk]))
  const known = found.map(each => withTalk(each, byKey.get(keyOf(each))))
  const listed = new Set(found.map(keyOf))
  const fresh = open.filter(talk => !listed.has(keyOf(talk))).map(talk => withTalk(toFresh(talk, now), talk))
  return [...known, ...fresh].sort((one, other) => (other.updatedAt ?? '').localeCompare(one.updatedAt ?? ''))
}

function toFresh({ key, agent, sessionId = '', cwd }: Talk, updatedAt: string): ListedSession {
  return { key, agent, sessionId, cwd, updatedAt, isArchived: false, state: 'idle' }
}

function withTalk(listed: ListedSession, talk: Talk | undefined): ListedSession {
  if (talk === undefined) return listed
  return { ...listed, key: talk.key, title: talk.title ?? listed.title, state: stateOf(talk) }
}

function stateOf({ phase, failure, questions, turn }: Talk): ListedSession['state'] {
  if (questions.length > 0) return 'needs-you'
  if (phase === 'failed') return failure?.isElsewhere ? 'saved' : 'broken'
  return turn.state === 'idle' ? 'idle' : 'working'
}

/** Whether nobody would see a difference. */
export function isSameList(one: readonly ListedSession[], other: readonly ListedSession[]): boolean {
  return (
    one.length === other.length &&
    one.every((each, index) => {
      const that = other[index]
      return (
        that !== undefined &&
        each.key === that.key &&
        each.state === that.state &&
        each.title === that.title &&
        each.updatedAt === that.updatedAt &&
        each.isArchived === that.isArchived &&
        each.cwd === that.cwd
      )
    })
  )
}
