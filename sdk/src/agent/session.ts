/** A conversation on the agent's side: where it works, what is set, what is kept of it, and the one turn it works on. */

import { rpcError, type TraceContext } from '../protocol/index.js'
import type { Entry, Journal, KeptEntry, SessionLog } from '../store/index.js'
import type { Command } from './command.js'
import type { ContentBlock, McpServer } from './definition.js'
import type { LiveTurn } from './live-turn.js'
import { Recorder } from './recorder.js'
import { MODE, type Settings } from './settings.js'
import type { Spelling, Update } from './spelling.js'

/** Where a session works and what it was given to work with. */
export interface SessionSetup {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
  readonly systemPrompt?: SystemPrompt | null | undefined
}

/** What the client wants the model to be told, besides or instead of what the author tells it. */
export interface SystemPrompt {
  readonly mode: string
  readonly content: readonly ContentBlock[]
}

/** One conversation, as the author of an agent sees it. */
export interface Session {
  readonly id: string
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  readonly mcpServers: readonly McpServer[]
  readonly systemPrompt: SystemPrompt | undefined
  /** The id of the mode it is in; nothing when the agent declares no modes. */
  readonly mode: string | undefined
  readonly title: string | undefined
  readonly commands: readonly Command[]
  /** The value of a setting. */
  setting(id: string): string | boolean | undefined
  /** Changes the mode, and tells the client. */
  setMode(id: string): Promise<void>
  /** Changes a setting, and tells the client. */
  setSetting(id: string, value: string | boolean): Promise<void>
  /** Names the conversation, in the client's list of them too. */
  setTitle(title: string | null): Promise<void>
  /** Offers other commands from now on. */
  setCommands(commands: readonly Command[]): Promise<void>
  /** What was said and done so far, oldest first: what a model needs to know to go on. Empty without a journal. */
  history(): AsyncIterable<KeptEntry>
  /** Runs when the session is closed or its connection is over: for whatever lives as long as the session. */
  onEnd(cleanup: () => unknown): void
}

/** How the sessions of one connection reach their client and their journal. */
export interface Line {
  readonly spelling: Spelling
  readonly journal: Journal | undefined
  send(sessionId: string, update: Update, trace: TraceContext | undefined): Promise<void> | undefined
  /** Throws what `send` would throw for an update that the client cannot be told. */
  demandSendable(sessionId: string, update: Update): void
}

/** For the moment only: a replay does not show them, or shows them from what they came of. */
const MOMENTARY: ReadonlySet<string> = new Set(['notice', 'state_update'])

/** What a session begins with. */
export interface Beginning {
  readonly setup: SessionSetup
  readonly settings: Settings
  readonly commands: readonly Command[]
  readonly title?: string | undefined
  /** The right to write it down, where it is kept. */
  readonly log?: SessionLog | undefined
  /** Makes ids differ from those of an earlier time. */
  readonly prefix?: string | undefined
}

export class LiveSession implements Session {
  readonly id: string
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  readonly mcpServers: readonly McpServer[]
  readonly systemPrompt: SystemPrompt | undefined
  readonly settings: Settings
  readonly spelling: Spelling
  readonly #line: Line
  readonly #recorder: Recorder | undefined
  readonly #prefix: string
  #commands: readonly Command[]
  #title: string | undefined
  #lastId = 0
  #cancels = 0
  #turn: LiveTurn | undefined
  #last: Promise<void> = Promise.resolve()
  readonly #endings: (() => unknown)[] = []
  #ended: Promise<void> | undefined

  constructor(id: string, line: Line, { setup, settings, commands, title, log, prefix }: Beginning) {
    this.id = id
    this.cwd = setup.cwd
    this.additionalDirectories = setup.additionalDirectories ?? []
    this.mcpServers = setup.mcpServers ?? []
    this.systemPrompt = setup.systemPrompt ?? undefined
    this.settings = settings
    this.spelling = line.spelling
    this.#line = line
    this.#commands = commands
    this.#title = title
    this.#prefix = prefix ?? ''
    this.#recorder = log && new Recorder(log, update => this.#send(update))
  }

  get mode(): string | undefined {
    return this.settings.value(MODE)?.toString()
  }

  get title(): string | undefined {
    return this.#title
  }

  get commands(): readonly Command[] {
    return this.#commands
  }

  setting(id: string): string | boolean | undefined {
    return this.settings.value(id)
  }

