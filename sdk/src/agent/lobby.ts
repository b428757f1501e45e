/** Where sessions are opened, opened again and let go. Knows the journal; knows no version but the spelling it is given. */

import { type Log, rpcError, unsupportedParameter } from '../protocol/index.js'
import type { Journal, ListQuery, SessionLog, SessionPage } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import { withJournal } from './journal-failure.js'
import { Past } from './past.js'
import { updatesOf } from './replay.js'
import { type Line, LiveSession, type SessionSetup } from './session.js'
import { randomId, type Sessions } from './sessions.js'
import { Settings } from './settings.js'

/** What a lobby stands in. */
export interface Premises {
  readonly definition: AgentDefinition
  readonly sessions: Sessions
  readonly line: Line
  readonly log: Log
}

export class Lobby {
  readonly #definition: AgentDefinition
  readonly #sessions: Sessions
  readonly #line: Line
  readonly #log: Log

  constructor({ definition, sessions, line, log }: Premises) {
    this.#definition = definition
    this.#sessions = sessions
    this.#line = line
    this.#log = log
  }

  async create(setup: SessionSetup): Promise<LiveSession> {
    this.#sessions.demandRoom()
    this.#demandSystemPrompt(setup)
    const id = randomId()
    const log = await withJournal(id, async () => this.#line.journal?.create({ ...placeOf(setup), id }))
    return this.#admit(id, setup, { log })
  }

  /** Opens a kept session again; `isReplayed` tells the client everything that was said, before the answer. */
  async restore(id: string, setup: SessionSetup, isReplayed: boolean): Promise<LiveSession> {
    this.#demandSystemPrompt(setup)
    const journal = this.#demandJournal()
    await this.close(id)
    this.#sessions.demandRoom()
    const log = await withJournal(id, () => journal.acquire(id))
    try {
      const past = await withJournal(id, () => this.#recall(journal, id, isReplayed))
      const session = await this.#admit(id, setup, { log, past })
      await this.#finish(session, past)
      return session
    } catch (error) {
      this.#sessions.remove(id)
      await log.release()
      throw error
    }
  }

  /** A new session that begins with everything another one holds. */
  async fork(id: string, setup: SessionSetup): Promise<LiveSession> {
    const journal = this.#demandJournal()
    this.#sessions.demandRoom()
    this.#demandSystemPrompt(setup)
    await this.#sessions.find(id)?.settled()
    const copyId = randomId()
    return withJournal(id, async () => {
      const { title } = await journal.find(id)
      const log = await journal.create({ ...placeOf(setup), id: copyId, title })
      const past = new Past()
      for await (const { seq: _seq, at: _at, ...entry } of journal.read(id)) {
        await log.append(entry)
        past.take({ seq: _seq, at: _at, ...entry })
      }
      return this.#admit(copyId, setup, { log, past })
    })
  }

  /** Cancels what the session does and lets it go; what was kept stays. */
  async close(id: string): Promise<void> {
    const session = this.#sessions.find(id)
    // Out of reach first: a prompt that came while the last turn ends would begin another.
    this.#sessions.remove(id)
    session?.turn?.cancel()
    await session?.end()
  }

  async delete(id: string): Promise<void> {
    await this.close(id)
    await withJournal(id, async () => this.#line.journal?.delete(id))
  }

  /** Kept sessions or, without a journal, those of this connection. */
  async list(query: ListQuery): Promise<SessionPage> {
    const { journal } = this.#line
    if (journal !== undefined) return withJournal(undefined, () => journal.list(query))
    if (query.cursor !== undefined && query.cursor !== '')
      throw rpcError('invalid_params', 'Invalid params: /cursor: not a cursor of this list')
    const open = this.#sessions.all().filter(({ cwd }) => query.cwd === undefined || cwd === query.cwd)
    return { sessions: open.map(session => ({ ...placeOf(session), id: session.id, ...unknownTimes })) }
  }

  async setTitle(id: string, title: string): Promise<void> {
    await this.#amend(id, session => session.setTitle(title), { kind: 'info', title })
  }

  async archive(id: string, isArchived: boolean): Promise<void> {
    if (isArchived) await this.close(id)
    await this.#amend(id, session => session.record({ kind: 'info', isArchived }), {
      kind: 'info',
      isArchived,
    })
  }

  /** Open here, kept, or nothing at all. */
  async status(id: string): Promise<'open' | 'saved'> {
    if (this.#sessions.find(id) !== undefined) return 'open'
    await withJournal(id, () => this.#demandJournal().find(id))
    return 'saved'
  }

  async #amend(
    id: string,
    live: (session: LiveSession) => Promise<void>,
    entry: Parameters<SessionLog['append']>[0],
  ): Promise<void> {
    const session = this.#sessions.find(id)
    if (session !== undefined) return live(session)
    await withJournal(id, async () => {
      const log = await this.#demandJournal().acquire(id)
      try {
        await log.append(entry)
      } finally {
        await log.release()
      }
    })
  }

  async #recall(journal: Journal, id: string, isReplayed: boolean): Promise<Past> {
    const past = new Past()
    for await (const entry of journal.read(id)) {
      past.take(entry)
      if (!isReplayed) continue
      for (const update of await updatesOf(entry, this.#line.spelling)) await this.#tellAgain(id, update)
    }
    return past
  }

  /** What the other contract cannot say is left out of the replay, not the whole session. */
  async #tellAgain(id: string, update: Parameters<Line['send']>[1]): Promise<void> {
    try {
      await this.#line.send(id, update, undefined)
    } catch (error) {
      this.#log.write({ level: 'warn', event: 'not_replayed', error, message: 'an update was not replayed' })
    }
  }

  async #admit(
    id: string,
    setup: SessionSetup,
    { log, past }: { readonly log: SessionLog | undefined; readonly past?: Past },
  ): Promise<LiveSession> {
    const { modes, settings, commands = [] } = this.#definition
    const session = new LiveSession(id, this.#line, {
      setup,
      settings: new Settings({ modes, settings }, past?.values),
      commands,
      title: past?.title,
      log,
      // An id given before must not be given again; the number of entries has grown since.
      prefix: past === undefined ? undefined : `${past.seq.toString(36)}.`,
    })
    await this.#definition.open?.(session)
    this.#sessions.add(session)
    return session
  }

