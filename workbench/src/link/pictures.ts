/** Tells the store what has changed once per picture, however often it changes: two thousand pieces a second are sixty pictures. */

import type { WorkbenchStore } from '../state/store.js'
import type { Talk, TalkKey } from '../state/talk.js'
import type { Surroundings } from './surroundings.js'

/** A conversation that is shown; nothing where it is not to be seen. */
export interface Shown {
  readonly key: TalkKey
  toPicture(): Talk | undefined
}

export class Pictures {
  readonly #store: WorkbenchStore
  readonly #around: Pick<Surroundings, 'nextFrame'>
  readonly #changed = new Set<Shown>()
  #isAwaited = false
  /** Called behind every picture. */
  onDrawn: () => void = () => {}

  constructor(store: WorkbenchStore, around: Pick<Surroundings, 'nextFrame'>) {
    this.#store = store
    this.#around = around
  }

  change(shown: Shown): void {
    this.#changed.add(shown)
    if (this.#isAwaited) return
    this.#isAwaited = true
    this.#around.nextFrame(() => this.draw())
  }

  /** Without waiting: what somebody has just done is to be seen at once. */
  draw(): void {
    this.#isAwaited = false
    if (this.#changed.size === 0) return
    const talks = new Map(this.#store.getState().talks)
    for (const shown of this.#changed) {
      const talk = shown.toPicture()
      if (talk === undefined) talks.delete(shown.key)
      else talks.set(shown.key, talk)
    }
    this.#changed.clear()
    this.#store.setState({ talks })
    this.onDrawn()
  }
}
