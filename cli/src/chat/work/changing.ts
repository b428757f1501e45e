/** Tells what the last turn of a conversation changed, and takes it back. */

import type { TurnChanges } from '../changes/turn-changes.js'
import type { Effect } from '../effect.js'
import type { TalkKey } from '../model/talk.js'
import type { Hands, Tell } from './hands.js'

export interface ChangingMeans {
  readonly tell: Tell
  /** Of every conversation that is open; whoever runs its turns fills and empties it, and closes them. */
  readonly changes: {
    get(talk: TalkKey): Pick<TurnChanges, 'compare' | 'undo' | 'absence'> | undefined
  }
}

export class Changing implements Hands {
  readonly #means: ChangingMeans
  readonly #open = new Set<Promise<void>>()

  constructor(means: ChangingMeans) {
    this.#means = means
  }

  take(effect: Effect): boolean {
    if (effect.do !== 'compare' && effect.do !== 'undo') return false
    const work = effect.do === 'compare' ? this.#compare(effect.talk) : this.#undo(effect.talk)
    const told = work.catch((error: unknown) => {
      this.#say(error instanceof Error ? error.message : 'It could not be found out what the turn changed.')
      if (effect.do === 'compare') this.#means.tell({ type: 'changes', talk: effect.talk, changes: [] })
    })
    this.#open.add(told)
    void told.finally(() => this.#open.delete(told))
    return true
  }

  async close(): Promise<void> {
    await Promise.all(this.#open)
  }

  async #compare(talk: TalkKey): Promise<void> {
    const changes = this.#means.changes.get(talk)
    const found = (await changes?.compare()) ?? []
    this.#sayWhyNot(changes?.absence)
    this.#means.tell({ type: 'changes', talk, changes: found })
  }

  async #undo(talk: TalkKey): Promise<void> {
    const changes = this.#means.changes.get(talk)
    const undone = (await changes?.undo()) ?? { restored: [], kept: [] }
    if (undone.restored.length === 0) this.#sayWhyNot(changes?.absence)
    this.#means.tell({ type: 'undone', talk, ...undone })
  }

  #sayWhyNot(absence: string | undefined): void {
    if (absence !== undefined) this.#say(`What the last turn changed is not known: ${absence}.`)
  }

  #say(text: string): void {
    this.#means.tell({ type: 'remark', text, kind: 'warning' })
  }
}
