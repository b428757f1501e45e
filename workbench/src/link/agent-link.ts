/** The one connection of the page to one agent: opened when it is first wanted, kept over breaks, told as it stands. */

import { type Client, connect, type Host } from '@parley/acp/client'
import { isAdvertised, type Version } from '@parley/acp/protocol'
import { type RemoteState, remoteChannel, webSocketLinks } from '@parley/acp/transport'
import { ShownError } from '../state/shown-error.js'
import type { AgentView } from '../state/talk.js'
import { WireLog } from '../state/wire-log.js'
import { isOtherVersion, toFailure, wordOf } from './failure.js'
import type { Fields } from './fields.js'
import { type FarListener, type FarPerson, hearing } from './gateway-words.js'
import { HurriedWait } from './hurried-wait.js'
import { PageChannel } from './page-channel.js'
import type { Surroundings } from './surroundings.js'

/** Told what becomes of the connection. */
export interface LinkListener extends FarListener {
  /** What is to be shown of it. */
  changed(change: Partial<AgentView>): void
  /** It works, or is cut off for a while. */
  online(isOnline: boolean): void
  /** It is over; the next who wants it opens another. */
  closed(error: unknown): void
  /** The gateway does not know us any more. */
  refused(error: ShownError): void
}

export interface AgentLinkMeans {
  readonly around: Surroundings
  readonly path: string
  readonly asked: Pick<Host, 'permission' | 'elicit'>
  readonly listener: LinkListener
}

const INFO = { name: 'parley-workbench', version: '0.1.0' }
const START_MILLISECONDS = 60_000
/** Machines sleep: a page that was open stays as it was. */
const GIVE_UP_MILLISECONDS = 7 * 24 * 60 * 60 * 1_000
/** So many tries in vain, and it is asked whether there is a reason. */
const TRIES_BEFORE_ASKING = 3

export class AgentLink {
  readonly #means: AgentLinkMeans
  #wire: WireLog
  #view: Partial<AgentView> = {}
  #client: Promise<Client<Version>> | undefined
  #channel: PageChannel | undefined
  #isOver = false
  /** Between two tries. */
  readonly #pause = new HurriedWait()

  constructor(name: string, means: AgentLinkMeans) {
    this.#means = means
    this.#wire = new WireLog(name, means.around.now())
  }

  get name(): string {
    return this.#wire.agent
  }

  /** The first connection is there before anybody knows what its agent is called. */
  set name(name: string) {
    const { entries, startedAt } = this.#wire
    this.#wire = new WireLog(name, startedAt)
    for (const entry of entries) this.#wire.add(entry)
  }

  /** What is to be shown of it, as far as it was told. */
  get view(): Partial<AgentView> {
    return this.#view
  }

  get wire(): WireLog {
    return this.#wire
  }

  get self(): FarPerson | undefined {
    return this.#channel?.self
  }

  get questions(): PageChannel['questions'] | undefined {
    return this.#channel?.questions
  }

  get isWanted(): boolean {
    return this.#client !== undefined
  }

  /** Rejects with a `ShownError`. */
  connect(): Promise<Client<Version>> {
    if (this.#isOver) return Promise.reject(new ShownError({ message: 'You have left.' }))
    this.#client ??= this.#open()
    return this.#client
  }

  /** A message of somebody's own. Rejects with a `ShownError` where it cannot be sent. */
  async sendByHand(message: Fields): Promise<void> {
    await this.connect()
    await this.#channel?.sendByHand(message)
  }

  /** Tries at once what would be tried later. */
  retryNow(): void {
    this.#pause.hurry()
  }

  async close(): Promise<void> {
    this.#isOver = true
    this.#pause.hurry()
    const client = await this.#client?.catch(() => undefined)
    await client?.close()
  }

  async #open(): Promise<Client<Version>> {
    this.#change({ link: 'connecting', failure: undefined })
    try {
      const client = await this.#greet(1).catch(error => {
        if (!isOtherVersion(error)) throw error
        return this.#greet(2)
      })
      void client.closed.then(({ reason, error }) => this.#closed(error ?? new Error(reason)))
      const { title, name, version } = client.info ?? {}
      this.#change({
        title: title ?? name ?? undefined,
        version,
        authMethods: client.authMethods,
        canSignOut: canLeave(client),
      })
      return client
    } catch (error) {
      this.#client = undefined
      const failure = (await this.#why(error)) ?? toFailure(error)
      this.#change({ link: 'closed', failure, retryAt: undefined })
      throw new ShownError(failure, wordOf(error), { cause: error })
    }
  }

  /** A browser does not say why a socket was not opened. */
  async #why(error: unknown): Promise<ShownError['failure'] | undefined> {
    return wordOf(error) === 'transport' ? await this.#whyRefused() : undefined
  }

  async #greet(version: Version): Promise<Client<Version>> {
    const { around, path, asked, listener } = this.#means
    const url = `${around.origin.replace(/^http/, 'ws')}${path}`
    const links = webSocketLinks(async () => (await import('./proof.js')).openProven(around, url), {
      answerMilliseconds: START_MILLISECONDS,
    })
    const remote = remoteChannel(links, {
      retry: {
        ...around.retry,
        ...{ giveUpAfter: GIVE_UP_MILLISECONDS, now: around.now, wait: each => this.#pause.wait(each) },
      },
      onState: state => {
        if (this.#channel === channel) this.#hearState(state)
      },
    })
    const channel = new PageChannel(remote, (to, message, bytes) =>
      this.#wire.add({ to, message, bytes, at: around.now() - this.#wire.startedAt }),
    )
    this.#channel = channel
    const host = { info: INFO, ...asked, extensions: hearing(listener) }
    return await connect<Version>(channel, host, { version, unstable: true, deadline: START_MILLISECONDS })
  }

  #hearState(state: RemoteState): void {
    const { listener } = this.#means
    if (state.status === 'closed') return
    this.#change({ link: state.status, retryAt: state.status === 'waiting' ? state.until : undefined })
    if (state.status !== 'connecting') listener.online(state.status === 'open')
    if (state.status === 'waiting' && state.attempt % TRIES_BEFORE_ASKING === 0) void this.#askWhy()
  }

  async #askWhy(): Promise<void> {
    const failure = await this.#whyRefused()
    if (failure?.offer === 'new-link') this.#means.listener.refused(new ShownError(failure))
  }

  async #whyRefused(): Promise<ShownError['failure'] | undefined> {
    const { whyRefused } = await import('./entrance.js')
    return await whyRefused(this.#means.around)
  }

  #change(change: Partial<AgentView>): void {
    this.#view = { ...this.#view, ...change }
    this.#means.listener.changed(change)
  }

  #closed(error: unknown): void {
    this.#client = undefined
    if (this.#isOver) return
    this.#change({ link: 'closed', failure: toFailure(error), retryAt: undefined })
    this.#means.listener.closed(error)
  }
}

function canLeave({ capabilities, authMethods, version }: Client<Version>): boolean {
  return version === 2 ? authMethods.length > 0 : isAdvertised(capabilities, 'auth.logout')
}
