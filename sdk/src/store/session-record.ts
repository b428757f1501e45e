/** What a list says of a session, kept up to date entry by entry. */

import type { Entry, SessionHeader, SessionRecord } from './journal.js'

/** The record of a session in which nothing has happened yet. */
export function toRecord(header: SessionHeader, createdAt: number): SessionRecord {
  const { id, cwd, additionalDirectories, title, facts } = header
  return {
    id,
    cwd,
    ...(additionalDirectories === undefined ? {} : { additionalDirectories }),
    ...(title === undefined ? {} : { title }),
    ...(facts === undefined ? {} : { facts }),
    createdAt,
    updatedAt: createdAt,
    isArchived: false,
  }
}

/** The record after one more entry. */
export function withEntry(record: SessionRecord, entry: Entry, at: number): SessionRecord {
  // Clocks go back, and copied entries bring times of their own; a session does not grow younger.
  const updatedAt = Math.max(record.updatedAt, at)
  if (entry.kind !== 'info') return updatedAt === record.updatedAt ? record : { ...record, updatedAt }
  const { title: known, ...rest } = record
  const title = entry.title === undefined ? known : (entry.title ?? undefined)
  return {
    ...rest,
    ...(title === undefined ? {} : { title }),
    ...(entry.facts === undefined ? {} : { facts: { ...record.facts, ...entry.facts } }),
    updatedAt,
    isArchived: entry.isArchived ?? record.isArchived,
  }
}
