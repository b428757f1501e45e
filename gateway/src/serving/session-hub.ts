/** The gateway's hub: clients on one side, agents on the other, and sessions that outlast both. */

import { randomUUID } from 'node:crypto'
import { rpcError } from '@parley/acp/protocol'
import type { Journal } from '@parley/acp/store'
import type { Port } from '@parley/acp/transport'
import type { Labels } from '../hub/labels.js'
import { type Patience, USUAL_PATIENCE } from '../hub/patience.js'
import { Places } from '../hub/places.js'
import type { Hold } from '../hub/prompt.js'
import type { Owner, SessionFacts } from '../hub/session-facts.js'
import { Sessions } from '../hub/sessions.js'
import type { SharedSession } from '../hub/shared-session.js'
import { within } from '../hub/within.js'
import { type Lending, type LendingOptions, openLending } from '../lending/lending.js'
import { maySee, type SeatCaller } from '../seat/caller.js'
import { Seat } from '../seat/seat.js'
import type { SessionReport } from '../seat/surroundings.js'
import type { AgentProgram } from '../upstream/launch.js'
import { type UpstreamReport, Upstreams } from '../upstream/upstreams.js'

/** What a hub is made of. */
export interface SessionHubOptions {
  /** Where sessions are kept: synced, for its clients are elsewhere. */
  readonly journal: Journal
  /** The agents, by name; the first is the one for clients that name none. There may be more of them later. */
  readonly agents: ReadonlyMap<string, AgentProgram>
  /**
   * Whether at this moment only one principal may come: if nobody else has left a session here either, those that only the
   * agent knows are that one's too.
   */
  readonly isSolitary?: (() => boolean) | undefined
  /** Sessions that a principal may have open at once; 256 unless told. */
  readonly mostSessions?: number | undefined
  /** Processes that a principal may have at once, one for each agent and kind of client; 16 unless told. */
  readonly mostProcesses?: number | undefined
  /** Milliseconds after which an agent that nobody uses is ended; ten minutes unless told. */
  readonly idleMilliseconds?: number | undefined
  /** How long questions wait while nobody is there to answer them, and how long agents and readers have. */
  readonly patience?: Partial<Patience> | undefined
  /** Agents are lent the files and terminals of this machine, by these rules: what their clients lend is not used. */
  readonly lends?: LendingOptions | undefined
  /** What people call sessions; in memory only unless told. */
  readonly labels?: Labels | undefined
  /** Learns what became of processes. */
  readonly onAgent?: UpstreamReport | undefined
  /** Told before a session of this owner is forgotten, and waited for: what opened it must not open another of its id. */
  readonly onForgetting?: ((owner: Owner, sessionId: string) => Promise<void>) | undefined
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
/** Of the prompts of a principal that run or are in line; its guests have as much again, but count for more. */
const MOST_HELD_BYTES = 32 * 1024 * 1024
const GUEST_WEIGHT = 4
const DISMISSED = 'Whoever this was done for may not come any more, and this turn ends.'
const CLOSING = 'The gateway is closing, and this turn ends with it.'

type Looker = Pick<SeatCaller, 'principal' | 'agent' | 'session' | 'scopes'>

/** Agents behind ports. */
export interface SessionHub extends AsyncDisposable {
  /** Serves a connection, until its client is gone. */
  serve(port: Port, caller: SeatCaller): void
  /** Whether there is such a session for this caller. */
  knowsSession(sessionId: string, caller: Looker): Promise<boolean>
  /** Nobody may come for this principal any more: its turns are called off, its agents ended. Its sessions are kept. */
  dismiss(principal: string): Promise<void>
  /** Takes no more prompts, lets turns and requests finish for so many milliseconds, then calls them off; whoever is here stays. */
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
  readonly #places: Places
  readonly #held = new Places(MOST_HELD_BYTES)
  readonly #hop = randomUUID()
  readonly #report: (error: unknown) => void
  readonly #patience: Patience
  readonly #sweeping: NodeJS.Timeout
  readonly #lending: Lending | undefined
  #draining: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(options: SessionHubOptions) {
    this.#options = options
    this.#report = options.onError ?? (() => {})
    this.#places = new Places(options.mostSessions ?? MOST_SESSIONS)
    this.#patience = { ...USUAL_PATIENCE, ...options.patience }
    const [journal, patience] = [options.journal, this.#patience]
    const forgetting = async (facts: SessionFacts): Promise<void> =>
      options.onForgetting?.(facts, facts.sessionId)
    this.#lending = options.lends && openLending(options.lends, this.#report)
    const lend = this.#lending?.lend
    this.#sessions = new Sessions({
      ...{ journal, patience, lend, failed: this.#report, forgetting, labels: options.labels },
    })
    this.#upstreams = new Upstreams({
      agents: options.agents,
      mostProcesses: options.mostProcesses ?? MOST_PROCESSES,
      report: options.onAgent ?? (() => {}),
    })
    this.#sweeping = setInterval(() => void this.#sweep().catch(this.#report), this.#idle / 4).unref()
  }

  serve(port: Port, caller: SeatCaller): void {
    if (this.#draining !== undefined) return void port.close('the gateway is closing')
    const [sessions, upstreams, patience] = [this.#sessions, this.#upstreams, this.#patience]
    const [report, note] = [this.#report, this.#options.onSession ?? (() => {})]
    const isAlone = (): Promise<boolean> => this.#isAlone(caller)
    const takePlace = (): (() => void) => this.#takePlace(caller)
    const hold: Hold = weight => this.#hold(caller, weight)
    const own = { hop: this.#hop, lends: this.#lending !== undefined }
    const tellAll = (sessionId: string, method: string, params: object): void =>
      this.#tellAll(seat, sessionId, { method, params })
    const around = { sessions, tellAll, upstreams, isAlone, takePlace, hold, ...own, patience, report, note }
    const seat: Seat = new Seat({ port, caller, agent: caller.agent ?? this.#usual }, around)
    this.#seats.add(seat)
    void seat.ended.then(() => this.#seats.delete(seat))
  }

  async knowsSession(sessionId: string, caller: Looker): Promise<boolean> {
    if (!maySee(caller, sessionId)) return false
    const { principal, agent = this.#usual } = caller
    return await this.#sessions.knows({ principal, agent }, sessionId)
  }

  async dismiss(principal: string): Promise<void> {
    const sessions = this.#sessions.all.filter(({ facts }) => facts.principal === principal)
    for (const session of sessions) session.isClosing = true
    await this.#callOff(sessions, DISMISSED)
    await Promise.all(sessions.map(session => this.#putAway(session)))
    await this.#upstreams.endOf(principal)
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

  #tellAll({ owner }: Seat, sessionId: string, said: { method: string; params: object }): void {
    for (const seat of this.#seats) {
      const { principal, agent } = seat.owner
      const isTheirs = principal === owner.principal && agent === owner.agent
      if (isTheirs && seat.maySee(sessionId)) seat.tellOwn(said.method, said.params)
    }
  }

  async #isAlone({ principal }: SeatCaller): Promise<boolean> {
    const { isSolitary = () => false } = this.#options
    return isSolitary() && (await this.#sessions.areAllOf(principal))
  }

  #takePlace({ principal, allowance }: SeatCaller): () => void {
    const giveBack = allowance === undefined ? this.#places.take(principal) : allowance.openSession()
    if (giveBack === undefined) throw rpcError('rate_limited', 'Too many sessions are open')
    return giveBack
  }

  /** A single one is never too much: its size was looked at when it came. */
  #hold({ principal, session }: SeatCaller, weight: number): (() => void) | undefined {
    const isGuest = session !== undefined
    const most = Math.min(isGuest ? weight * GUEST_WEIGHT : weight, MOST_HELD_BYTES)
    return this.#held.take(`${isGuest} ${principal}`, most)
  }

  get #usual(): string {
    const [first = ''] = this.#options.agents.keys()
    return first
  }

  get #idle(): number {
    return this.#options.idleMilliseconds ?? IDLE_MILLISECONDS
  }

  async #close(drainMilliseconds: number | undefined): Promise<void> {
    await this.drain(drainMilliseconds)
    await Promise.all(this.#sessions.all.map(session => this.#putAway(session)))
    await Promise.all([...this.#seats].map(seat => seat.close('the gateway is closing')))
    await this.#upstreams.close()
    await this.#lending?.close().catch(this.#report)
  }

  async #drain(milliseconds: number): Promise<void> {
    clearInterval(this.#sweeping)
    this.#sessions.isClosing = true
    const sessions = this.#sessions.all
    for (const session of sessions) session.isClosing = true
    const seats = [...this.#seats]
    const rests = sessions.map(session => session.untilRest())
    await within(milliseconds, Promise.all([...rests, ...seats.map(seat => seat.untilIdle())]))
    for (const seat of seats) seat.callOff()
    await this.#callOff(sessions, CLOSING)
  }

  /** Turns that are under way have a moment to end by themselves. */
  async #callOff(sessions: readonly SharedSession[], notice: string): Promise<void> {
    const busy = sessions.filter(({ isBusy }) => isBusy)
    for (const session of busy) session.work.callOff()
    const rest = Promise.all(busy.map(session => session.untilRest()))
    await within(CANCEL_MILLISECONDS, rest)
    for (const session of busy) if (session.isBusy) session.work.abandon(notice)
  }

  async #putAway(session: SharedSession): Promise<void> {
    await within(CANCEL_MILLISECONDS, this.#sessions.putAway(session).catch(this.#report))
  }

  /** Ends processes that nobody needs, and forgets sessions that nobody looks at: both come back when asked for. */
  async #sweep(): Promise<void> {
    const sessions = this.#sessions.all
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
