/** Which version a wire speaks, and what both sides said about themselves; follows the handshake, takes no part in it. */

import type { Agreed, ContractName, Version } from '../protocol/index.js'
import { versions } from '../protocol/index.js'
import type { Facts } from '../schema/facts.js'
import { fieldOf, isFields } from './fields.js'
import { loadTongue, type Tongue } from './tongue.js'

/** The handshake of one wire, as far as it was seen. */
export class Talk {
  readonly #tongues: ReadonlyMap<unknown, Tongue>
  #tongue: Tongue
  #agreed: Agreed | undefined
  #version: Version | undefined

  private constructor(tongues: readonly Tongue[]) {
    this.#tongues = new Map(tongues.map(tongue => [tongue.version, tongue]))
    this.#tongue = tongues[0] as Tongue
  }

  static async begin(): Promise<Talk> {
    return new Talk(await Promise.all(versions.map(loadTongue)))
  }

  /** What is spoken; before the handshake what was offered, and before that the first version. */
  get tongue(): Tongue {
    return this.#tongue
  }

  /** What the schemas know, by contract. */
  get facts(): ReadonlyMap<ContractName, Facts> {
    return new Map([...this.#tongues.values()].map(({ contract, facts }) => [contract.name, facts]))
  }

  get agreed(): Agreed | undefined {
    return this.#agreed
  }

  get version(): Version | undefined {
    return this.#version
  }

  /** The client offers a version; until something was agreed on, that is how both are read. */
  offered(params: unknown): Tongue {
    const tongue = this.#tongues.get(fieldOf(params, 'protocolVersion')) ?? this.#byShape(params)
    if (this.#agreed === undefined) this.#tongue = tongue
    return tongue
  }

  /** The version an answer to `initialize` is to be read in. */
  answering(params: unknown, result: unknown): Tongue {
    return this.#tongues.get(fieldOf(result, 'protocolVersion')) ?? this.offered(params)
  }

  /** The agent has answered. */
  settled(tongue: Tongue, params: unknown, result: unknown): void {
    this.#tongue = tongue
    this.#version = this.#tongues.has(fieldOf(result, 'protocolVersion')) ? tongue.version : undefined
    this.#agreed = tongue.contract.agreed(isFields(params) ? params : {}, isFields(result) ? result : {})
  }

  // A version nobody knows yet is written in the shape of one that is known.
  #byShape(params: unknown): Tongue {
    const isLater = isFields(params) && ('info' in params || 'capabilities' in params)
    return this.#tongues.get(versions[isLater ? versions.length - 1 : 0]) ?? this.#tongue
  }
}
