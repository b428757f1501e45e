/** Clients worked by hand that come and go at one agent, and a journal that takes its time. */
import type { Heard } from '../jsonrpc/far-end.fixture.js'
import { type ByHand, type Served, serve, text } from '../protocol/parties.fixture.js'
import type { Version } from '../protocol/version.js'
import { type Entry, type Journal, JournalError, memoryJournal, type SessionLog } from '../store/index.js'
import type { AgentDefinition } from './definition.js'

export type Fields = Record<string, unknown>

export interface Visit extends Served {
  readonly version: Version
  readonly greeting: Fields
}

/** Connects a new client to an agent of this definition and greets it. */
export async function visit(
  definition: Partial<AgentDefinition>,
  version: Version = 1,
  more: Fields = {},
): Promise<Visit> {
  const served = serve(definition)
  const { result } = await served.far.initialize(version, more)
  return { ...served, version, greeting: result as Fields }
}

export interface Exchange {
  readonly answer: Heard
  readonly result: Fields
  /** What was told between the question and its answer. */
  readonly before: readonly Fields[]
}

/** Asks, and notes which updates came before the answer. */
export async function exchange(far: ByHand, method: string, params: Fields): Promise<Exchange> {
  const from = far.heard.length
  const answer = await far.ask(method, params)
  const before = updatesIn(far.heard.slice(from, far.heard.indexOf(answer)))
  return { answer, result: answer.result as Fields, before }
}

export function updatesIn(heard: readonly Heard[]): readonly Fields[] {
  return heard
    .filter(({ method }) => method === 'session/update')
    .map(({ params }) => (params as { update: Fields }).update)
}

export async function newSession({ far }: Pick<Visit, 'far'>, more: Fields = {}): Promise<string> {
  const { result } = await far.ask('session/new', { cwd: '/work', mcpServers: [], ...more })
  return (result as { sessionId: string }).sessionId
}

/** Opens a session again, with everything that was said. */
export function load({ far, version }: Visit, sessionId: string, more: Fields = {}): Promise<Exchange> {
  const params = { sessionId, cwd: '/work', mcpServers: [], ...more }
  return version === 1
    ? exchange(far, 'session/load', params)
    : exchange(far, 'session/resume', { ...params, replayFrom: { type: 'start' } })
}

/** One whole turn: how it ended, and what was told in it. */
export async function turnOf(
  { far, version }: Visit,
  sessionId: string,
  words: string,
): Promise<{ readonly stopReason: unknown; readonly updates: readonly Fields[]; readonly answer: Heard }> {
  const from = far.heard.length
  const answer = await far.ask('session/prompt', { sessionId, prompt: text(words) })
  const heard = (): readonly Fields[] => updatesIn(far.heard.slice(from))
  if (version === 1 || answer.error !== undefined)
    return { stopReason: (answer.result as Fields | undefined)?.stopReason, updates: heard(), answer }
  for (;;) {
    const idle = heard().find(({ state }) => state === 'idle')
    if (idle !== undefined) return { stopReason: idle.stopReason, updates: heard(), answer }
    await far.more()
  }
}

/** What becomes of a tool call that is open when its turn is cancelled: version 1 has one word less. */
export const leftOpen = (version: Version): string => (version === 1 ? 'failed' : 'cancelled')

/** What a replay is to show again: without states, and without what is for the moment only. */
export function lasting(updates: readonly Fields[]): readonly Fields[] {
  const momentary = new Set(['state_update', 'notice', 'available_commands_update'])
  return updates.filter(({ sessionUpdate }) => !momentary.has(String(sessionUpdate)))
}

/** A journal that keeps nothing before the next tick, and may fail to. */
export interface SlowJournal extends Journal {
  /** Nothing more can be kept. */
  fail(): void
  /** Keeps nothing more until the returned function is called. */
  stop(): () => void
}

export function slowJournal(): SlowJournal {
  const kept = memoryJournal()
  const mood: Mood = { isBroken: false, stopped: undefined }
  const slowed = async (log: Promise<SessionLog>): Promise<SessionLog> => new SlowLog(await log, mood)
  return {
    create: header => slowed(kept.create(header)),
    acquire: id => slowed(kept.acquire(id)),
    read: (id, from) => kept.read(id, from),
    find: id => kept.find(id),
    list: query => kept.list(query),
    delete: id => kept.delete(id),
    fail() {
      mood.isBroken = true
    },
    stop() {
      let go = (): void => {}
      mood.stopped = new Promise(resolve => {
        go = resolve
      })
      return go
    },
  }
}

interface Mood {
  isBroken: boolean
  stopped: Promise<void> | undefined
}

class SlowLog implements SessionLog {
  readonly id: string
  readonly #log: SessionLog
  readonly #mood: Mood
  #texts: string[] = []
  #flushing: Promise<void> | undefined
  #flushed: Promise<unknown> = Promise.resolve()

  constructor(log: SessionLog, mood: Mood) {
    this.id = log.id
    this.#log = log
    this.#mood = mood
  }

  append(entry: Entry): Promise<void> {
    this.#texts.push(JSON.stringify(entry))
    if (this.#flushing === undefined) {
      this.#flushing = this.#flush()
      this.#flushed = this.#flushing.catch(() => {})
    }
    return this.#flushing
  }

  async release(): Promise<void> {
    await this.#flushed
    await this.#log.release()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release()
  }

  async #flush(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    await this.#mood.stopped
    const texts = this.#texts
    this.#texts = []
    this.#flushing = undefined
    if (this.#mood.isBroken) throw new JournalError('store_failed', 'the disk is gone')
    for (const text of texts) await this.#log.append(JSON.parse(text))
  }
}
