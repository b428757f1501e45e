/** What the page has of its browser, in one place: so that the link runs wherever there is as much. */

import type { ReconnectOptions, WebSocketLike } from '@parley/acp/transport'
import { hasTicket, withoutTicket } from '../state/address.js'
import { browserTexts, type KeptTexts, tabTexts } from '../state/keeping.js'

/** An answer over HTTP, as much of it as is read. */
export type Reply = Pick<Response, 'status' | 'json'>

export interface Asked {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Keys by the letters of their public halves. Nothing of this ever rejects. */
export interface KeyStore {
  find(name: string): Promise<CryptoKey | undefined>
  keep(name: string, key: CryptoKey): Promise<void>
  clear(): Promise<void>
}

export interface Surroundings {
  /** Of the gateway, which the page came from. */
  readonly origin: string
  /** What stands behind the # of the address. A ticket does not any more afterwards. */
  takeFragment(): string
  /** Writes this behind the # of the address, and leaves no step in the history. */
  settle(fragment: string): void
  /** Calls when somebody opens another link in this tab: a browser does not load the page anew for that. */
  onFragment(act: () => void): void
  /** Begins anew, at the address as it is. */
  reload(): void
  ask(path: string, asked: Asked): Promise<Reply>
  openSocket(url: string): WebSocketLike
  /** What this origin has, which no other port of the same host gets at. */
  keys(): Promise<KeyStore>
  /** Milliseconds since 1970. */
  now(): number
  /** How soon a connection that broke is tried again, and how seldom at most; as the library does it unless said. */
  readonly retry?: Pick<ReconnectOptions, 'firstDelay' | 'longestDelay'> | undefined
  /** Calls once, before the next picture is drawn. */
  nextFrame(act: () => void): void
  isVisible(): boolean
  /** Calls whenever the page is looked at again, or the machine has a network again. */
  onVisible(act: () => void): void
  /** Of this browser. */
  readonly texts: KeptTexts | undefined
  /** Of this tab alone. */
  readonly tabTexts: KeptTexts | undefined
}

/** A page that nobody looks at draws no pictures; what is told elsewhere, such as its title, still wants to be true. */
const UNSEEN_MILLISECONDS = 250

function settle(fragment: string): void {
  history.replaceState(history.state, '', fragment === '' ? location.pathname : `#${fragment}`)
}

export function browserSurroundings(): Surroundings {
  return {
    origin: location.origin,
    takeFragment: () => {
      const fragment = location.hash.slice(1)
      const kept = withoutTicket(fragment)
      if (kept !== fragment) settle(kept)
      return fragment
    },
    settle,
    onFragment: act => addEventListener('hashchange', () => hasTicket(location.hash.slice(1)) && act()),
    reload: () => location.reload(),
    ask: (path, { method, headers, body = null }) =>
      fetch(path, {
        method,
        headers,
        body,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
      }),
    openSocket: url => new WebSocket(url) as WebSocketLike,
    keys: async () => (await import('./key-store.js')).browserKeys,
    now: Date.now,
    nextFrame: act => {
      const once = (): void => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        act()
      }
      const frame = requestAnimationFrame(once)
      const timer = setTimeout(once, UNSEEN_MILLISECONDS)
    },
    isVisible: () => document.visibilityState === 'visible',
    onVisible: act => {
      addEventListener('online', act)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') act()
      })
    },
    texts: browserTexts(),
    tabTexts: tabTexts(),
  }
}
