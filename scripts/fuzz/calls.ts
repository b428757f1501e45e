/** One message after the other to one side: valid, nearly valid, and not at all. Knows a contract's methods, not their meaning. */
import type { Contract, Method } from '../schema/model.js'
import { crowded, nested } from './bombs.js'
import { MARKER } from './marker.js'
import { mutate } from './mutation.js'
import { damage, noise } from './odd-bytes.js'
import type { Pool } from './pool.js'
import type { Random } from './random.js'
import type { Round } from './round.js'
import { type Fields, Sampler } from './sampler.js'
import { spell } from './spelling.js'

// biome-ignore format: a list of values reads best as a block
const ODD_IDS: readonly unknown[] = [
  null, {}, [], true, 1.5, -1, 0, 2 ** 53, -(2 ** 53), '', 'x'.repeat(256), 'x'.repeat(300), '__proto__', '5', 5, [1],
  { id: 1 }, '\ud800', 'tail \udc00', '\u0000', '🜚', '@raw:1e400', '@raw:-0', '@raw:5.0',
]

// biome-ignore format: a list of words reads best as a block
const ODD_METHODS = [
  'nope', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'rpc.discover', '_fuzz/unknown', '_', '$/unknown',
  '$/cancel_request', 'SESSION/NEW', 'session/new ', 'session/prompt\u0000', 'x'.repeat(5_000), 'é'.repeat(300), '\ud800',
]

/** What the programs under test have behind the gates: worth more than its share. */
const SERVED =
  /^(?:initialize|session\/(?:new|prompt|cancel|list|resume|close|update|request_permission)|fs\/.*|terminal\/.*)$/

export class Calls {
  readonly #contract: Contract
  readonly #to: 'agent' | 'client'
  readonly #random: Random
  readonly #pool: Pool
  readonly #sampler: Sampler

  constructor({ setting, random, pool }: Round) {
    this.#contract = setting.contract
    this.#to = setting.side
    this.#random = random
    this.#pool = pool
    this.#sampler = new Sampler(setting.contract, random, key => pool.word(key))
  }

  /** The next payload. */
  next(): Buffer {
    const roll = this.#random.below(1_000)
    if (roll < 80) return noise(this.#random)
    if (roll < 150) return damage(this.#text(this.#call()), this.#random)
    if (roll < 162) return Buffer.from(nested(this.#random, String(this.#pool.takeId())))
    if (roll < 166) return Buffer.from(crowded(this.#random, String(this.#pool.takeId())))
    if (roll < 220) return this.#text(this.#batch())
    if (roll < 290) return this.#text(this.#strayAnswer())
    if (roll < 340) return this.#text(this.#cancel())
    return this.#text(this.#call())
  }

  #text(value: unknown): Buffer {
    return Buffer.from(spell(value))
  }

  #call(): unknown {
    const { method, params, kind } = this.#random.chance(0.08) ? this.#oddCall() : this.#knownCall()
    const id = kind === 'request' ? { id: this.#id() } : {}
    const message = { jsonrpc: '2.0', ...id, method, params: this.#spoil(params) }
    return this.#random.chance(0.08) ? mutate(message, this.#random) : message
  }

  #knownCall(): { readonly method: string; readonly params: unknown; readonly kind: Method['kind'] } {
    const theirs = this.#contract.methods.filter(({ to }) => to === this.#to || to === 'both')
    const served = theirs.filter(({ name }) => SERVED.test(name))
    const { name, params, kind } = this.#random.pick(this.#random.chance(0.5) ? served : theirs)
    return { method: name, params: this.#sampler.make(params), kind }
  }

  #oddCall(): { readonly method: string; readonly params: unknown; readonly kind: Method['kind'] } {
    const { name, params } = this.#random.pick(this.#contract.methods)
    return {
      method: this.#random.chance(0.5) ? name : this.#random.pick(ODD_METHODS),
      params: this.#sampler.make(params),
      kind: this.#random.pick(['request', 'notification']),
    }
  }

  #spoil(params: unknown): unknown {
    const roll = this.#random.below(10)
    if (roll < 4) return params
    return mutate(params, this.#random, roll < 8 ? 1 : this.#random.between(2, 4))
  }

  #id(): unknown {
    if (this.#random.chance(0.9)) return this.#pool.takeId()
    return this.#random.chance(0.3) ? this.#pool.recentId() : this.#random.pick(ODD_IDS)
  }

  /** An answer to nothing that was asked: its id is none that the target gives. */
  #strayAnswer(): unknown {
    const id = this.#random.pick([
      `stray-${this.#random.below(99)}`,
      2_000_000_000,
      null,
      -7,
      {},
      [],
      'x'.repeat(400),
    ])
    const error = { code: -32_603, message: `${MARKER} failed`, data: { reason: 'x' } }
    const result = this.#sampler.make(this.#random.pick(this.#contract.methods).result)
    const answer: Fields = this.#random.pick([
      { result: mutate(result, this.#random) },
      { error: mutate(error, this.#random) },
      { result, error },
      { error: null },
      { result: null, error: null },
    ])
    return this.#random.chance(0.1) ? { id, ...answer } : { jsonrpc: '2.0', id, ...answer }
  }

  #cancel(): unknown {
    const requestId = this.#random.chance(0.7) ? this.#pool.recentId() : this.#random.pick(ODD_IDS)
    const sessionId = this.#pool.word('sessionId')
    const [method, params] = this.#random.pick([
      ['$/cancel_request', { requestId }],
      ['session/cancel', { sessionId }],
    ] as const)
    return {
      jsonrpc: '2.0',
      method,
      params: this.#random.chance(0.8) ? params : mutate(params, this.#random),
    }
  }

  #batch(): unknown {
    const size = this.#random.pick([0, 1, 1, 2, 3, 5, 20, 1_001])
    if (size <= 1_000) return Array.from({ length: size }, () => this.#entry())
    const same = this.#cancel()
    return Array.from({ length: size }, () => same)
  }

  #entry(): unknown {
    const roll = this.#random.below(10)
    if (roll < 7) return this.#call()
    if (roll < 8) return this.#strayAnswer()
    return roll < 9 ? this.#random.pick([1, 'x', null, [], {}, true]) : [this.#call()]
  }
}
