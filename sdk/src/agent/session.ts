/** A conversation on the agent's side: where it works, what is set, and what is kept of it. */

import type { Entry, KeptEntry, SessionLog } from '../store/index.js'
import type { Command } from './command.js'
import type { McpServer } from './definition.js'
import type { Line } from './line.js'
import { Recorder } from './recorder.js'
import type { Said } from './said-run.js'
import type { Session, SessionSetup, SystemPrompt } from './session-view.js'
import { SessionWork } from './session-work.js'
import { MODE } from './setting.js'
import type { Settings } from './settings.js'
import type { Spelling, Update } from './spelling.js'

/** For the moment only: a replay does not show them, or shows them from what they came of. */
const MOMENTARY: ReadonlySet<string> = new Set(['notice', 'state_update'])

// Of words that are not too long for a message by far, they alone are looked at: to put the whole together takes time.
const SHORT_CHARACTERS = 1_024

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
  /** Whether the client does not know it yet: it hears nothing of it before `speak`. */
  readonly isHeld?: boolean | undefined
}

export class LiveSession implements Session {
  readonly id: string
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  readonly mcpServers: readonly McpServer[]
  readonly systemPrompt: SystemPrompt | undefined
  readonly settings: Settings
  readonly spelling: Spelling
  readonly work: SessionWork
  readonly #line: Line
  readonly #recorder: Recorder | undefined
  readonly #prefix: string
  /** The JSON text of what it tells the client, up to the update. */
  readonly #head: string
  #commands: readonly Command[]
  #title: string | undefined
  #held: Update[] | undefined
  #lastId = 0
  readonly #endings: (() => unknown)[] = []
  #ended: Promise<void> | undefined

  constructor(id: string, line: Line, { setup, settings, commands, title, log, prefix, isHeld }: Beginning) {
    this.id = id
    this.cwd = setup.cwd
    this.additionalDirectories = setup.additionalDirectories ?? []
    this.mcpServers = setup.mcpServers ?? []
    this.systemPrompt = setup.systemPrompt ?? undefined
    this.settings = settings
    this.spelling = line.spelling
    this.work = new SessionWork(id)
    this.#line = line
    this.#commands = commands
    this.#title = title
    this.#prefix = prefix ?? ''
    this.#head = `{"sessionId":${JSON.stringify(id)},"update":`
    this.#held = isHeld ? [] : undefined
    this.#recorder = log && new Recorder(log, (update, written) => this.#send(update, written, true))
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
    const before = this.settings.value(id)
    // The same again is as good as what was asked for first: when that cannot be kept, neither can this.
    if (!this.settings.assign(id, value) || before === undefined) return this.settled()
    const entry: Entry = { kind: 'options', values: this.settings.values }
    await this.#announce(entry, this.spelling.changed(this.settings, id)).catch(error => {
      if (this.settings.value(id) === value) this.settings.assign(id, before)
      throw error
    })
  }

  async setTitle(title: string | null): Promise<void> {
    const before = this.#title
    const after = title ?? undefined
    this.#title = after
    await this.#announce({ kind: 'info', title }, [this.spelling.title(title)]).catch(error => {
      if (this.#title === after) this.#title = before
      throw error
    })
  }

  async setCommands(commands: readonly Command[]): Promise<void> {
    const before = this.#commands
    this.#commands = commands
    try {
      await this.tell(this.spelling.commands(commands))
      await this.settled()
    } catch (error) {
      if (this.#commands === commands) this.#commands = before
      throw error
    }
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

  /** Whether what is said in it is written down. */
  get isKept(): boolean {
    return this.#recorder !== undefined
  }

  /** Tells the client, once it is written down where it is to be kept. What is for the moment only is not. */
  tell(update: Update, isKept = true, said?: Said): Promise<void> | undefined {
    const text = said?.chunks.around(said.quoted)
    if (this.#recorder === undefined) return this.#send(update, text)
    // What cannot be sent must not be kept either: its author learns of it now, and a replay never meets it.
    this.#line.demandSendable({ sessionId: this.id, update })
    // Written once, for the journal and for the wire.
    const written = text ?? JSON.stringify(update)
    const isShort = said !== undefined && said.quoted.length < SHORT_CHARACTERS
    const refused = this.#line.refuse(isShort ? said.quoted : this.#toParams(written))
    if (refused !== undefined) return refused
    const isLasting = said !== undefined || (isKept && !MOMENTARY.has(update.sessionUpdate))
    return this.#recorder.tell({ update, written, said }, isLasting ? this.#toEntry(update) : undefined)
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

  /** Resolves when everything said is written down and on its way; nothing to wait for where nothing is written down. */
  settled(): Promise<void> | undefined {
    return this.#recorder?.settled()
  }

  /** Lets go of everything that lived as long as the session; one cleanup that fails does not keep the others from it. */
  end(): Promise<void> {
    this.#ended ??= this.#letGo()
    return this.#ended
  }

  async #letGo(): Promise<void> {
    await this.work.idle
    await Promise.allSettled(this.#endings.splice(0).map(async cleanup => cleanup()))
    await this.#recorder?.release()
  }

  /** The client knows the session: it is told what was said meanwhile, and from now on at once. */
  speak(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const update of held) void this.#send(update)
  }

  // What is held must not keep its author waiting: the answer may wait for the author.
  #send(update: Update, written?: string, isChecked = false): Promise<void> | undefined {
    if (this.#held !== undefined) return this.#hold(update, this.#held)
    const told = { sessionId: this.id, update }
    const trace = this.work.turn?.trace
    if (written === undefined || trace !== undefined) return this.#line.send(told, trace, undefined)
    const params = this.#toParams(written)
    return isChecked ? this.#line.sendChecked(told, params) : this.#line.send(told, undefined, params)
  }

  #toParams(written: string): string {
    return `${this.#head}${written}}`
  }

  #hold(update: Update, held: Update[]): undefined {
    this.#line.demandSendable({ sessionId: this.id, update })
    held.push(update)
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
