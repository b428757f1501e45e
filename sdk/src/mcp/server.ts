/** One server of a session, from its start to its end. Everything it says passes its redactor on the way out. */

import type { CallToolResult, Progress, RequestOptions } from '@modelcontextprotocol/client'
import type { Session } from '../agent/index.js'
import type { Redactor } from '../guard/index.js'
import { linesWithin } from '../text/index.js'
import { type Dialled, dial } from './dial.js'
import type { Endpoint } from './endpoint.js'
import type { Settings } from './options.js'
import { redactorOf } from './secrets.js'
import type { Slots } from './slots.js'
import { type ListedTool, toListedTool } from './tool.js'

/** What the servers of a session have in common. */
export interface Surroundings {
  readonly session: Session
  readonly settings: Settings
  readonly slots: Slots
}

/** What a call may be told on the way. */
export interface Calling {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

type Run<T> = (options: RequestOptions) => Promise<T>

const MOST_REASON_BYTES = 8 * 1024
const PROBE_MILLISECONDS = 5_000

/** A server that was named by the client. */
export class Server {
  readonly name: string
  readonly redactor: Redactor
  readonly #endpoint: Endpoint
  readonly #surroundings: Surroundings
  /** Aborts everything in flight when the server is done with. */
  readonly #ending = new AbortController()
  readonly #inFlight = new Set<AbortController>()
  #dialled: Dialled | undefined
  #listed: readonly ListedTool[] = []
  #failure: string | undefined
  #isStale = false
  #refreshing: Promise<void> | undefined
  #isDoubted = false
  #closing: Promise<unknown> | undefined

  constructor(name: string, endpoint: Endpoint, surroundings: Surroundings) {
    this.name = name
    this.redactor = redactorOf(endpoint)
    this.#endpoint = endpoint
    this.#surroundings = surroundings
  }

  /** Why it cannot be used, or can no longer be. */
  get failure(): string | undefined {
    return this.#failure
  }

  get tools(): readonly ListedTool[] {
    return this.#listed
  }

  /** The tool as it is described now: a list that is being fetched anew is waited for. */
  async find(name: string): Promise<ListedTool | undefined> {
    await this.#refreshing
    return this.peek(name)
  }

  peek(name: string): ListedTool | undefined {
    return this.#listed.find(({ tool }) => tool.name === name)
  }

  /** Starts it and learns what it offers; never throws. */
  async open(): Promise<void> {
    const { session, settings } = this.#surroundings
    const tooLate = AbortSignal.timeout(settings.deadline)
    const signal = AbortSignal.any([tooLate, this.#ending.signal])
    try {
      this.#dialled = await dial({
        endpoint: this.#endpoint,
        cwd: session.cwd,
        session,
        settings,
        signal,
        onToolsChanged: () => this.#refresh(),
        onUnreadable: why => this.#abandon(why),
      })
      this.#watch(this.#dialled)
      await this.#list(signal)
    } catch (error) {
      const late = `it did not answer within ${settings.deadline / 1_000} s`
      this.#fail(tooLate.aborted && !this.#ending.signal.aborted ? late : this.#explain(error))
      void this.#hangUp()
    }
  }

  async call(listed: ListedTool, args: Record<string, unknown>, calling: Calling): Promise<CallToolResult> {
    const params = { name: listed.ownName, arguments: args }
    const progress = calling.onProgress === undefined ? {} : { onprogress: calling.onProgress }
    return this.run(calling.signal, options =>
      this.client.callTool(params, { ...options, ...progress, resetTimeoutOnProgress: true }),
    )
  }

  /** Does something with the client. Whatever goes wrong is an error whose message may be shown. */
  async run<T>(signal: AbortSignal, work: Run<T>): Promise<T> {
    const { slots, settings } = this.#surroundings
    if (this.#failure !== undefined) throw new Error(this.#failure)
    const abandoned = new AbortController()
    const all = AbortSignal.any([signal, abandoned.signal, this.#ending.signal])
    this.#inFlight.add(abandoned)
    try {
      return await slots.run(() => work({ signal: all, timeout: settings.timeout }), all)
    } catch (error) {
      signal.throwIfAborted()
      throw new Error(this.#explain(abandoned.signal.aborted ? abandoned.signal.reason : error))
    } finally {
      this.#inFlight.delete(abandoned)
    }
  }

  /** What can be asked of it; only to be used within `run`. */
  get client(): Dialled['client'] {
    if (this.#dialled === undefined) throw new Error('the server is not connected')
    return this.#dialled.client
  }

  /** Whether the server offers this kind at all; the client speaks up on stdout, which is no place for it, when asked in vain. */
  hasAny(kind: 'tools' | 'resources' | 'prompts'): boolean {
    return this.client.getServerCapabilities()?.[kind] !== undefined
  }

  /** Ends the connection, and the process where it is one; resolves when it is gone. */
  async close(): Promise<void> {
    this.#fail('the session is over')
    this.#ending.abort(new Error('the session is over'))
    await this.#dialled?.line.takeLeave()
    await this.#hangUp()
  }

  #watch({ client, line }: Dialled): void {
    client.onclose = () => {
      this.#fail(this.#explain(new Error(line.reason() ?? 'the connection was closed')))
      void this.#hangUp()
    }
    if (this.#endpoint.kind !== 'stdio') client.onerror = () => void this.#doubt()
  }

  /** Once, and not before that is written down: closing either of the two makes the other say that it was closed. */
  async #hangUp(): Promise<void> {
    const dialled = this.#dialled
    if (dialled === undefined) return
    this.#closing ??= Promise.resolve().then(() =>
      Promise.allSettled([dialled.client.close(), dialled.line.transport.close()]),
    )
    await this.#closing
  }

  async #list(signal: AbortSignal): Promise<void> {
    if (!this.hasAny('tools')) return
    const { tools } = await this.run(signal, options =>
      this.client.listTools({}, { ...options, cacheMode: 'refresh' }),
    )
    this.#listed = tools.map(tool => toListedTool(this.name, tool, this.redactor))
  }

  #refresh(): void {
    this.#isStale = true
    this.#refreshing ??= this.#catchUp().finally(() => {
      this.#refreshing = undefined
    })
  }

  /** However often a server cries change, its list is fetched once at a time. */
  async #catchUp(): Promise<void> {
    while (this.#isStale && this.#failure === undefined) {
      this.#isStale = false
      await this.#list(this.#ending.signal).catch(() => {
        this.#listed = []
      })
    }
  }

  /** A network says only that something went wrong, not that nobody is there any more: so the server is asked. */
  async #doubt(): Promise<void> {
    if (this.#isDoubted || this.#failure !== undefined || this.#dialled === undefined) return
    this.#isDoubted = true
    const client = this.client
    const options = { timeout: PROBE_MILLISECONDS, signal: this.#ending.signal }
    try {
      await (client.getProtocolEra() === 'modern' ? client.discover(options) : client.ping(options))
    } catch {
      this.#fail('the connection was lost')
      await this.#hangUp()
    }
    this.#isDoubted = false
  }

  /** Nobody can tell whose answer it was: everybody who waits is told. */
  #abandon(why: string): void {
    const reason = new Error(`it sent a message that cannot be read: ${why}`)
    for (const controller of this.#inFlight) controller.abort(reason)
  }

  #fail(reason: string): void {
    this.#failure ??= reason
    this.#listed = []
  }

  #explain(error: unknown): string {
    const known = this.#failure ?? this.#dialled?.line.reason()
    const said = known ?? (error instanceof Error ? error.message : 'an unknown failure')
    return linesWithin(this.redactor.text(said), MOST_REASON_BYTES)
  }
}
