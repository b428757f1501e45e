/** Where the transports, the guard and the hub meet: who may come gets a metered connection to the agent of their path. */

import { type Asking, type Port, type Refusal, type Serving, ServingRefused } from '@parley/acp/transport'
import { once } from '../guard/allowance.js'
import type { GatewayCaller } from '../guard/caller.js'
import type { OpenGuard } from '../guard/open-guard.js'
import { isRefusal } from '../guard/refusals.js'
import { EXCESS, MeteredPort } from './metered-port.js'
import { type Pass, toPass } from './pass.js'
import type { SessionHub } from './session-hub.js'

const CLOSING: Refusal = { status: 503, reason: 'closing', headers: { 'retry-after': '5' } }
// Several who come at the same time may all have been let in before one of them takes the last place.
const CROWDED: Refusal = { status: 429, reason: 'too_many_connections', headers: { 'retry-after': '10' } }

// One that broke while it came back, and the next.
const MOST_RETURNING = 2

export class Reception {
  /** Nobody new is let in; whoever is here may go on. */
  isClosing = false
  readonly #guard: OpenGuard
  readonly #hub: SessionHub
  /** Whose the connections are that can be gone on with. */
  readonly #connections = new Map<string, string>()
  /** How many sockets say that they go on with it, and have said no more so far. */
  readonly #returning = new Map<string, number>()

  constructor(guard: OpenGuard, hub: SessionHub) {
    this.#guard = guard
    this.#hub = hub
  }

  servingOf(transport: 'http' | 'websocket'): Serving<Pass> {
    return {
      authorize: asking => this.#authorize(asking),
      serve: (port, pass) => this.#serve(port, pass, transport),
      knowsSession: (sessionId, { who }) => this.#hub.knowsSession(sessionId, who),
    }
  }

  #authorize(asking: Asking): Pass | Refusal {
    const who = this.#guard.authorize(asking)
    if (isRefusal(who)) return who
    const id = asking.header('acp-connection-id')
    if (this.isClosing && (asking.wantsSocket || id === undefined)) return CLOSING
    const pass = toPass(who)
    if (!asking.wantsSocket) return pass
    if (id !== undefined && this.#connections.get(id) === pass.principal) {
      const settled = this.#return(id)
      if (settled !== undefined) return { ...pass, settled }
    }
    // Until it has said that it goes on with a connection, a socket is one.
    const settled = who.allowance.openConnection()
    if (settled !== undefined) return { ...pass, settled }
    this.#note(who, 'too_many_connections')
    return CROWDED
  }

  /** Counts a socket of a connection that is there already; nothing where there are others that have said nothing yet. */
  #return(id: string): (() => void) | undefined {
    const count = this.#returning.get(id) ?? 0
    if (count >= MOST_RETURNING) return undefined
    this.#returning.set(id, count + 1)
    return once(() => {
      const left = (this.#returning.get(id) ?? 1) - 1
      if (left > 0) this.#returning.set(id, left)
      else this.#returning.delete(id)
    })
  }

  #serve(port: Port, { who, principal }: Pass, transport: 'http' | 'websocket'): void {
    if (this.isClosing) throw new ServingRefused(CLOSING)
    const metered = new MeteredPort(port, {
      allowance: who.allowance,
      isSocket: transport === 'websocket',
      onExcess: () => this.#note(who, EXCESS, port.id),
      onEnd: () => void this.#connections.delete(port.id),
    })
    if (!metered.takePlace()) {
      this.#note(who, 'too_many_connections', port.id)
      throw new ServingRefused(CROWDED)
    }
    this.#guard.noteComing(who)
    this.#connections.set(port.id, principal)
    const allowance = {
      openSession: () => who.allowance.openSession(),
      hold: (bytes: number) => who.allowance.hold(bytes),
      wasted: () => metered.wasted(),
    }
    this.#hub.serve(metered, { ...who, allowance })
  }

  #note({ principal, credential, agent }: GatewayCaller, reason: string, connection?: string): void {
    this.#guard.audit.noteRefusal({ principal, credential, agent, reason, connection })
  }
}
