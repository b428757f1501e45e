/**
 * Something told in its place, of which nothing is held but its text: most leave as they are. The values of all that was
 * said lately in every session would be most of what a gateway has in memory, and what its collector has to look at.
 */

import type { HeldEvent, HubEvent, ToldText } from './event.js'

export class HeldText implements HeldEvent {
  readonly seq: number
  readonly at: number
  readonly told: ToldText

  constructor(seq: number, at: number, told: ToldText) {
    this.seq = seq
    this.at = at
    this.told = told
  }

  get size(): number {
    return this.told.message.length
  }

  /** Read anew each time: whoever needs it more than once keeps it. */
  get event(): HubEvent {
    const { params } = JSON.parse(this.told.message) as { readonly params: unknown }
    return { type: 'told', method: this.told.method, params }
  }
}
