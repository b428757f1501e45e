/** Prompts that waited when a tab was loaded anew: kept in that tab, and held until somebody lets them go. */

import { type KeptTexts, keep, readKept } from '../state/keeping.js'
import type { Talk } from '../state/talk.js'
import { talkKey } from '../state/talk.js'
import { fieldsOf, textIn } from './fields.js'
import type { Queue } from './queue.js'

const NAME = 'parley.queues'
const MOST_CHARACTERS = 500_000

/** By the names of their sessions. */
export class KeptQueues {
  readonly #texts: KeptTexts | undefined
  readonly #kept: Readonly<Record<string, unknown>>
  #shown: readonly Queue[] = []

  constructor(texts: KeptTexts | undefined) {
    this.#texts = texts
    this.#kept = fieldsOf(readKept(texts, NAME))
  }

  /** What waited in this session. Text alone: what else goes along may be large, or may be there no more. */
  of(agent: string, sessionId: string): Queue {
    const name = talkKey(agent, sessionId)
    const list = Object.hasOwn(this.#kept, name) ? this.#kept[name] : undefined
    return (Array.isArray(list) ? list : []).flatMap(each => {
      const text = typeof each === 'string' ? textIn({ each }, 'each', MOST_CHARACTERS) : undefined
      return text === undefined ? [] : [{ id: crypto.randomUUID(), text, blocks: [] }]
    })
  }

  /** To be told what there is now. */
  keep(talks: readonly Talk[]): void {
    const waiting = talks.filter(({ queue, sessionId }) => queue.length > 0 && sessionId !== undefined)
    const queues = waiting.map(({ queue }) => queue)
    if (queues.length === this.#shown.length && queues.every((each, index) => each === this.#shown[index]))
      return
    this.#shown = queues
    const named = waiting.map(({ agent, sessionId = '', queue }) => [
      talkKey(agent, sessionId),
      queue.map(({ text }) => text).filter(text => text !== ''),
    ])
    keep(this.#texts, NAME, named.length === 0 ? undefined : Object.fromEntries(named))
  }
}
