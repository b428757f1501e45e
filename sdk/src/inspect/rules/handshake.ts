/** How a talk begins: the client greets, waits, and goes on with what both can speak. */

import { isAbove, isAdvertised } from '../../protocol/index.js'
import { fieldOf, itemsOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, named } from './sight.js'

const GREETINGS = new Set(['initialize', 'proxy/initialize'])
const SIGN_INS = new Set(['authenticate', 'auth/login'])

const isCall = ({ kind }: Sighting['row']): boolean => kind === 'request' || kind === 'notification'

export class Handshake implements Watcher {
  #isBegun = false
  #isWaiting = false
  #hasMoved = false
  #terminalMethods: ReadonlySet<unknown> = new Set()
  /** The version that was answered although it is above the one that was asked for. */
  #tooNew: unknown

  see(sighting: Sighting, report: Report): void {
    if (sighting.by === 'client') this.#seeClient(sighting, report)
    else this.#seeAgent(sighting, report)
  }

  #seeClient(sighting: Sighting, report: Report): void {
    const { row } = sighting
    const method = row.method ?? ''
    const isGreeting = row.kind === 'request' && GREETINGS.has(method)
    if (!this.#isBegun) {
      this.#isBegun = true
      report.looked('handshake.first', 'client')
      if (!isGreeting)
        report.broken('handshake.first', {
          by: 'client',
          text: `expected initialize first, found ${named(row.method)}`,
        })
    } else if (this.#isWaiting && !isGreeting && isCall(row) && !method.startsWith('$/')) {
      const text = `expected nothing before the answer to initialize, found ${named(row.method)}`
      report.broken('handshake.awaited', { by: 'client', text })
    }
    if (isGreeting) this.#greet(sighting, report)
    else if (row.kind === 'request') this.#judgeRequest(sighting, report)
  }

  #greet({ contract }: Sighting, report: Report): void {
    report.looked('handshake.awaited', 'client')
    if (this.#hasMoved && contract.allowsRepeatedInitialize)
      report.broken('handshake.version', {
        by: 'client',
        text: 'expected initialize before any other request, found it later',
      })
    this.#isWaiting = true
  }

  #judgeRequest({ row, value }: Sighting, report: Report): void {
    this.#hasMoved = true
    if (this.#tooNew !== undefined) {
      const text = `the agent answered version ${this.#tooNew}, which was not offered; expected the client to close, found ${named(row.method)}`
      report.broken('handshake.version', { by: 'client', text, weight: 'should' })
      this.#tooNew = undefined
    }
    if (!SIGN_INS.has(row.method ?? '')) return
    report.looked('handshake.auth-terminal', 'client')
    const methodId = textOf(value, 'methodId')
    if (this.#terminalMethods.has(methodId))
      report.broken('handshake.auth-terminal', {
        by: 'client',
        text: `${named(methodId)} is done in a terminal; expected it never to be sent, found it in ${row.method}`,
      })
  }

  #seeAgent(sighting: Sighting, report: Report): void {
    if (sighting.row.asked === undefined || !GREETINGS.has(sighting.row.method ?? '')) return
    this.#isWaiting = false
    const result = answerTo(sighting, 'initialize')
    if (result === undefined) return
    report.looked('handshake.version', 'agent')
    report.looked('handshake.version', 'client')
    this.#judgeVersion(sighting, result.protocolVersion, report)
    this.#judgeAuth(sighting, report)
  }

  #judgeVersion({ askedValue, contract }: Sighting, answered: unknown, report: Report): void {
    const asked = fieldOf(askedValue, 'protocolVersion')
    this.#tooNew = undefined
    if (!isAbove(answered, asked)) return
    this.#tooNew = answered
    // Version 1 lets an agent name its latest; later ones answer with an error instead.
    const isForbidden = contract.allowsRepeatedInitialize
    const text = `expected a version up to ${asked}, found ${answered}`
    report.broken(
      'handshake.version',
      isForbidden ? { by: 'agent', text } : { by: 'agent', text, weight: 'note' },
    )
  }

  #judgeAuth({ value, agreed }: Sighting, report: Report): void {
    const ways = itemsOf(value, 'authMethods').filter(way => fieldOf(way, 'type') === 'terminal')
    this.#terminalMethods = new Set(ways.map(way => textOf(way, 'id') ?? textOf(way, 'methodId')))
    if (itemsOf(value, 'authMethods').length === 0) return
    report.looked('handshake.auth-terminal', 'agent')
    if (ways.length > 0 && !isAdvertised(agreed?.client, 'auth.terminal'))
      report.broken('handshake.auth-terminal', {
        by: 'agent',
        text: 'expected no way to sign in by terminal, which the client did not advertise, found one',
      })
  }
}
