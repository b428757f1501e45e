/** Sessions that are being told again, and what is said in them meanwhile: it waits behind that, in the order in which it came. */

import { CANCEL_METHOD, type Id } from '@parley/acp/jsonrpc'
import { sessionOf } from '@parley/acp/protocol'
import type { Fields } from '../hub/fields.js'

/** A request or a notification. */
export interface Said {
  readonly id?: Id | undefined
  readonly method: string
  readonly params: Fields
}

interface Lane {
  readonly waiting: Said[]
  /** The end of the last retelling. */
  told: Promise<void>
}

export class Retellings {
  readonly #lanes = new Map<string, Lane>()
  readonly #goOn: (said: Said) => void

  constructor(goOn: (said: Said) => void) {
    this.#goOn = goOn
  }

  /** At once, or behind the one that runs: two at a time would tell everything in each other's middle. */
  run<T>(sessionId: string, retell: () => Promise<T>): Promise<T> {
    const running = this.#lanes.get(sessionId)
    const result = running === undefined ? retell() : running.told.then(retell)
    const told = result.then(
      () => {},
      () => {},
    )
    const lane = running ?? { waiting: [], told }
    lane.told = told
    this.#lanes.set(sessionId, lane)
    void told.then(() => {
      if (lane.told === told) this.#open(sessionId, lane)
    })
    return result
  }

  /** Whether it has to wait. What calls off a request belongs where that request is. */
  holds(said: Said): boolean {
    const lane = said.method === CANCEL_METHOD ? this.#laneOf(said.params.requestId) : this.#of(said)
    lane?.waiting.push(said)
    return lane !== undefined
  }

  #of({ params }: Said): Lane | undefined {
    return this.#lanes.get(sessionOf(params) ?? '')
  }

  #laneOf(request: unknown): Lane | undefined {
    return [...this.#lanes.values()].find(({ waiting }) => waiting.some(({ id }) => id === request))
  }

  #open(sessionId: string, lane: Lane): void {
    this.#lanes.delete(sessionId)
    for (const said of lane.waiting) this.#goOn(said)
  }
}
