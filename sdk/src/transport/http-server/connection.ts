/** One client's connection: a port made of requests. It knows who may use it, its open streams, and what it has had twice. */

import { openable } from '../../jsonrpc/waiting.js'
import type { Outlet, Port } from '../remote/port.js'
import { onRevoked } from '../remote/revocation.js'
import type { Caller } from '../remote/serving.js'
import { Inbox } from './inbox.js'

const ID_BYTES = 16
const MOST_KEYS = 1_024

/** An outlet that whoever keeps the connection can do without. */
export interface HeldOutlet extends Outlet {
  drop(): void
  keepAlive(): void
}

export class HttpConnection implements Port {
  readonly id = newId()
  readonly incoming: Inbox
  readonly principal: string
  readonly closed: Promise<void>
  onListen: Port['onListen'] = () => 'unknown'
  isDismissed = false
  /** What was told before the first stream was asked for, to be told there. */
  early: readonly { readonly text: string; readonly id: string | undefined }[] = []
  readonly #outlets = new Map<string | undefined, HeldOutlet>()
  readonly #setClosed: () => void
  #keys: Set<string> | undefined
  #lastUse = Date.now()
  #isClosed = false

  constructor({ principal, revoked, freight }: Caller) {
    const { promise, open } = openable()
    this.closed = promise
    this.#setClosed = open
    this.principal = principal
    this.incoming = new Inbox(freight)
    void promise.then(onRevoked(revoked, () => this.drop()))
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  outletOf(session: string | undefined): HeldOutlet | undefined {
    return this.#outlets.get(session)
  }

  /** The outlet is this stream's until it is closed. */
  hold(session: string | undefined, outlet: HeldOutlet): void {
    this.#outlets.set(session, outlet)
    void outlet.closed.then(() => {
      this.use()
      if (this.#outlets.get(session) === outlet) this.#outlets.delete(session)
    })
  }

  use(): void {
    this.#lastUse = Date.now()
  }

  get idleSince(): number | undefined {
    return this.#outlets.size === 0 ? this.#lastUse : undefined
  }

  keepAlive(): void {
    for (const outlet of this.#outlets.values()) outlet.keepAlive()
  }

  /** Whether something under this name was accepted already; from now on it was. */
  hasHad(key: string): boolean {
    this.#keys ??= new Set()
    if (this.#keys.has(key)) return true
    this.#keys.add(key)
    if (this.#keys.size > MOST_KEYS) for (const oldest of this.#keys) return !this.#keys.delete(oldest)
    return false
  }

  /** Ended without a reason it has done what it was for: its client must not begin another in its place. */
  close(reason?: string, isFault = false): Promise<void> {
    this.isDismissed = reason === undefined || isFault
    return this.retire()
  }

  /** Ends it for any other reason. */
  retire(): Promise<void> {
    for (const outlet of [...this.#outlets.values()]) outlet.close()
    this.#end()
    return Promise.resolve()
  }

  /** Ends without a farewell: whoever listens may do so no longer. */
  drop(): void {
    for (const outlet of [...this.#outlets.values()]) outlet.drop()
    this.#end()
  }

  #end(): void {
    this.#isClosed = true
    this.incoming.end()
    this.#setClosed()
  }
}

function newId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(ID_BYTES))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
