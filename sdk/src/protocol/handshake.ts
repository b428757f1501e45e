/** How two peers come to an agreement: the agent's desk, where any version may knock, and the client's offer. */

import type { Call, RequestOptions } from '../jsonrpc/index.js'
import { nextTask, within } from '../jsonrpc/waiting.js'
import type { Shape } from '../schema/index.js'
import type { Agreed, Capabilities, Contract, ContractName, Opening } from './contract.js'
import { AcpError, rpcError } from './error.js'
import type { Peer } from './peer.js'
import { BAD, describeAll, toRpcError } from './reading.js'
import {
  acceptVersion,
  chooseVersion,
  fallbackVersion,
  isBeyond,
  isDowngrade,
  isOfLaterShape,
  loadContract,
  loadOpening,
  type Version,
} from './version.js'

// No disk is as slow. A bundle may be so cut that it waits for its own entry, and then for ever.
const LOADING_MILLISECONDS = 60_000

/** What an agent brings to a handshake. */
export interface Desk {
  readonly versions: readonly Version[]
  readonly isUnstable: boolean
  /** What the agent says of itself, in the shape of the version, and who answers from then on. */
  welcome(opening: Opening, params: Capabilities): Promise<Welcome> | Welcome
}

/** The agent's side of a handshake, settled. */
export interface Welcome {
  readonly result: Capabilities
  /** Runs when the result is on its way, and brings about the agreement. What is needed only from then on is loaded here. */
  enter(agreed: Agreed): Promise<void>
  /** Whether nothing is left to be loaded. */
  readonly isAtHand?: boolean
}

/** What was said in a handshake that went well. */
interface Greeted extends Welcome {
  readonly opening: Opening
  readonly params: Capabilities
}

/**
 * Answers `initialize`: picks the version, reads the params in its shape, and settles the agreement behind the answer. What
 * the client sends meanwhile waits in its order.
 */
export class Doorkeeper {
  readonly #desk: Desk
  readonly #loadingMilliseconds: number
  #opening: Opening | undefined
  #entering: Promise<void> | undefined

  constructor(desk: Desk, loadingMilliseconds = LOADING_MILLISECONDS) {
    this.#desk = desk
    this.#loadingMilliseconds = loadingMilliseconds
  }

  async greet(peer: Peer<ContractName, 'agent'>, input: unknown, call: Call): Promise<unknown> {
    this.#demandTurn(peer, input)
    peer.isGreeting = true
    peer.expectAgreement()
    let greeted: Greeted | undefined
    call.onAnswered = () => {
      peer.isGreeting = false
      // What was settled counts only if the client could be told of it.
      if (greeted === undefined || call.isRefused) peer.letIn()
      else this.#entering = this.#enter(peer, greeted)
    }
    // One that is repeated takes the place of what was agreed before, so that must be in place.
    await this.#entering
    greeted = await this.#settle(peer, (input ?? {}) as Capabilities)
    return greeted.result
  }

  async #settle(peer: Peer<ContractName, 'agent'>, input: Capabilities): Promise<Greeted> {
    const requested = input.protocolVersion
    const version = chooseVersion(requested, this.#desk.versions)
    const opening = await loadOpening(version, this.#desk.isUnstable)
    const params = this.#readParams(peer, opening, await shapedFor(input, requested, version))
    const welcome = await this.#desk.welcome(opening, params)
    peer.reader.demandSendable(rowOf(opening).result as Shape, welcome.result, 'initialize')
    return { ...welcome, opening, params }
  }

  /** The client is answered; now what it will ask for is loaded, and what it asked for already is let in. */
  async #enter(peer: Peer<ContractName, 'agent'>, greeted: Greeted): Promise<void> {
    const { opening, params, result } = greeted
    this.#opening = opening
    peer.speak(opening)
    // A runtime may load all of it at once, ahead of an answer that is written in the next idle moment.
    if (!greeted.isAtHand) await nextTask()
    let isIn = false
    let error: unknown
    const entering = greeted.enter(opening.agreed(params, result)).then(
      () => {
        isIn = true
      },
      (reason: unknown) => {
        error = reason
      },
    )
    await within(this.#loadingMilliseconds, entering)
    if (isIn) return
    const message = 'what answers after initialize could not be loaded'
    peer.log.write({ level: 'error', event: 'not_loaded', error, message })
    peer.letIn(rpcError('internal_error', `Internal error: ${message}`))
    // Not waited for: a repeated initialize may wait for this one, and closing for that.
    void peer.close(message)
  }

  #readParams(peer: Peer<ContractName, 'agent'>, opening: Opening, params: Capabilities): Capabilities {
    const value = peer.reader.read(rowOf(opening).params, params)
    const { flaws } = peer.reader
    if (value === BAD || (flaws.length > 0 && peer.isStrict)) throw toRpcError(flaws)
    if (flaws.length > 0)
      peer.log.write({ level: 'warn', event: 'salvaged', method: 'initialize', message: describeAll(flaws) })
    return value as Capabilities
  }

