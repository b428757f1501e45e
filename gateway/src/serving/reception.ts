/** Where the transports, the guard and the hub meet: who may come gets a metered connection to the agent of their path. */

import { type Asking, type Port, type Refusal, type Serving, ServingRefused } from '@parley/acp/transport'
import type { OpenGuard } from '../guard/open-guard.js'
import { isRefusal } from '../guard/refusals.js'
import type { SessionHub } from '../hub/index.js'
import { MeteredPort } from './metered-port.js'
import { type Pass, toPass } from './pass.js'

const CLOSING: Refusal = { status: 503, reason: 'closing', headers: { 'retry-after': '5' } }
// Several who come at the same time may all have been let in before one of them takes the last place.
const CROWDED: Refusal = { status: 429, reason: 'too_many_connections', headers: { 'retry-after': '10' } }

export class Reception {
  /** Nobody new is let in; whoever is here may go on. */
  isClosing = false
  readonly #guard: OpenGuard
  readonly #hub: SessionHub

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
    const isNew = asking.wantsSocket || asking.header('acp-connection-id') === undefined
    return this.isClosing && isNew ? CLOSING : toPass(who)
  }

  #serve(port: Port, { who }: Pass, transport: 'http' | 'websocket'): void {
    const { allowance, principal, name, agent } = who
    if (this.isClosing) throw new ServingRefused(CLOSING)
    const release = allowance.openConnection()
    const note = (reason: string): void =>
      this.#guard.audit.noteRefusal({ principal, credential: name, agent, reason, connection: port.id })
    if (release === undefined) {
      note('too_many_connections')
      throw new ServingRefused(CROWDED)
    }
    const countsMessages = transport === 'websocket'
    this.#hub.serve(new MeteredPort(port, { allowance, release, countsMessages, onExcess: note }), who)
  }
}
