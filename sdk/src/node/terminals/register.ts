/** Who has a terminal, or has asked for one: counted from the question on, until the last process is gone. */

import { rpcError } from '../../protocol/index.js'
import type { TerminalLimits } from './options.js'
import type { Terminal } from './terminal.js'

// A second release must be as quiet as the first, but not for ever.
const MOST_RELEASED = 1_024

const TAIL_BYTES = 64 * 1_024

/** The right to one terminal. */
export interface Slot {
  readonly sessionId: string
  /** Aborted when the terminal is not wanted any more, whether it was started or not. */
  readonly givenUp: AbortController
  terminal?: Terminal
  /** What came of the command has been written down. */
  settled?: Promise<void>
}

/** The terminals of all sessions, by the places they take. */
export class TerminalRegister {
  readonly #limits: TerminalLimits
  readonly #slots = new Set<Slot>()
  readonly #released = new Map<string, string>()

  constructor(limits: TerminalLimits) {
    this.#limits = limits
  }

  /** Takes one, or says that there are too many. */
  take(sessionId: string): Slot {
    const { perSession, perClient, keptPerSession } = this.#limits
    const own = this.of(sessionId)
    if (own.filter(isBusy).length >= perSession)
      throw rpcError('rate_limited', `One session runs at most ${perSession} commands at once`)
    if ([...this.#slots].filter(isBusy).length >= perClient)
      throw rpcError('rate_limited', `At most ${perClient} commands run at once`)
    if (own.length >= keptPerSession)
      throw rpcError('rate_limited', `One session has at most ${keptPerSession} terminals: release some`)
    const slot: Slot = { sessionId, givenUp: new AbortController() }
    this.#slots.add(slot)
    return slot
  }

  /** Keeps the output of a session within its bound: the oldest that ended give most of theirs up first. */
  economize(sessionId: string): void {
    const terminals = this.of(sessionId).flatMap(({ terminal }) => terminal ?? [])
    let bytes = terminals.reduce((sum, { byteSize }) => sum + byteSize, 0)
    for (const terminal of terminals) {
      if (bytes <= this.#limits.keptBytesPerSession) return
      if (terminal.isRunning) continue
      bytes -= terminal.byteSize
      terminal.trim(TAIL_BYTES)
      bytes += terminal.byteSize
    }
  }

  free(slot: Slot): void {
    this.#slots.delete(slot)
  }

  of(sessionId?: string): readonly Slot[] {
    return [...this.#slots].filter(slot => sessionId === undefined || slot.sessionId === sessionId)
  }

  /** The terminal of that name, as far as this session may know. */
  find(sessionId: string, terminalId: string): Terminal {
    for (const { terminal, givenUp } of this.of(sessionId))
      if (terminal?.id === terminalId && !givenUp.signal.aborted) return terminal
    throw rpcError('resource_not_found', 'This session has no such terminal', {
      terminalId: terminalId.slice(0, 64),
    })
  }

  /** Gives a slot up. Its terminal is not found any more, but counts until it has ended. */
  async release(slot: Slot): Promise<void> {
    slot.givenUp.abort()
    if (slot.terminal === undefined) return
    this.#remember(slot.terminal.id, slot.sessionId)
    await slot.terminal.kill()
    await slot.settled
    this.free(slot)
  }

  wasReleased(sessionId: string, terminalId: string): boolean {
    return this.#released.get(terminalId) === sessionId
  }

  #remember(terminalId: string, sessionId: string): void {
    this.#released.set(terminalId, sessionId)
    for (const oldest of this.#released.keys()) {
      if (this.#released.size <= MOST_RELEASED) return
      this.#released.delete(oldest)
    }
  }
}

function isBusy({ terminal }: Slot): boolean {
  return terminal === undefined || terminal.isRunning
}
