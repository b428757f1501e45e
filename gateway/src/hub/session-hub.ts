/** The gateway's hub: clients on one side, agents on the other, and sessions that outlast both. */

import type { Journal } from '@parley/acp/store'
import type { Port } from '@parley/acp/transport'
import { maySee, type SeatCaller } from '../seat/caller.js'
import { Seat } from '../seat/seat.js'
import type { SessionReport } from '../seat/surroundings.js'
import { type AgentProgram, type UpstreamReport, Upstreams } from '../upstream/upstreams.js'
import { type Patience, USUAL_PATIENCE } from './questions.js'
import { Sessions } from './sessions.js'
import type { SharedSession } from './shared-session.js'

/** What a hub is made of. */
export interface SessionHubOptions {
  /** Where sessions are kept: synced, for its clients are elsewhere. */
  readonly journal: Journal
  /** The agents, by name; the first is the one for clients that name none. */
  readonly agents: Readonly<Record<string, AgentProgram>>
  /** Whether everybody who comes is the same principal: then sessions that only the agent knows are theirs too. */
  readonly isSolitary?: boolean | undefined
  /** Sessions that a principal may have open at once; 256 unless told. */
  readonly mostSessions?: number | undefined
  /** Processes that a principal may have at once, one for each agent and kind of client; 16 unless told. */
  readonly mostProcesses?: number | undefined
  /** Milliseconds after which an agent that nobody uses is ended; ten minutes unless told. */
  readonly idleMilliseconds?: number | undefined
  /** How long questions wait while nobody is there to answer them. */
  readonly patience?: Partial<Patience> | undefined
  /** Learns what became of processes. */
  readonly onAgent?: UpstreamReport | undefined
  /** Learns who opened sessions, came to them, and answered for them. */
  readonly onSession?: SessionReport | undefined
  /** Learns of what went wrong: nothing of this is for clients. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const IDLE_MILLISECONDS = 600_000
const DRAIN_MILLISECONDS = 10_000
const CANCEL_MILLISECONDS = 5_000
const MOST_SESSIONS = 256
const MOST_PROCESSES = 16
const CLOSING = 'The gateway is closing, and this turn ends with it.'

/** Agents behind ports. */
export interface SessionHub extends AsyncDisposable {
  /** Serves a connection, until its client is gone. */
  serve(port: Port, caller: SeatCaller): void
  /** Whether there is such a session for this caller. */
  knowsSession(sessionId: string, caller: SeatCaller): Promise<boolean>
  /** Takes no more prompts, lets turns finish for so many milliseconds, then calls them off; whoever is here stays. */
  drain(milliseconds?: number): Promise<void>
  /** The same, and ends everything. */
  close(drainMilliseconds?: number): Promise<void>
}

/** Opens the hub of a gateway. */
export function sessionHub(options: SessionHubOptions): SessionHub {
  return new Hub(options)
}

class Hub implements SessionHub {
  readonly #options: SessionHubOptions
  readonly #sessions: Sessions
  readonly #upstreams: Upstreams
  readonly #seats = new Set<Seat>()
  readonly #report: (error: unknown) => void
  readonly #sweeping: NodeJS.Timeout
  #draining: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(options: SessionHubOptions) {
    this.#options = options
    this.#report = options.onError ?? (() => {})
    const patience = { ...USUAL_PATIENCE, ...options.patience }
    this.#sessions = new Sessions({ journal: options.journal, patience, failed: this.#report })
    this.#upstreams = new Upstreams({
      agents: new Map(Object.entries(options.agents)),
      mostProcesses: options.mostProcesses ?? MOST_PROCESSES,
      report: options.onAgent ?? (() => {}),
    })
    this.#sweeping = setInterval(() => void this.#sweep().catch(this.#report), this.#idle / 4).unref()
  }

  serve(port: Port, caller: SeatCaller): void {
    if (this.#draining !== undefined) return void port.close('the gateway is closing')
    const { isSolitary = false, mostSessions = MOST_SESSIONS } = this.#options
    const [sessions, upstreams] = [this.#sessions, this.#upstreams]
    const [report, note] = [this.#report, this.#options.onSession ?? (() => {})]
    const around = { sessions, upstreams, isSolitary, mostSessions, report, note }
    const seat = new Seat({ port, caller, agent: caller.agent ?? this.#usual }, around)
    this.#seats.add(seat)
    void seat.ended.then(() => this.#seats.delete(seat))
  }

  async knowsSession(sessionId: string, caller: SeatCaller): Promise<boolean> {
    if (!maySee(caller, sessionId)) return false
    if (this.#options.isSolitary) return true
    const { principal, agent = this.#usual } = caller
    return await this.#sessions.knows({ principal, agent }, sessionId)
  }

  drain(milliseconds = DRAIN_MILLISECONDS): Promise<void> {
    this.#draining ??= this.#drain(milliseconds)
    return this.#draining
  }

  close(drainMilliseconds?: number): Promise<void> {
    this.#closing ??= this.#close(drainMilliseconds)
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  get #usual(): string {
    return Object.keys(this.#options.agents)[0] ?? ''
  }

  get #idle(): number {
    return this.#options.idleMilliseconds ?? IDLE_MILLISECONDS
  }

  async #close(drainMilliseconds: number | undefined): Promise<void> {
    await this.drain(drainMilliseconds)
    const sessions = await this.#sessions.all()
    await Promise.all(sessions.map(session => this.#putAway(session)))
    await Promise.all([...this.#seats].map(seat => seat.close('the gateway is closing')))
    await this.#upstreams.close()
  }

  async #drain(milliseconds: number): Promise<void> {
    clearInterval(this.#sweeping)
    this.#sessions.isClosing = true
    const sessions = await this.#sessions.all()
    for (const session of sessions) session.isClosing = true
    const rest = Promise.all(sessions.map(session => session.untilRest()))
    await within(milliseconds, rest)
    const busy = sessions.filter(({ isBusy }) => isBusy)
    for (const session of busy) session.callOff()
    if (busy.length > 0) await within(CANCEL_MILLISECONDS, rest)
    for (const session of busy) if (session.isBusy) session.abandon(CLOSING)
  }

  async #putAway(session: SharedSession): Promise<void> {
    await within(CANCEL_MILLISECONDS, this.#sessions.putAway(session).catch(this.#report))
  }

  /** Ends processes that nobody needs, and forgets sessions that nobody looks at: both come back when asked for. */
  async #sweep(): Promise<void> {
    const sessions = await this.#sessions.all()
    const isStale = (session: SharedSession): boolean =>
      !session.isInUse && Date.now() - session.activeAt > this.#idle
    await this.#upstreams.endIdle(upstream => {
      const theirs = sessions.filter(({ link }) => link === upstream)
      if (upstream.guests.size > 0 || !theirs.every(isStale)) return false
      for (const session of theirs) session.rest()
      return true
    })
    for (const session of sessions)
      if (session.link === undefined && isStale(session)) await this.#sessions.putAway(session)
  }
}

/** Waits no longer than this. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
