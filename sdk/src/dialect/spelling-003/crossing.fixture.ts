/** One message across a dialect, either way, as whoever is on the other side gets it; and whether version 1 allows it. */

import { contractV1 } from '../../protocol/contract-v1.js'
import { BAD, Reader } from '../../protocol/index.js'
import type { DialectEffect, DialectOptions, Side } from '../interpreter.js'
import { interpreter003 } from './interpreter.js'
import type { Memory, Tag } from './memory.js'

export type Deed = DialectEffect<Tag>

/** A dialect that is stepped by hand. */
export class Crossing {
  readonly #interpreter
  readonly #tags = new Map<number, Tag>()
  memory: Memory
  #calls = 0

  constructor(options: DialectOptions = {}) {
    this.#interpreter = interpreter003(options, 'd3-')
    this.memory = this.#interpreter.start
  }

  take(event: Parameters<ReturnType<typeof interpreter003>['step']>[1]): readonly Deed[] {
    const { state, effects } = this.#interpreter.step(this.memory, event)
    this.memory = state
    for (const effect of effects) if (effect.kind === 'ask') this.#tags.set(effect.tag.call, effect.tag)
    return effects
  }

  request(from: Side, method: string, params: unknown): { call: number; deeds: readonly Deed[] } {
    const call = ++this.#calls
    return { call, deeds: this.take({ kind: 'request', from, call, method, params }) }
  }

  /** The params that the other side is asked with. */
  asked(from: Side, method: string, params: unknown): unknown {
    const [deed] = this.request(from, method, params).deeds
    if (deed?.kind !== 'ask') throw new Error(`nothing was asked but ${JSON.stringify(deed)}`)
    return deed.params
  }

  answer(from: Side, call: number, result: unknown): readonly Deed[] {
    return this.take({ kind: 'answer', from, tag: this.#tagOf(call), result })
  }

  refuse(
    from: Side,
    call: number,
    error: { code: number; message: string; data?: unknown },
  ): readonly Deed[] {
    return this.take({ kind: 'refusal', from, tag: this.#tagOf(call), error })
  }

  /** What a call gets whose answer comes from a side. */
  answered(
    from: Side,
    method: string,
    { params = { sessionId: 's', cwd: '/p' }, result }: { params?: unknown; result: unknown },
  ): unknown {
    const { call } = this.request(from === 'ours' ? 'theirs' : 'ours', method, params)
    const deed = this.answer(from, call, result).find(each => each.kind === 'answer')
    if (deed?.kind !== 'answer') throw new Error('nothing was answered')
    return deed.result
  }

  /** The params of all that the other side is told. */
  told(from: Side, method: string, params: unknown): readonly unknown[] {
    return this.take({ kind: 'notification', from, method, params }).map(deed => {
      if (deed.kind !== 'tell') throw new Error(`not told but ${deed.kind}`)
      return deed.params
    })
  }

  #tagOf(call: number): Tag {
    const tag = this.#tags.get(call)
    if (tag === undefined) throw new Error('that was never asked')
    return tag
  }
}

/** What version 1 says against params or a result; nothing where all is well. */
export function flawsOf(part: 'params' | 'result', method: string, value: unknown): readonly string[] {
  const row = contractV1.methods.find(({ name }) => name === method)
  const shape = row?.[part]
  if (shape === undefined) throw new Error(`version 1 has no ${part} of ${method}`)
  const reader = new Reader()
  const read = reader.read(shape, value)
  const flaws = reader.flaws.map(
    ({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`,
  )
  return read === BAD && flaws.length === 0 ? ['bad'] : flaws
}
