/** What a rule may ask of a message: its method, its session, its kind. Remembers questions, to know what answers are about. */

import type { Heading } from '@parley/acp/inspect'
import { isObject } from '../../json-object.js'
import type { Kind } from './rule.js'

export interface Subject {
  readonly to: Heading
  readonly method?: string | undefined
  readonly session?: string | undefined
  readonly kind?: Kind | undefined
}

const MOST_REMEMBERED = 10_000

export class Subjects {
  readonly #asked: Readonly<Record<Heading, Map<unknown, Subject>>> = { agent: new Map(), client: new Map() }

  /** Of something that is no message only the direction is known; a batch is taken for its first. */
  read(text: string, to: Heading): Subject {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return { to }
    }
    const message: unknown = Array.isArray(value) ? value[0] : value
    if (!isObject(message)) return { to }
    return typeof message.method === 'string'
      ? this.#call(message.method, message, to)
      : this.#answer(message, to)
  }

  #call(method: string, { id, params }: Readonly<Record<string, unknown>>, to: Heading): Subject {
    const session = isObject(params) && typeof params.sessionId === 'string' ? params.sessionId : undefined
    const subject = { to, method, session, kind: id === undefined ? 'notification' : 'request' } as const
    if (id !== undefined && this.#asked[to].size < MOST_REMEMBERED) this.#asked[to].set(id, subject)
    return subject
  }

  #answer({ id }: Readonly<Record<string, unknown>>, to: Heading): Subject {
    const asked = this.#asked[to === 'agent' ? 'client' : 'agent']
    const question = asked.get(id)
    asked.delete(id)
    return { to, kind: 'answer', method: question?.method, session: question?.session }
  }
}
