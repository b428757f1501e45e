/** A client worked by hand over a memory port: asks, listens, drops, and keeps a thread of what it hears. */
import { KEY_META, NEWS_METHOD, RESET_METHOD } from '@parley/acp/protocol'
import { emptyThread, entriesOf, reduce, type Thread, toValue } from '@parley/acp/thread'
import { BEGINNING } from '@parley/acp/transport'
import type { Scope } from '../config/scope.js'
import type { SessionHub } from '../serving/session-hub.js'
import type { SeatCaller } from './caller.js'
import { Ear, type HandPort, type Heard, MemoryPort } from './memory-port.fixture.js'

export type Fields = Readonly<Record<string, unknown>>

const ALL: readonly Scope[] = ['session.read', 'session.write', 'permission.answer']

export function callerOf(
  more: Partial<Omit<SeatCaller, 'scopes'>> & { scopes?: readonly Scope[] } = {},
): SeatCaller {
  return { principal: 'ann', name: 'Ann', roots: ['/'], ...more, scopes: new Set(more.scopes ?? ALL) }
}

export interface ClientOptions {
  readonly hub: SessionHub
  readonly caller?: SeatCaller
  readonly version?: 1 | 2
  /** Whether it knows our extension. */
  readonly isPlain?: boolean
  readonly capabilities?: Fields
  readonly agent?: string
}

/** A stream of one session, as this client has heard it. */
export interface Stream {
  ear: Ear | undefined
  hasListened: boolean
  position: string | undefined
  readonly heard: Heard[]
  thread: Thread
  readonly seen: Set<string>
}

export class Client {
  readonly port: HandPort
  readonly streams = new Map<string, Stream>()
  readonly own: Heard[] = []
  readonly version: 1 | 2
  greeting: Fields = {}
  /** What it answers to every question of the agent, by itself. */
  answersWith: Fields | undefined
  #next = 1
  readonly #waiting = new Map<unknown, (message: Fields) => void>()
  readonly #watchers = new Set<() => void>()

  private constructor(port: HandPort, version: 1 | 2) {
    this.port = port
    this.version = version
  }

  static async open({ hub, caller, agent, ...rest }: ClientOptions): Promise<Client> {
    const port = new MemoryPort()
    hub.serve(port, { ...(caller ?? callerOf()), ...(agent === undefined ? {} : { agent }) })
    return await Client.over(port, rest)
  }

