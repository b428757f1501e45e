/** A session as one JSON document: to take it elsewhere, to keep it, to look at it. Read again, it is checked first. */

import { fillSession } from './fork.js'
import type { Journal, KeptEntry, SessionHeader, SessionRecord } from './journal.js'

/** Everything a journal knows of one session. */
export interface SessionDocument {
  readonly format: 'parley-session'
  readonly revision: 1
  readonly session: SessionRecord
  readonly entries: readonly KeptEntry[]
}

/** A document that is no session: `path` points at the place, as in `/entries/3/kind`. */
export class SessionDocumentError extends Error {
  override readonly name = 'SessionDocumentError'
  readonly path: string

  constructor(path: string, expected: string) {
    super(`${path}: expected ${expected}`)
    this.path = path
  }
}

/** The whole of a session, as a value that `JSON.stringify` takes. */
export async function exportSession(journal: Journal, sessionId: string): Promise<SessionDocument> {
  const session = await journal.find(sessionId)
  const entries: KeptEntry[] = []
  for await (const entry of journal.read(sessionId)) entries.push(entry)
  return { format: 'parley-session', revision: 1, session, entries }
}

/**
 * Keeps a session that was exported, from here or elsewhere, under its own id and directory or under those of
 * `header`. Throws a `SessionDocumentError`, and keeps nothing, when the document is no session.
 */
export async function importSession(
  journal: Journal,
  document: unknown,
  header: Partial<SessionHeader> = {},
): Promise<SessionRecord> {
  const { session, entries } = readDocument(document)
  const { id, cwd, additionalDirectories, title, facts } = session
  const own = { id, cwd, additionalDirectories, title, facts, ...header }
  // Facts that somebody gives for it are not overruled by what it tells of itself.
  const told = header.facts === undefined ? entries : entries.map(withoutFacts)
  const log = await fillSession(journal, own, { entries: told })
  // Said last, because the entries tell of the titles it had.
  if (header.title !== undefined) await log.append({ kind: 'info', title: header.title })
  await log.release()
  return await journal.find(log.id)
}

function withoutFacts(entry: KeptEntry): KeptEntry {
  if (entry.kind !== 'info') return entry
  const { facts: _, ...rest } = entry
  return rest
}

type Fields = Readonly<Record<string, unknown>>
/** More than any message may be nested; to write a value down takes a call for each level. */
const MOST_LEVELS = 256

type Test = readonly [expected: string, holds: (value: unknown) => boolean]

const TEXT: Test = ['a string', value => typeof value === 'string']
const FLAG: Test = ['true or false', value => typeof value === 'boolean']
/** The last moment that a `Date` can name. */
const MOST_TIME = 8.64e15
const TIME: Test = [
  'a time in milliseconds',
  value => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TIME,
]
const LIST: Test = ['a list', Array.isArray]
const FIELDS: Test = ['an object', isFields]
const TITLE: Test = ['a string or null', value => value === null || typeof value === 'string']
const FACTS: Test = [
  'facts: strings, numbers, true or false',
  value => isFields(value) && Object.values(value).every(isFact),
]
const CONTRACT: Test = [
  'v1, v1-unstable, v2 or v2-unstable',
  value => typeof value === 'string' && /^v[12](-unstable)?$/.test(value),
]

/** What an entry of each kind must have, and may have. */
const KINDS: Readonly<Record<string, readonly [must: Record<string, Test>, may?: Record<string, Test>]>> = {
  prompt: [{ contract: CONTRACT, messageId: TEXT, content: LIST }],
  update: [{ contract: CONTRACT, update: FIELDS }],
  end: [{ stopReason: TEXT }],
  options: [{ values: FIELDS }],
  event: [{ event: FIELDS }],
  info: [{}, { title: TITLE, isArchived: FLAG, facts: FACTS }],
}

function readDocument(document: unknown): Pick<SessionDocument, 'session' | 'entries'> {
  const { format, revision, session, entries } = demandFields('', document)
  demand('/format', format, ["'parley-session'", value => value === 'parley-session'])
  demand('/revision', revision, ['1', value => value === 1])
  const record = demandFields('/session', session)
  demand('/session/id', record.id, TEXT)
  demand('/session/cwd', record.cwd, TEXT)
  if (record.title !== undefined) demand('/session/title', record.title, TEXT)
  if (record.facts !== undefined) demand('/session/facts', record.facts, FACTS)
  if (record.additionalDirectories !== undefined)
    demand('/session/additionalDirectories', record.additionalDirectories, [
      'a list of strings',
      value => Array.isArray(value) && value.every(item => typeof item === 'string'),
    ])
  for (const name of ['createdAt', 'updatedAt'])
    if (record[name] !== undefined) demand(`/session/${name}`, record[name], TIME)
  demand('/entries', entries, LIST)
  const list = entries as readonly unknown[]
  for (const [index, entry] of list.entries()) demandEntry(`/entries/${index}`, entry, index + 1)
  // Each field that is used was checked above.
  return { session: record as unknown as SessionRecord, entries: list as readonly KeptEntry[] }
}

function demandEntry(path: string, value: unknown, seq: number): void {
  const entry = demandFields(path, value)
  demand(`${path}/seq`, entry.seq, [String(seq), found => found === seq])
  demand(`${path}/at`, entry.at, TIME)
  const kind =
    typeof entry.kind === 'string' && Object.hasOwn(KINDS, entry.kind) ? KINDS[entry.kind] : undefined
  if (kind === undefined) throw new SessionDocumentError(`${path}/kind`, Object.keys(KINDS).join(', '))
  demandShallow(path, entry)
  const [must, may = {}] = kind
  for (const [name, test] of Object.entries(must)) demand(`${path}/${name}`, entry[name], test)
  for (const [name, test] of Object.entries(may))
    if (entry[name] !== undefined) demand(`${path}/${name}`, entry[name], test)
  if (entry.kind === 'update')
    demand(`${path}/update/sessionUpdate`, fieldOf(entry.update, 'sessionUpdate'), TEXT)
}

/** Without a call for each level: what is to be found out is whether there are too many for that. */
function demandShallow(path: string, value: object): void {
  const open: { readonly value: object; readonly level: number }[] = [{ value, level: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const level = next.level + 1
    if (next.level > MOST_LEVELS) throw new SessionDocumentError(path, `at most ${MOST_LEVELS} levels`)
    for (const inner of Object.values(next.value))
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, level })
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined
}

function demand(path: string, value: unknown, [expected, holds]: Test): void {
  if (!holds(value)) throw new SessionDocumentError(path, expected)
}

function demandFields(path: string, value: unknown): Fields {
  if (!isFields(value)) throw new SessionDocumentError(path === '' ? '/' : path, 'an object')
  return value
}

/** What JSON has no word for, such as a number without end, would come back as something else. */
function isFact(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean'].includes(typeof value)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
