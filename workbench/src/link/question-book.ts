/** The requests that came over one connection and wait for an answer: who answered which, and with what, in words. */

import { type Fields, fieldsOf, lineIn, listIn, textIn } from './fields.js'
import { type FarAnswer, toAnswer } from './gateway-words.js'

interface Asked {
  /** The names of what can be chosen, by their ids. */
  readonly options: ReadonlyMap<string, string>
  /**
   * `by hand`: somebody wrote the answer; what the page itself answers then is not sent. `dismissed`: given back without an
   * answer, as calling off a turn does with all that it asked; the gateway may have done so by itself before.
   */
  state: 'open' | 'answered here' | 'dismissed' | 'by hand' | 'over'
}

type Id = string | number

const MOST_ASKED = 512
const MOST_OPTIONS = 100

export class QuestionBook {
  readonly #asked = new Map<Id, Asked>()

  /** To be told of every request that comes. False where it is one that waits already: who comes back is told again. */
  asked({ id, params }: Fields): boolean {
    if (!isId(id)) return true
    if (this.#asked.get(id)?.state === 'open') return false
    this.#asked.delete(id)
    this.#asked.set(id, { options: optionsIn(params), state: 'open' })
    const [oldest] = this.#asked.keys()
    if (this.#asked.size > MOST_ASKED && oldest !== undefined) this.#asked.delete(oldest)
    return true
  }

  /** To be told of every answer before it is sent. False where it is not to be sent any more. */
  answered(id: unknown, result: unknown): boolean {
    const asked = isId(id) ? this.#asked.get(id) : undefined
    if (asked?.state === 'by hand') return false
    if (asked?.state === 'open')
      asked.state = result === undefined ? 'over' : isDismissal(result) ? 'dismissed' : 'answered here'
    return true
  }

  /** Whether it still waits, and is answered by hand from now on. */
  takeByHand(id: unknown): id is Id {
    const asked = isId(id) ? this.#asked.get(id) : undefined
    if (asked?.state !== 'open') return false
    asked.state = 'by hand'
    return true
  }

  /** The id of a question that nobody waits for here any longer. */
  settledElsewhere(params: Fields): string | undefined {
    const { requestId, how } = toAnswer(params)
    const asked = this.#asked.get(requestId)
    if (how === undefined || asked?.state !== 'open') return undefined
    asked.state = 'over'
    return requestId
  }

  /** What became of it, for people; nothing where they know. */
  wordsFor({ requestId, how, by, optionId, reason }: FarAnswer, self?: string): string | undefined {
    const asked = this.#asked.get(requestId)
    const isOwn = asked?.state === 'answered here' || asked?.state === 'by hand'
    if (asked?.state === 'dismissed') return undefined
    if (how === undefined)
      return isOwn && reason === 'already_answered'
        ? 'Too late: it had been answered, or taken back.'
        : undefined
    if (isOwn) return undefined
    if (how !== 'answered') return asked === undefined ? undefined : 'The question was taken back.'
    const who = by !== undefined && by === self ? 'You, in another window,' : (by ?? 'Somebody')
    if (optionId === undefined) return `${who} answered the question.`
    return `${who} answered: ${asked?.options.get(optionId) ?? optionId}`
  }
}

function isDismissal(result: unknown): boolean {
  const { outcome, action } = fieldsOf(result)
  return action === 'cancel' || fieldsOf(outcome).outcome === 'cancelled'
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number'
}

function optionsIn(params: unknown): ReadonlyMap<string, string> {
  return new Map(
    listIn(params, 'options', MOST_OPTIONS).flatMap(each => {
      const fields = fieldsOf(each)
      const [optionId, name] = [textIn(fields, 'optionId'), lineIn(fields, 'name')]
      return optionId === undefined || name === undefined ? [] : [[optionId, name] as const]
    }),
  )
}