  #demandTurn(peer: Peer<ContractName, 'agent'>, input: unknown): void {
    const opening = this.#opening
    if (opening === undefined && !peer.isGreeting) return
    const mayRepeat = opening?.allowsRepeatedInitialize && !peer.isInUse && !peer.isGreeting
    if (!mayRepeat)
      throw rpcError('invalid_request', 'Invalid request: this connection is already initialized')
    // A repeat may ask for as much or more, never for less: the version it got is not taken back.
    chooseVersion((input as Capabilities | undefined)?.protocolVersion, [opening.version as Version])
  }
}

async function shapedFor(input: Capabilities, requested: unknown, version: Version): Promise<Capabilities> {
  if (isOfLaterShape(requested, version)) return (await import('./initialize.js')).toVersion1(input)
  return isBeyond(requested, version) ? (await import('./initialize.js')).withUnknownInfo(input) : input
}

function rowOf(opening: Opening): Opening['methods'][number] {
  const row = opening.methods.find(({ name }) => name === 'initialize')
  if (row === undefined)
    throw new AcpError('unknown_method', `the contract ${opening.name} has no initialize`)
  return row
}

/** What a client brings to a handshake. */
export interface Offer {
  readonly version: Version
  readonly versions: readonly Version[]
  readonly isUnstable: boolean
  /** The params of `initialize` in the shape of a version. */
  params(version: Version): Capabilities
}

/** What the agent answered, and which contract that makes. */
export interface Answered {
  readonly contract: Contract
  readonly params: Capabilities
  readonly result: Capabilities
  /** The agent speaks only an earlier version than the params were written for. */
  readonly isDowngraded: boolean
}

/** Offers a version, reads the answered one before anything else, and the rest in that version's shape. */
export async function offer(
  peer: Peer<ContractName, 'client'>,
  terms: Offer,
  options?: RequestOptions,
): Promise<Answered> {
  const params = terms.params(terms.version)
  let answer: unknown
  try {
    answer = await peer.greet(params, options)
  } catch (error) {
    // A refusal is no licence to try something else, unless it names something else.
    const fallback = fallbackVersion(error, terms.version, terms.versions)
    if (fallback === undefined) throw error
    return offer(peer, { ...terms, version: fallback }, options)
  }
  const answered = (answer as Capabilities | null)?.protocolVersion
  const accepted = acceptVersion(answered, terms.version, terms.versions)
  const contract = await loadContract(accepted, terms.isUnstable)
  const isDowngraded = isDowngrade(accepted, terms.version)
  return {
    contract,
    params: isDowngraded ? (await import('./initialize.js')).toVersion1(params) : params,
    result: readResult(peer, contract, answer),
    isDowngraded,
  }
}

function readResult(peer: Peer<ContractName, 'client'>, contract: Contract, answer: unknown): Capabilities {
  const result = peer.reader.read(rowOf(contract).result as Shape, answer)
  const { flaws } = peer.reader
  if (result === BAD || (peer.isStrict && flaws.length > 0))
    throw new AcpError('invalid_result', `the answer to initialize cannot be used: ${describeAll(flaws)}`)
  if (flaws.length > 0)
    peer.log.write({ level: 'warn', event: 'salvaged', method: 'initialize', message: describeAll(flaws) })
  return result as Capabilities
}