  setMode(id: string): Promise<void> {
    return this.setSetting(MODE, id)
  }

  async setSetting(id: string, value: string | boolean): Promise<void> {
    if (!this.settings.assign(id, value)) return
    const entry: Entry = { kind: 'options', values: this.settings.values }
    await this.#announce(entry, this.spelling.changed(this.settings, id))
  }

  async setTitle(title: string | null): Promise<void> {
    this.#title = title ?? undefined
    await this.#announce({ kind: 'info', title }, [this.spelling.title(title)])
  }

  async setCommands(commands: readonly Command[]): Promise<void> {
    this.#commands = commands
    await this.tell(this.spelling.commands(commands))
    await this.settled()
  }

  async *history(): AsyncIterable<KeptEntry> {
    await this.settled()
    if (this.#line.journal !== undefined) yield* this.#line.journal.read(this.id)
  }

  onEnd(cleanup: () => unknown): void {
    this.#endings.push(cleanup)
  }

  /** An id that this session has not used before; short, because one is sent with every chunk. */
  nextId(): string {
    return `${this.#prefix}${++this.#lastId}`
  }

  /** The turn being worked on, if one is. */
  get turn(): LiveTurn | undefined {
    return this.#turn
  }

  /** Resolves when the turn at hand, if there is one, is over. */
  get idle(): Promise<void> {
    return this.#last
  }

  /** Whether what is said in it is written down. */
  get isKept(): boolean {
    return this.#recorder !== undefined
  }

  /** Tells the client, once it is written down where it is to be kept. What is for the moment only is not. */
  tell(update: Update, isKept = true): Promise<void> | undefined {
    if (this.#recorder === undefined) return this.#send(update)
    // What cannot be sent must not be kept either: its author learns of it now, and a replay never meets it.
    this.#line.demandSendable(this.id, update)
    const isLasting = isKept && !MOMENTARY.has(update.sessionUpdate)
    return this.#recorder.tell(update, isLasting ? this.#toEntry(update) : undefined)
  }

  /** Writes an update down without telling the client. */
  note(update: Update): Promise<void> {
    return this.record(this.#toEntry(update))
  }

  /** Writes down what the client is not told in these words. */
  async record(entry: Entry): Promise<void> {
    await this.#recorder?.record(entry)
  }

  /** Writes down what the user said; the client is told when `moment` has come, and of nothing else before. */
  async insert(entry: Entry, updates: readonly Update[], moment: Promise<void>): Promise<void> {
    await this.#recorder?.insert(entry, updates, moment)
  }

  /** Resolves when everything said is written down and on its way. */
  async settled(): Promise<void> {
    await this.#recorder?.settled()
  }

  /** Works on one turn; there is never a second one at the same time. */
  run<T>(turn: LiveTurn, work: () => Promise<T>): Promise<T> {
    this.#turn = turn
    const outcome = work()
    this.#last = outcome.then(
      () => this.#free(),
      () => this.#free(),
    )
    return outcome
  }

  /** Calls off the turn at hand, and the prompts that wait for it. */
  cancel(): void {
    this.#cancels++
    this.#turn?.cancel()
  }

  /** How often it was cancelled so far. */
  get cancels(): number {
    return this.#cancels
  }

  demandIdle(): void {
    if (this.#turn !== undefined)
      throw rpcError('invalid_session_state', 'A turn is already being worked on', {
        sessionId: this.id,
        state: 'busy',
      })
  }

  /** Lets go of everything that lived as long as the session; one cleanup that fails does not keep the others from it. */
  end(): Promise<void> {
    this.#ended ??= this.#letGo()
    return this.#ended
  }

  async #letGo(): Promise<void> {
    await this.idle
    await Promise.allSettled(this.#endings.splice(0).map(async cleanup => cleanup()))
    await this.#recorder?.release()
  }

  #send(update: Update): Promise<void> | undefined {
    return this.#line.send(this.id, update, this.#turn?.trace)
  }

  #free(): void {
    this.#turn = undefined
  }

  /** Nothing is awaited in between: a session that is being let go has all of it, or nothing. */
  async #announce(entry: Entry, updates: readonly Update[]): Promise<void> {
    await Promise.all([this.record(entry), ...updates.map(async update => this.tell(update))])
    await this.settled()
  }

  #toEntry(update: Update): Entry {
    return { kind: 'update', contract: this.spelling.contract, update }
  }
}
