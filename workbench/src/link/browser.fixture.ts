/** A browser without pictures: cookies, tabs and sockets of its own, and tabs that have the workbench open. */
import { entriesOf, itemsOf } from '@parley/acp/thread'
import type { WebSocketLike } from '@parley/acp/transport'
import { expect, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import type { Actions } from '../state/actions.js'
import { withoutTicket } from '../state/address.js'
import type { KeptTexts } from '../state/keeping.js'
import { createWorkbenchStore, type WorkbenchStore } from '../state/store.js'
import type { Talk, TalkKey } from '../state/talk.js'
import type { Workbench } from '../state/workbench.js'
import type { House } from './house.fixture.js'
import { type Link, openLink } from './link.js'
import type { Surroundings } from './surroundings.js'

const PATIENCE = { timeout: 30_000, interval: 10 }

export class Browser {
  readonly texts = keptTexts()
  readonly keys = new Map<string, CryptoKey>()
  readonly #house: House
  #cookie: string | undefined

  constructor(house: House) {
    this.#house = house
  }

  /** A tab by a fresh link. */
  async come(wish?: Parameters<House['ticket']>[0]): Promise<Tab> {
    const tab = this.open(`ticket=${await this.#house.ticket(wish)}`)
    await tab.until(({ entrance, isListed }) => entrance.is === 'in' && isListed)
    return tab
  }

  /** A tab at the address with this behind its #. */
  open(fragment = '', more: Partial<TabOptions> = {}): Tab {
    return new Tab(this, this.#house, { fragment, tabTexts: keptTexts(), ...more })
  }

  async ask(url: string, asked: Parameters<Surroundings['ask']>[1]): Promise<Response> {
    const headers = { ...asked.headers, origin: this.#house.origin, ...this.cookieHeaders }
    const reply = await fetch(url, { method: asked.method, headers, body: asked.body ?? null })
    const set = reply.headers.get('set-cookie')
    if (set !== null) this.#cookie = set.includes('Max-Age=0') ? undefined : set.split(';', 1)[0]
    return reply
  }

  get cookieHeaders(): Readonly<Record<string, string>> {
    return this.#cookie === undefined ? {} : { cookie: this.#cookie }
  }
}

interface TabOptions {
  readonly fragment: string
  readonly tabTexts: KeptTexts
  readonly retry?: Surroundings['retry']
}

export class Tab {
  readonly store: WorkbenchStore = createWorkbenchStore()
  readonly link: Link
  readonly tabTexts: KeptTexts
  /** What stands behind the # of its address. */
  fragment: string
  /** Whether somebody looks at it: else nothing is asked for now and then. */
  isSeen = true
  /** Whether the network is there. */
  isConnected = true
  /** How often it was begun anew. */
  reloads = 0
  /** How often the store was told something. */
  pictures = 0
  #followed: () => void = () => {}
  readonly #looking: (() => void)[] = []
  readonly #sockets = new Set<WebSocket>()

  constructor(browser: Browser, house: House, { fragment, tabTexts, retry }: TabOptions) {
    this.fragment = fragment
    this.tabTexts = tabTexts
    this.store.subscribe(() => this.pictures++)
    this.link = openLink(this.store, {
      origin: house.origin,
      takeFragment: () => {
        const { fragment: taken } = this
        this.fragment = withoutTicket(taken)
        return taken
      },
      settle: kept => {
        this.fragment = kept
      },
      onFragment: act => {
        this.#followed = act
      },
      reload: () => {
        this.reloads++
      },
      ask: (path, asked) => browser.ask(`${house.origin}${path}`, asked),
      openSocket: url => this.#connect(url, { origin: house.origin, ...browser.cookieHeaders }),
      keys: async () => ({
        find: async name => browser.keys.get(name),
        keep: async (name, key) => void browser.keys.set(name, key),
        clear: async () => browser.keys.clear(),
      }),
      now: Date.now,
      retry,
      nextFrame: act => void setTimeout(act, 16),
      isVisible: () => this.isSeen,
      onVisible: act => this.#looking.push(act),
      ...{ texts: browser.texts, tabTexts },
    })
    onTestFinished(() => this.close())
  }

  get actions(): Actions {
    return this.link.actions
  }

  get state(): Workbench {
    return this.store.getState()
  }

  talk(key: TalkKey): Talk {
    const talk = this.state.talks.get(key)
    if (talk === undefined) throw new Error(`no conversation ${key}`)
    return talk
  }

  async until(isSo: (state: Workbench) => boolean): Promise<void> {
    await expect.poll(() => isSo(this.state), PATIENCE).toBe(true)
  }

  async untilTalk(key: TalkKey, isSo: (talk: Talk) => boolean): Promise<Talk> {
    await this.until(({ talks }) => {
      const talk = talks.get(key)
      return talk !== undefined && isSo(talk)
    })
    return this.talk(key)
  }

  /** A new conversation in the house's folder. */
  async begin(cwd: string, agent = this.state.agents[0]?.name ?? ''): Promise<TalkKey> {
    const key = await this.actions.newTalk({ agent, cwd })
    if (key === undefined) throw new Error('nothing was begun')
    return key
  }

  say(key: TalkKey, text: string): void {
    this.actions.prompt(key, { text, blocks: [] })
  }

  /** Everything that was said, a line for each message. */
  said(key: TalkKey): readonly string[] {
    return entriesOf(this.talk(key).thread).flatMap(entry => {
      if (entry.kind === 'stop') return [`(${entry.stopReason})`]
      if (entry.kind !== 'message') return []
      const text = itemsOf(entry.content)
        .map(block => ('text' in block ? block.text : ''))
        .join('')
      return [`${entry.role}: ${text.trim()}`]
    })
  }

  /** Somebody opens another link in it. */
  follow(fragment: string): void {
    this.fragment = fragment
    this.#followed()
  }

  /** Somebody looks at it again. */
  look(): void {
    for (const act of this.#looking) act()
  }

  /** The network breaks, once. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  async close(): Promise<void> {
    await this.link[Symbol.asyncDispose]()
  }

  #connect(url: string, headers: Readonly<Record<string, string>>): WebSocketLike {
    if (!this.isConnected) throw new Error('there is no network')
    const socket = new WebSocket(url, { headers })
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    return socket as unknown as WebSocketLike
  }
}

function keptTexts(): KeptTexts & { readonly all: Map<string, string> } {
  const all = new Map<string, string>()
  return {
    all,
    getItem: name => all.get(name) ?? null,
    setItem: (name, text) => void all.set(name, text),
    removeItem: name => void all.delete(name),
  }
}
