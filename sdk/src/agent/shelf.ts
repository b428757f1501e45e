/** What is kept of sessions, seen from outside: listed, named, put away, thrown away. Opens none of them. */

import { rpcError } from '../protocol/index.js'
import type { Entry, Journal, ListQuery, SessionPage } from '../store/index.js'
import { demandJournal, withJournal } from './journal-failure.js'
import { type Lobby, placeOf } from './lobby.js'
import type { LiveSession } from './session.js'
import type { Sessions } from './sessions.js'

/** Which sessions a list shows: those in use, those put away, or both. */
export type ArchiveFilter = 'exclude' | 'include' | 'only'

/** What a client asks of a list. */
export interface Wanted {
  readonly cwd: string | undefined
  readonly cursor: string | undefined
  readonly archived: ArchiveFilter
}

/** A list of both kinds goes on with the archived ones; no journal gives out cursors that begin like this. */
const SECOND_HALF = 'archived:'

const unknownTimes = { createdAt: 0, updatedAt: 0, isArchived: false }

export class Shelf {
  readonly #lobby: Lobby
  readonly #sessions: Sessions
  readonly #journal: Journal | undefined

  constructor(lobby: Lobby, sessions: Sessions, journal: Journal | undefined) {
    this.#lobby = lobby
    this.#sessions = sessions
    this.#journal = journal
  }

  /** Kept sessions or, without a journal, those of this connection. */
  async list(wanted: Wanted): Promise<SessionPage> {
    const journal = this.#journal
    if (journal === undefined) return this.#listOpen(wanted)
    return withJournal(undefined, () =>
      wanted.archived === 'include'
        ? listBoth(journal, wanted)
        : journal.list({ ...placed(wanted), isArchived: wanted.archived === 'only' }),
    )
  }

  delete(id: string): Promise<void> {
    return this.#lobby.alone(id, async () => {
      await this.#lobby.letGo(id)
      await withJournal(id, async () => this.#journal?.delete(id))
    })
  }

  setTitle(id: string, title: string): Promise<void> {
    return this.#amend(id, session => session.setTitle(title), { kind: 'info', title })
  }

  archive(id: string): Promise<void> {
    return this.#lobby.alone(id, async () => {
      await this.#lobby.letGo(id)
      await this.#append(id, { kind: 'info', isArchived: true })
    })
  }

  unarchive(id: string): Promise<void> {
    const entry = { kind: 'info', isArchived: false } as const
    return this.#amend(id, session => session.record(entry), entry)
  }

  /** Open here, kept, or nothing at all. */
  async status(id: string): Promise<'open' | 'saved'> {
    if (this.#sessions.find(id) !== undefined) return 'open'
    await withJournal(id, () => demandJournal(this.#journal).find(id))
    return 'saved'
  }

  /** A session that is open here is changed by whoever holds the right to write it. */
  #amend(id: string, live: (session: LiveSession) => Promise<void>, entry: Entry): Promise<void> {
    return this.#lobby.alone(id, async () => {
      const session = this.#sessions.find(id)
      await (session === undefined ? this.#append(id, entry) : withJournal(id, () => live(session)))
    })
  }

  #append(id: string, entry: Entry): Promise<void> {
    return withJournal(id, async () => {
      const log = await demandJournal(this.#journal).acquire(id)
      try {
        await log.append(entry)
      } finally {
        await log.release()
      }
    })
  }

  #listOpen({ cwd, cursor }: Wanted): SessionPage {
    if (cursor !== undefined)
      throw rpcError('invalid_params', 'Invalid params: /cursor: not a cursor of this list')
    const open = this.#sessions.all().filter(session => cwd === undefined || session.cwd === cwd)
    return { sessions: open.map(session => ({ ...placeOf(session), id: session.id, ...unknownTimes })) }
  }
}

/** First those in use, page by page, then those put away. */
async function listBoth(journal: Journal, wanted: Wanted): Promise<SessionPage> {
  const { cwd, cursor } = wanted
  if (cursor?.startsWith(SECOND_HALF)) return listArchived(journal, cwd, cursor.slice(SECOND_HALF.length))
  const first = await journal.list({ ...placed({ cwd, cursor }), isArchived: false })
  if (first.nextCursor !== undefined) return first
  const second = await listArchived(journal, cwd, undefined)
  return { ...second, sessions: [...first.sessions, ...second.sessions] }
}

async function listArchived(
  journal: Journal,
  cwd: string | undefined,
  cursor: string | undefined,
): Promise<SessionPage> {
  const page = await journal.list({ ...placed({ cwd, cursor }), isArchived: true })
  return page.nextCursor === undefined ? page : { ...page, nextCursor: SECOND_HALF + page.nextCursor }
}

function placed({ cwd, cursor }: Omit<Wanted, 'archived'>): ListQuery {
  return { cwd, cursor }
}
