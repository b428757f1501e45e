/** A recorded conversation as a list shows it, and how it is written into the facts of its record. */

import { createHash, randomBytes } from 'node:crypto'
import type { SessionFacts, SessionHeader, SessionRecord } from '@parley/acp/store'
import type { RecordedSession } from './record.js'

/** What is known of a conversation without reading it. */
export interface Conversation extends RecordedSession {
  /** The id of its record on this side. */
  readonly id: string
  readonly title?: string | undefined
  /** How the first prompt began: what to call a conversation that has no title. */
  readonly opening?: string | undefined
  /** Milliseconds since 1970. */
  readonly started: number
  readonly updated: number
  readonly turns: number
}

const ID_DIGITS = 16

/** The id of the first record of a conversation with this id: an agent's id may be anything. */
export function idFor({ agent, sessionId }: Pick<RecordedSession, 'agent' | 'sessionId'>): string {
  const text = JSON.stringify([agent, sessionId])
  return createHash('sha256').update(text).digest('hex').slice(0, ID_DIGITS)
}

/** The id of a record for a conversation whose own id was given before. */
export function otherId(): string {
  return randomBytes(ID_DIGITS / 2).toString('hex')
}

/** What is said of a conversation when its record is begun. */
export function toHeader(session: RecordedSession, started = Date.now()): SessionHeader {
  const { agent, sessionId, cwd, label } = session
  const facts = { agent, sessionId, started, turns: 0, ...(label === undefined ? {} : { label }) }
  return { id: idFor(session), cwd, facts }
}

/** The conversation that a record holds. What did not come from here may lack everything but its id. */
export function toConversation(record: SessionRecord): Conversation {
  const { id, cwd, title, facts = {}, createdAt, updatedAt } = record
  const label = textIn(facts, 'label')
  const opening = textIn(facts, 'opening')
  return {
    id,
    agent: textIn(facts, 'agent') ?? 'unknown',
    sessionId: textIn(facts, 'sessionId') ?? id,
    cwd,
    ...(label === undefined ? {} : { label }),
    ...(title === undefined ? {} : { title }),
    ...(opening === undefined ? {} : { opening }),
    started: timeIn(facts, 'started') ?? createdAt,
    updated: timeIn(facts, 'lastAt') ?? updatedAt,
    turns: timeIn(facts, 'turns') ?? 0,
  }
}

function textIn(facts: SessionFacts, name: string): string | undefined {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The last moment that a `Date` can name. */
const MOST_TIME = 8.64e15

function timeIn(facts: SessionFacts, name: string): number | undefined {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined
  const isTime = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MOST_TIME
  return isTime ? value : undefined
}
