/** The changes of every conversation of this program, from its first turn until it is closed. */

import type { Environment } from '@parley/acp/node'
import type { TalkKey } from '../model/talk.js'
import { TurnChanges } from './turn-changes.js'

export class ChangeRegistry {
  readonly #means: { readonly state: string; readonly env: Environment }
  readonly #open = new Map<TalkKey, TurnChanges>()

  /** `state` is the folder for copies. */
  constructor(means: { readonly state: string; readonly env: Environment }) {
    this.#means = means
  }

  /** Begins to watch a directory; whoever asks for it closes it. */
  open(talk: TalkKey, cwd: string): TurnChanges {
    const changes = new TurnChanges({
      ...{ ...this.#means, cwd },
      onClose: () => {
        if (this.#open.get(talk) === changes) this.#open.delete(talk)
      },
    })
    this.#open.set(talk, changes)
    void changes.prepare()
    return changes
  }

  get(talk: TalkKey): TurnChanges | undefined {
    return this.#open.get(talk)
  }
}
