/** Where sessions are opened, opened again and let go. Knows the journal; knows no version but the spelling it is given. */

import { type Call, type Log, rpcError, unsupportedParameter } from '../protocol/index.js'
import { fillSession } from '../store/fork.js'
import type { Journal, SessionLog } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import { demandJournal, withJournal } from './journal-failure.js'
import type { Line } from './line.js'
import { Past } from './past.js'
import { randomId } from './random-id.js'
import { updatesOf } from './replay.js'
import { LiveSession } from './session.js'
import type { SessionSetup } from './session-view.js'
import type { Sessions } from './sessions.js'
import { Settings, settingsOf } from './settings.js'
import type { Update } from './spelling.js'
import { finish, toCopy } from './takeover.js'
import { Turnstile } from './turnstile.js'

/** Short, because it is sent with every chunk: 36 random bits for each time that one session is opened. */
const PREFIX_LENGTH = 6
/** On one connection. */
const MOST_SESSIONS = 20_000

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
  /** Whether the client hears of what is closed because its process is gone; a new session has no client yet. */
  readonly isTold?: boolean
  readonly call?: Call
}

/** How a session is to be opened again, and for whom. */
interface Wish {
  readonly isReplayed: boolean
  readonly call: Call
}

export class Lobby {
  readonly #definition: AgentDefinition
  readonly #sessions: Sessions
  readonly #turnstile: Turnstile
  readonly #line: Line
  readonly #log: Log
  readonly #demandAccess: () => Promise<void>

  constructor({ definition, sessions, line, log, demandAccess }: Premises) {
    this.#definition = definition
    this.#sessions = sessions
    sessions.turnstile ??= new Turnstile()
    this.#turnstile = sessions.turnstile
    this.#line = line
    this.#log = log
    this.#demandAccess = demandAccess
  }

  /** Does something with a session while nothing else is done with it: it is neither half open nor half closed. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#turnstile.pass(id, work)
  }

  async create(setup: SessionSetup): Promise<LiveSession> {
    await this.#demandAccess()
    this.#demandRoom()
    this.#demandSystemPrompt(setup)
    const id = randomId()
    return this.alone(id, async () => {
      const log = await withJournal(id, async () => this.#line.journal?.create({ ...placeOf(setup), id }))
      return this.#orForget(id, () => this.#admit(id, setup, { log }))
    })
  }

  /** Opens a kept session again; `isReplayed` tells the client everything that was said, before the answer. */
  restore(id: string, setup: SessionSetup, { isReplayed, call }: Wish): Promise<LiveSession> {
    return this.alone(id, async () => {
      await this.#demandAccess()
      this.#demandOpen()
      this.#demandSystemPrompt(setup)
      const journal = demandJournal(this.#line.journal)
      // To be told again what is still going on would be no end of it; and nobody asked to cancel the turn.
      this.#sessions.find(id)?.work.demandIdle()
      await this.letGo(id)
      this.#demandRoom()
      return withJournal(id, async () => {
        const log = await journal.acquire(id)
        const past = await orRelease(log, () => this.#recall(journal, id, { isReplayed, call }))
        return this.#admit(id, setup, { log, past, isTold: isReplayed, call })
      })
    })
  }

  /** A new session that begins with everything another one holds. */
  async fork(id: string, setup: SessionSetup): Promise<LiveSession> {
    await this.#demandAccess()
    const journal = demandJournal(this.#line.journal)
    this.#demandRoom()
    this.#demandSystemPrompt(setup)
    const copyId = randomId()
    const copyAll = async (): Promise<LiveSession> => {
      await this.#sessions.find(id)?.settled()
      const { title } = await journal.find(id)
      const past = new Past()
      const log = await fillSession(
        journal,
        { ...placeOf(setup), id: copyId, title },
        {
          entries: journal.read(id),
          toCopy(entry) {
            past.take(entry)
            return toCopy(entry)
          },
        },
      )
      return this.#orForget(copyId, () => this.#admit(copyId, setup, { log, past }))
    }
    return this.alone(copyId, () => withJournal(id, copyAll))
  }

  /** Cancels what the session does and lets it go; what was kept stays. */
  close(id: string): Promise<void> {
    return this.alone(id, () => this.letGo(id))
  }

  /** Lets the session go, for whoever is alone with it. */
  async letGo(id: string): Promise<void> {
    const session = this.#sessions.find(id)
    // Out of reach first: a prompt that came while the last turn ends would begin another.
    this.#sessions.remove(id)
    session?.work.cancel()
    await withJournal(id, async () => session?.end())
  }

  /** Throws once nobody is left who could use a session. */
  #demandOpen(): void {
    if (this.#sessions.isOver) throw rpcError('request_cancelled', 'The connection is over')
  }

  #demandRoom(): void {
    if (this.#sessions.size >= MOST_SESSIONS)
      throw rpcError('rate_limited', `One connection has at most ${MOST_SESSIONS} sessions`)
  }

  async #recall(journal: Journal, id: string, { isReplayed, call }: Wish): Promise<Past> {
    const past = new Past()
    for await (const entry of journal.read(id)) {
      past.take(entry)
      if (!isReplayed) continue
      this.#demandWanted(call)
      for (const update of await updatesOf(entry, this.#line.spelling)) await this.#tellAgain(id, update)
    }
    return past
  }

  /** What the other contract cannot say is left out of the replay, not the whole session. */
  async #tellAgain(id: string, update: Update): Promise<void> {
    try {
      await this.#line.send({ sessionId: id, update }, undefined, undefined)
    } catch (error) {
      this.#log.write({ level: 'warn', event: 'not_replayed', error, message: 'an update was not replayed' })
    }
  }

  async #admit(
    id: string,
    setup: SessionSetup,
    { log, past, isTold, call }: Admission,
  ): Promise<LiveSession> {
    const { modes, commands = [] } = this.#definition
    const settings = await settingsOf(this.#definition)
    const session = new LiveSession(id, this.#line, {
      setup,
      settings: new Settings({ modes, settings }, past?.values),
      commands,
      title: past?.title,
      log,
      isHeld: isTold === undefined,
      // An id given before must not be given again, not even in the session that this one is a copy of.
      prefix: past === undefined ? undefined : `${randomId().slice(0, PREFIX_LENGTH)}.`,
    })
    try {
      if (past !== undefined) await finish(session, past, isTold ?? false)
      await this.#definition.open?.(session)
      this.#demandWanted(call)
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

  /** Whoever asked may have given up, or be gone. */
  #demandWanted(call: Call | undefined): void {
    this.#demandOpen()
    if (call?.isCancelled) throw rpcError('request_cancelled', 'The session is not wanted any more')
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