  /** The process ended in the middle of a turn: what it left open is closed, and the client is told. */
  async #finish(session: LiveSession, past: Past): Promise<void> {
    for (const toolCallId of past.openCalls)
      await session.tell(session.spelling.change(toolCallId, { status: 'failed' }))
    if (!past.isUnfinished) return
    await session.record({ kind: 'end', stopReason: 'cancelled' })
    for (const update of session.spelling.end('cancelled')) await session.tell(update, false)
  }

  #demandJournal(): Journal {
    if (this.#line.journal === undefined)
      throw rpcError('session_not_found', 'This agent keeps no sessions beyond their connection')
    return this.#line.journal
  }

  #demandSystemPrompt({ systemPrompt }: SessionSetup): void {
    if (systemPrompt === undefined || systemPrompt === null) return
    const { systemPrompt: accepted } = this.#definition
    const isText = systemPrompt.content.every(block => block.type === 'text')
    if (accepted === undefined || (systemPrompt.mode === 'override' && accepted !== 'override'))
      throw unsupportedParameter('systemPrompt', 'Invalid params: /systemPrompt: not taken by this agent')
    if (!isText || systemPrompt.content.length === 0)
      throw rpcError('invalid_params', 'Invalid params: /systemPrompt/content: expected text')
  }
}

const unknownTimes = { createdAt: 0, updatedAt: 0, isArchived: false }

function placeOf({ cwd, additionalDirectories = [] }: SessionSetup): {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[]
} {
  return additionalDirectories.length === 0 ? { cwd } : { cwd, additionalDirectories }
}