  /** The same over a port that is served already. */
  static async over(
    port: HandPort,
    options: Omit<ClientOptions, 'hub' | 'caller' | 'agent'> = {},
  ): Promise<Client> {
    const { version = 1, isPlain, capabilities } = options
    const client = new Client(port, version)
    await port.listen({ session: undefined, after: undefined }, heard => client.#hear(heard, undefined))
    const _meta = isPlain ? {} : { 'parley.dev/delivery': {}, 'parley.dev/session': {} }
    const info = { name: 'hand', version: '1' }
    const params =
      version === 1
        ? { protocolVersion: 1, clientCapabilities: capabilities ?? {}, clientInfo: info, _meta }
        : { protocolVersion: 2, info, capabilities: capabilities ?? {}, _meta }
    client.greeting = await client.ask('initialize', params)
    return client
  }

  /** The result; rejects with the error object. */
  async ask(method: string, params: Fields = {}): Promise<Fields> {
    const message = await this.request(method, params).answer
    if (message.error !== undefined)
      throw Object.assign(new Error(JSON.stringify(message.error)), message.error)
    const result = message.result as Fields
    return result
  }

  request(method: string, params: Fields = {}): { readonly id: number; readonly answer: Promise<Fields> } {
    const id = this.#next++
    const answer = new Promise<Fields>(resolve => this.#waiting.set(id, resolve))
    this.port.say({ id, method, params })
    return { id, answer }
  }

  notify(method: string, params: Fields): void {
    this.port.say({ method, params })
  }

  async newSession(cwd: string): Promise<string> {
    const { sessionId } = await this.ask('session/new', { cwd, mcpServers: [] })
    await this.listen(String(sessionId))
    return String(sessionId)
  }

  stream(sessionId: string): Stream {
    const known = this.streams.get(sessionId)
    if (known !== undefined) return known
    const stream = {
      ear: undefined,
      hasListened: false,
      position: undefined,
      heard: [],
      thread: emptyThread(this.version),
      seen: new Set<string>(),
    }
    this.streams.set(sessionId, stream)
    return stream
  }

  /** Listens, or listens again behind what it has; where to begin the first time is for the gateway to say. */
  async listen(sessionId: string, after = this.stream(sessionId).position): Promise<Ear | string> {
    const stream = this.stream(sessionId)
    if (stream.hasListened) after ??= BEGINNING
    stream.hasListened = true
    const ear = await this.port.listen({ session: sessionId, after }, heard => this.#hear(heard, stream))
    if (ear instanceof Ear) stream.ear = ear
    return ear
  }

  drop(sessionId: string): void {
    this.stream(sessionId).ear?.close()
    this.stream(sessionId).ear = undefined
  }

  async setMode(sessionId: string, modeId: string): Promise<void> {
    await this.ask('session/set_mode', { sessionId, modeId })
    const stream = this.stream(sessionId)
    stream.thread = reduce(stream.thread, { sessionUpdate: 'current_mode_update', currentModeId: modeId })
  }

  /** Loads the session anew and hears all of it again. */
  async reload(sessionId: string, cwd: string): Promise<void> {
    this.drop(sessionId)
    this.streams.delete(sessionId)
    await this.ask('session/load', { sessionId, cwd, mcpServers: [] })
    await this.listen(sessionId)
  }

  async load(sessionId: string, cwd: string): Promise<Fields> {
    const stream = this.stream(sessionId)
    stream.thread = emptyThread(this.version)
    if (stream.ear === undefined) await this.listen(sessionId, undefined)
    return await this.ask('session/load', { sessionId, cwd, mcpServers: [] })
  }

  prompt(
    sessionId: string,
    text: string,
    meta: Fields = {},
  ): { readonly id: number; readonly answer: Promise<Fields> } {
    const prompt = [{ type: 'text', text }]
    const stream = this.stream(sessionId)
    stream.thread = reduce(stream.thread, { type: 'prompt', content: prompt as never })
    return this.request('session/prompt', {
      sessionId,
      prompt,
      ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
    })
  }

  async turn(sessionId: string, text: string, key?: string): Promise<Fields> {
    const { answer } = this.prompt(sessionId, text, key === undefined ? {} : { [KEY_META]: key })
    const message = await answer
    if (message.error !== undefined)
      throw Object.assign(new Error(JSON.stringify(message.error)), message.error)
    return message.result as Fields
  }

  /** Resolves with the first message of the stream, heard or to come, of which this is true. */
  async until(sessionId: string, isIt: (message: Fields) => boolean): Promise<Fields> {
    return await this.#until(() => this.stream(sessionId).heard.find(({ message }) => isIt(message))?.message)
  }

  async untilOwn(isIt: (message: Fields) => boolean): Promise<Fields> {
    return await this.#until(() => this.own.find(({ message }) => isIt(message))?.message)
  }

  /** A question of the agent. */
  async question(sessionId: string): Promise<Fields> {
    return await this.until(sessionId, ({ id, method }) => id !== undefined && method !== undefined)
  }

  reply(id: unknown, result: Fields): void {
    this.port.say({ id, result })
  }

  /** What the agent said in this session, as text. */
  said(sessionId: string): string {
    return this.stream(sessionId)
      .heard.map(({ message }) => (message.params as { update?: Fields } | undefined)?.update)
      .filter(
        update =>
          update?.sessionUpdate === 'agent_message_chunk' || update?.sessionUpdate === 'agent_message',
      )
      .map(update => textOf(update?.content))
      .join('')
  }

  /** The conversation as this client knows it, ends of turns included, but for the ids that only others were told. */
  history(sessionId: string): unknown {
    const { entries, terminals, modeId } = toValue(this.stream(sessionId).thread)
    return { terminals, modeId, entries: entries.map(({ messageId: _, meta: __, ...entry }) => entry) }
  }

  /** How many turns it has seen the end of. */
  ends(sessionId: string): number {
    return entriesOf(this.stream(sessionId).thread).filter(({ kind }) => kind === 'stop').length
  }

  async untilEnds(sessionId: string, count: number): Promise<void> {
    await this.#until(() => (this.ends(sessionId) >= count ? {} : undefined))
  }

  async leave(): Promise<void> {
    await this.port.close()
  }

  async #until(find: () => Fields | undefined): Promise<Fields> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>(resolve => {
        const watch = (): void => {
          this.#watchers.delete(watch)
          resolve()
        }
        this.#watchers.add(watch)
      })
    }
  }

  #hear(heard: Heard, stream: Stream | undefined): void {
    if (stream === undefined) this.own.push(heard)
    else this.#take(heard, stream)
    const { id, method } = heard.message
    if (method === undefined) {
      this.#waiting.get(id)?.(heard.message)
      this.#waiting.delete(id)
    }
    for (const watch of [...this.#watchers]) watch()
  }

  #take(heard: Heard, stream: Stream): void {
    if (heard.id !== undefined) {
      stream.position = heard.id
      stream.seen.add(heard.id)
    }
    stream.heard.push(heard)
    const { method, result, id } = heard.message
    if (id !== undefined && method !== undefined && this.answersWith !== undefined)
      this.reply(id, this.answersWith)
    const params = heard.message.params as Fields | undefined
    if (method === RESET_METHOD) stream.thread = emptyThread(this.version)
    if (method === 'session/update' || method === NEWS_METHOD)
      stream.thread = reduce(stream.thread, params?.update as never)
    if (method === '_parley/session/turn' && params?.state === 'ended')
      stream.thread = reduce(stream.thread, { type: 'end', stopReason: String(params.stopReason) })
    const stopReason = (result as Fields | undefined)?.stopReason
    if (method === undefined && this.#waiting.has(id) && typeof stopReason === 'string')
      stream.thread = reduce(stream.thread, { type: 'end', stopReason })
  }
}

function textOf(content: unknown): string {
  if (Array.isArray(content)) return content.map(textOf).join('')
  return String((content as Fields | undefined)?.text ?? '')
}
