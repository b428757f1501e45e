/** Answers a target's calls: rightly, wrongly, late, twice; but in the end each call is answered. */
import type { Contract } from '../schema/model.js'
import type { Said } from './inspector.js'
import { parse } from './judge.js'
import type { Link } from './link.js'
import { mutate } from './mutation.js'
import type { Pool } from './pool.js'
import type { Random } from './random.js'
import type { Round } from './round.js'
import { type Fields, Sampler } from './sampler.js'
import { spell } from './spelling.js'

/** What goes with an answer: updates before it, a state after it. */
export interface Company {
  before(call: Said, random: Random): readonly unknown[]
  after(call: Said): readonly unknown[]
}

export const ALONE: Company = { before: () => [], after: () => [] }

export class Answers {
  /** Calls of these sessions are answered rightly and at once. */
  readonly spared = new Set<unknown>()
  readonly #link: Link
  readonly #contract: Contract
  readonly #random: Random
  readonly #sampler: Sampler
  readonly #company: Company
  readonly #pool: Pool
  #late: Said[] = []
  #isCalm = false
  #heard = 0

  constructor({ link, pool, setting }: Round, company: Company) {
    this.#link = link
    this.#contract = setting.contract
    this.#company = company
    this.#pool = pool
    this.#random = link.options.random.fork()
    this.#sampler = new Sampler(setting.contract, this.#random, key => pool.word(key))
  }

  /** How many requests the target has made. */
  get heard(): number {
    return this.#heard
  }

  /** Sees to a call of the target. */
  answer(call: Said): void {
    if (call.id === undefined) return
    this.#heard++
    const { sessionId } = (call.params ?? {}) as Fields
    if (this.#isCalm || this.spared.has(sessionId)) return this.#answerRightly(call)
    if (this.#random.chance(0.1)) return void this.#late.push(call)
    this.#say(
      ...this.#company.before(call, this.#random),
      ...this.#choose(call),
      ...this.#company.after(call),
    )
  }

  /** Answers what was left waiting. */
  catchUp(): void {
    const late = this.#late
    this.#late = []
    for (const call of late) this.#answerRightly(call)
  }

  /** From now on every answer is right and at once. */
  calmDown(): void {
    this.#isCalm = true
    this.catchUp()
  }

  #answerRightly(call: Said): void {
    this.#say(this.#right(call), ...this.#company.after(call))
  }

  #choose(call: Said): readonly unknown[] {
    const { id } = call
    const right = this.#right(call)
    const roll = this.#random.below(20)
    if (roll < 9) return [right]
    if (roll < 15) {
      const isError = roll >= 13
      const odd = isError
        ? { jsonrpc: '2.0', id, error: this.#error() }
        : { ...right, result: mutate(right.result, this.#random, this.#random.between(1, 3)) }
      // What cannot be read answers nothing.
      return parse(spell(odd)) === undefined ? [odd, right] : [odd]
    }
    return this.#random.pick([
      [right, right],
      [{ ...right, id: String(id) }, right],
      [{ ...right, id: [id] }, right],
      [{ ...right, error: this.#error() }, right],
      [{ ...right, jsonrpc: '1.0' }, right],
      [{ id, result: right.result }, right],
      [{ ...right, error: null }],
      [{ jsonrpc: '2.0', id, result: null }],
      [{ jsonrpc: '2.0', id }, right],
      [[right]],
    ])
  }

  #right({ id, method }: Said): Fields {
    const row = this.#contract.methods.find(({ name, kind }) => name === method && kind === 'request')
    const result = this.#sampler.make(row?.result)
    if (method !== 'session/new') return { jsonrpc: '2.0', id, result }
    return { jsonrpc: '2.0', id, result: { ...(result as Fields), sessionId: this.#pool.freshSession() } }
  }

  #error(): unknown {
    const error = {
      code: this.#random.pick([-32_603, -32_002, -32_800, 7]),
      message: 'no',
      data: { reason: 'x' },
    }
    return this.#random.chance(0.5) ? error : mutate(error, this.#random)
  }

  // What was heard while a frame is being written waits its turn in the pipe; nobody waits for it here.
  #say(...messages: readonly unknown[]): void {
    for (const message of messages) this.#link.sendValue(message).catch(() => {})
  }
}
