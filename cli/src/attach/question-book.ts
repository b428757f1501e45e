/** The questions that a gateway has asked of this client: who answered which, and with what, in words. */

import { boundedLine } from '@parley/acp/guard'
import type { JsonObject } from '../json-object.js'
import { type FarAnswer, fieldsOf, toAnswer } from './far-words.js'

interface Asked {
  /** The names of what can be chosen, by their ids. */
  readonly options: ReadonlyMap<string, string>
  state: 'open' | 'answered here' | 'over'
}

const MOST_ASKED = 256
const MOST_OPTIONS = 100
const MOST_NAME = 80

export class QuestionBook {
  readonly #asked = new Map<string, Asked>()

  /** To be told of everything that comes. */
  asked({ id, method, params }: JsonObject): void {
    if (typeof id !== 'string' || typeof method !== 'string') return
    this.#asked.set(id, { options: optionsIn(params), state: 'open' })
    const [oldest] = this.#asked.keys()
    if (this.#asked.size > MOST_ASKED && oldest !== undefined) this.#asked.delete(oldest)
  }

  /** To be told of every answer that is sent. */
  answered(id: unknown, result: unknown): void {
    const asked = typeof id === 'string' ? this.#asked.get(id) : undefined
    if (asked?.state === 'open' && result !== undefined) asked.state = 'answered here'
  }

  /** The id of a question that nobody waits for here any longer. */
  settledElsewhere(params: JsonObject): string | undefined {
    const { requestId, how } = toAnswer(params)
    const asked = this.#asked.get(requestId)
    if (how === undefined || asked?.state !== 'open') return undefined
    asked.state = 'over'
    return requestId
  }

  /** What became of it, for people; nothing where they know. */
  wordsFor({ requestId, how, by = 'somebody', optionId, reason }: FarAnswer): string | undefined {
    const asked = this.#asked.get(requestId)
    const isOwn = asked?.state === 'answered here'
    if (how === undefined)
      return isOwn && reason === 'already_answered'
        ? 'Too late: it had been answered, or taken back.'
        : undefined
    if (isOwn) return undefined
    if (how !== 'answered') return asked === undefined ? undefined : 'The question was taken back.'
    if (optionId === undefined) return `${by} answered the question.`
    return `${by} answered: ${asked?.options.get(optionId) ?? boundedLine(optionId, MOST_NAME)}`
  }
}

function optionsIn(params: unknown): ReadonlyMap<string, string> {
  const { options } = fieldsOf(params)
  const list = Array.isArray(options) ? options.slice(0, MOST_OPTIONS) : []
  return new Map(
    list.flatMap(each => {
      const { optionId, name } = fieldsOf(each)
      if (typeof optionId !== 'string' || typeof name !== 'string') return []
      return [[optionId, boundedLine(name, MOST_NAME)] as const]
    }),
  )
}
