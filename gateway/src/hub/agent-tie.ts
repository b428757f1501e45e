/**
 * The tie between a session and the process of its agent. When the process is gone, another takes the session up only
 * in a way that the agent offers; if it cannot, the session is broken, and never a fresh one under the old name.
 */

import type { RpcError } from '@parley/acp/jsonrpc'
import { reasonCodes, rpcError } from '@parley/acp/protocol'
import type { AgentCall, AgentLink, AgentSink, Connect } from './agent-link.js'
import type { Answer, HubEvent } from './event.js'
import type { Fields } from './fields.js'
import { type Bereaved, sayLastWords } from './last-words.js'

/** Milliseconds before another try: a process that was killed may still hold what it worked on. */
const PAUSES = [300, 1_200]
/** What will not be otherwise the next time. */
const FOR_GOOD = new Set<number>([reasonCodes.session_not_found, reasonCodes.method_not_found])

/** What a tie needs of its session. */
export interface Tied extends Bereaved {
  readonly protocol: number
  /** What the agent is told when it takes the session up again. */
  readonly place: Fields
  readonly sink: AgentSink
  record(event: HubEvent): void
}

export class AgentTie {
  readonly #session: Tied
  readonly #patience: number
  #link: AgentLink | undefined
  #reviving: Promise<AgentLink> | undefined
  #isReplaying = false

  /** The agent has so many milliseconds to take the session up. */
  constructor(session: Tied, patience: number) {
    this.#session = session
    this.#patience = patience
  }

  get link(): AgentLink | undefined {
    return this.#link
  }

  /** What the agent tells now has been told before: our log is the truth. */
  get isReplaying(): boolean {
    return this.#isReplaying
  }

  /** The session is open in this process. */
  tie(link: AgentLink): void {
    this.#link = link
    link.claim(this.#session.sessionId, this.#session.sink)
  }

  /** The process is gone, or has put the session away. */
  untie(): void {
    this.#link?.release(this.#session.sessionId)
    this.#link = undefined
  }

  /** The process that has this session open, brought back to life if need be. */
  get(connect: Connect, isForced = false): Promise<AgentLink> {
    if (this.#link !== undefined) return Promise.resolve(this.#link)
    if (this.#session.past.isBroken && !isForced) return Promise.reject(broken())
    this.#reviving ??= this.#revive(connect).finally(() => {
      this.#reviving = undefined
    })
    return this.#reviving
  }

  async #revive(connect: Connect): Promise<AgentLink> {
    const link = await connect()
    const { sessionId, sink, place, protocol } = this.#session
    if (link.version !== protocol)
      throw rpcError('invalid_session_state', `This session is held in version ${protocol} of the protocol`)
    if (link.reopening === undefined) throw this.#breakOff('the agent cannot take a session up again')
    this.#isReplaying = true
    link.claim(sessionId, sink)
    const params = { ...place, sessionId }
    const call = { sessionId, method: link.reopening, params, deadline: this.#patience }
    try {
      return await this.#ask(link, call)
    } finally {
      // What the agent may still say of the past is for nobody.
      if (this.#link !== link) link.release(sessionId)
    }
  }

  async #ask(link: AgentLink, call: AgentCall): Promise<AgentLink> {
    let refused = 0
    for (const pause of [0, ...PAUSES]) {
      await new Promise(resolve => setTimeout(resolve, pause))
      const answer = await this.#reopen(link, call)
      if (answer === 'lost') throw rpcError('internal_error', 'The agent ended while it took the session up')
      if ('result' in answer) return link
      refused = answer.error.code
      if (refused === reasonCodes.timeout) throw this.#tired()
      if (FOR_GOOD.has(refused)) break
    }
    throw this.#breakOff(`the agent refused to take the session up (${refused})`)
  }

  #reopen(link: AgentLink, call: AgentCall): Promise<Answer | 'lost'> {
    this.#isReplaying = true
    return new Promise((resolve, reject) => {
      link.ask(call, outcome => {
        // Here, and not behind the promise: what the agent says next is new.
        this.#isReplaying = false
        try {
          if (outcome !== 'lost' && 'result' in outcome) this.#resumed(link, outcome.result)
          resolve(outcome)
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #resumed(link: AgentLink, result: unknown): void {
    this.#session.record({ type: 'opened', result })
    this.#session.record({ type: 'agent', change: 'resumed' })
    this.#link = link
  }

  /** Another try may find the agent awake. */
  #tired(): RpcError {
    const message = `The agent did not take the session up within ${this.#patience / 1_000} seconds`
    sayLastWords(this.#session, `${message}.`)
    return rpcError('timeout', message)
  }

  #breakOff(detail: string): RpcError {
    if (!this.#session.past.isBroken) this.#session.record({ type: 'agent', change: 'broken', detail })
    return broken()
  }
}

function broken(): RpcError {
  return rpcError(
    'invalid_session_state',
    'This session can be read, but cannot go on: its agent ended and could not take it up again',
    { isBroken: true },
  )
}
