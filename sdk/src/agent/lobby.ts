/** Where sessions are opened, opened again and let go. Knows the journal; knows no version but the spelling it is given. */

import { type Log, rpcError, unsupportedParameter } from '../protocol/index.js'
import type { Journal, SessionLog } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import { withJournal } from './journal-failure.js'
import { Past } from './past.js'
import { updatesOf } from './replay.js'
import { type Line, LiveSession, type SessionSetup } from './session.js'
import { randomId, type Sessions } from './sessions.js'
import { Settings } from './settings.js'
import type { Update } from './spelling.js'
import { copy, finish } from './takeover.js'

/** What a lobby stands in. */
export interface Premises {
  readonly definition: AgentDefinition
  readonly sessions: Sessions
  readonly line: Line
  readonly log: Log
  /** Throws unless whoever asks may have a session. */
  readonly demandAccess: () => Promise<void>
}

/** What a session is opened with. */
interface Admission {
  readonly log: SessionLog | undefined
  readonly past?: Past
  /** Whether the client hears of what is closed because its process is gone. */
  readonly isTold?: boolean
}

export class Lobby {
  readonly #definition: AgentDefinition
  readonly #sessions: Sessions
  readonly #line: Line
  readonly #log: Log
  readonly #demandAccess: () => Promise<void>

  constructor({ definition, sessions, line, log, demandAccess }: Premises) {
    this.#definition = definition
    this.#sessions = sessions
    this.#line = line
    this.#log = log
    this.#demandAccess = demandAccess
  }

  async create(setup: SessionSetup): Promise<LiveSession> {
    await this.#demandAccess()
    this.#sessions.demandRoom()
    this.#demandSystemPrompt(setup)
    const id = randomId()
    return this.#sessions.alone(id, async () => {
      const log = await withJournal(id, async () => this.#line.journal?.create({ ...placeOf(setup), id }))
      return this.#orForget(id, () => this.#admit(id, setup, { log }))
    })
  }

  /** Opens a kept session again; `isReplayed` tells the client everything that was said, before the answer. */
  restore(id: string, setup: SessionSetup, isReplayed: boolean): Promise<LiveSession> {
    return this.#sessions.alone(id, async () => {
      await this.#demandAccess()
      this.#sessions.demandOpen()
      this.#demandSystemPrompt(setup)
      const journal = this.#demandJournal()
      // To be told again what is still going on would be no end of it; and nobody asked to cancel the turn.
      this.#sessions.find(id)?.demandIdle()
      await this.letGo(id)
      this.#sessions.demandRoom()
      return withJournal(id, async () => {
        const log = await journal.acquire(id)
        const past = await orRelease(log, () => this.#recall(journal, id, isReplayed))
        return this.#admit(id, setup, { log, past, isTold: isReplayed })
      })
    })
  }

  /** A new session that begins with everything another one holds. */
  async fork(id: string, setup: SessionSetup): Promise<LiveSession> {
    await this.#demandAccess()
    const journal = this.#demandJournal()
    this.#sessions.demandRoom()
    this.#demandSystemPrompt(setup)
    const copyId = randomId()
    const copyAll = async (): Promise<LiveSession> => {
      await this.#sessions.find(id)?.settled()
      const { title } = await journal.find(id)
      const log = await journal.create({ ...placeOf(setup), id: copyId, title })
      return this.#orForget(copyId, async () => {
        const past = await orRelease(log, () => copy(journal.read(id), log))
        return this.#admit(copyId, setup, { log, past })
      })
    }
    return this.#sessions.alone(copyId, () => withJournal(id, copyAll))
  }

  /** Cancels what the session does and lets it go; what was kept stays. */
  close(id: string): Promise<void> {
    return this.#sessions.alone(id, () => this.letGo(id))
  }

  /** Lets the session go, for whoever is alone with it. */
  async letGo(id: string): Promise<void> {
    const session = this.#sessions.find(id)
    // Out of reach first: a prompt that came while the last turn ends would begin another.
    this.#sessions.remove(id)
    session?.cancel()
    await session?.end()
  }

  async #recall(journal: Journal, id: string, isReplayed: boolean): Promise<Past> {
    const past = new Past()
    for await (const entry of journal.read(id)) {
      past.take(entry)
      if (!isReplayed) continue
      this.#sessions.demandOpen()
      for (const update of await updatesOf(entry, this.#line.spelling)) await this.#tellAgain(id, update)
    }
    return past
  }

  /** What the other contract cannot say is left out of the replay, not the whole session. */
  async #tellAgain(id: string, update: Update): Promise<void> {
    try {
      await this.#line.send(id, update, undefined)
    } catch (error) {
      this.#log.write({ level: 'warn', event: 'not_replayed', error, message: 'an update was not replayed' })
    }
  }

  async #admit(id: string, setup: SessionSetup, { log, past, isTold }: Admission): Promise<LiveSession> {
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
    try {
      if (past !== undefined) await finish(session, past, isTold ?? false)
      await this.#definition.open?.(session)
      this.#sessions.demandOpen()
    } catch (error) {
      await session.end()
      throw error
    }
    this.#sessions.add(session)
    return session
  }

  /** A session that nobody ever got is not kept. */
  async #orForget(id: string, open: () => Promise<LiveSession>): Promise<LiveSession> {
    try {
      return await open()
    } catch (error) {
      await this.#line.journal?.delete(id).catch(() => {})
      throw error
    }
  }

  #demandJournal(): Journal {
    if (this.#line.journal === undefined)
      throw rpcError('session_not_found', 'This agent keeps no sessions beyond their connection')
    return this.#line.journal
  }

  #demandSystemPrompt({ systemPrompt }: SessionSetup): void {
    if (systemPrompt === undefined || systemPrompt === null) return
    const { systemPrompt: accepted } = this.#definition
    const isTaken = systemPrompt.mode === 'append' ? accepted !== undefined : systemPrompt.mode === accepted
    if (!isTaken)
      throw unsupportedParameter('systemPrompt', 'Invalid params: /systemPrompt: not taken by this agent')
    const isText = systemPrompt.content.every(block => block.type === 'text')
    if (!isText || systemPrompt.content.length === 0)
      throw rpcError('invalid_params', 'Invalid params: /systemPrompt/content: expected text')
  }
}

async function orRelease<T>(log: SessionLog, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await log.release()
    throw error
  }
}

/** Where a session works, as a journal keeps it. */
export function placeOf({ cwd, additionalDirectories = [] }: SessionSetup): {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[]
} {
  return additionalDirectories.length === 0 ? { cwd } : { cwd, additionalDirectories }
}
