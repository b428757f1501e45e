/** A page of a list of sessions: which ones, in which order, and where the next page begins. Knows no place to keep them. */

import { JournalError, type ListQuery, type SessionPage, type SessionRecord } from './journal.js'

const USUAL_LIMIT = 50
const MOST = 1_000
const CURSOR = /^([0-9a-z]{1,11})-([^-].*)$/

interface Mark {
  readonly updatedAt: number
  readonly id: string
}

/** The page of these sessions that the query asks for: those written last come first. */
export function toPage(records: Iterable<SessionRecord>, query: ListQuery = {}): SessionPage {
  const mark = query.cursor === undefined ? undefined : fromCursor(query.cursor)
  const wanted = [...records].filter(record => isWanted(record, query)).sort(compare)
  // By value, not by count: what was added or removed since the page before shifts nothing.
  const from = mark === undefined ? 0 : firstBehind(wanted, mark)
  const limit = Math.min(Math.max(1, query.limit ?? USUAL_LIMIT), MOST)
  const sessions = wanted.slice(from, from + limit)
  const last = sessions.at(-1)
  const hasMore = from + limit < wanted.length
  return hasMore && last !== undefined ? { sessions, nextCursor: toCursor(last) } : { sessions }
}

function isWanted(record: SessionRecord, { cwd, isArchived = false }: ListQuery): boolean {
  return record.isArchived === isArchived && (cwd === undefined || record.cwd === cwd)
}

function compare(left: Mark, right: Mark): number {
  return right.updatedAt - left.updatedAt || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
}

function firstBehind(records: readonly Mark[], mark: Mark): number {
  const index = records.findIndex(record => compare(record, mark) > 0)
  return index < 0 ? records.length : index
}

function toCursor({ updatedAt, id }: Mark): string {
  return `${updatedAt.toString(36)}-${encodeURIComponent(id).replaceAll('-', '%2D')}`
}

function fromCursor(cursor: string): Mark {
  const [, time = '', id = ''] = CURSOR.exec(cursor) ?? []
  const mark = { updatedAt: Number.parseInt(time, 36), id: decoded(id) }
  if (mark.id === '' || toCursor(mark) !== cursor)
    throw new JournalError('invalid_cursor', 'The cursor is not one that a list gave out')
  return mark
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
