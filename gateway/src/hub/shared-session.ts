/**
 * One session that several clients share: its log, who takes part, what the agent asks, which turn runs, and the tie to
 * the agent's process. What happens is put down first; each client is told when it lasts, as far as it is for that one.
 */

import type { Id } from '@parley/acp/jsonrpc'
import type { AgentLink, Connect } from './agent-link.js'
import { AgentTie } from './agent-tie.js'
import type { Answer, HubEvent } from './event.js'
import { type Fields, isFields, withoutOwnMeta } from './fields.js'
import { forward, type Request } from './forwarding.js'
import { type Answered, Inquiry } from './inquiry.js'
import { lastWords } from './last-words.js'
import type { Past } from './past.js'
import { Presence } from './presence.js'
import type { Patience } from './questions.js'
import { toAnswer } from './refusal.js'
import { answer as toAnswerText } from './render.js'
import type { EventLog } from './session-log.js'
import { type Asked, Turns } from './turns.js'
import { type Participant, type Surroundings, Viewer } from './viewer.js'
import { UPDATE_METHOD } from './words.js'

/** What a session is from its beginning to its end. */
export interface SessionFacts {
  readonly sessionId: string
  readonly principal: string
  readonly agent: string
  readonly protocol: number
  readonly cwd: string
  readonly additionalDirectories: readonly string[] | undefined
}

/** What it takes to have a session. */
export interface SessionParts {
  readonly facts: SessionFacts
  readonly log: EventLog
  readonly past: Past
  readonly patience: Patience
  /** The log has failed: nothing more can happen here. */
  readonly failed: (session: SharedSession, error: unknown) => void
}

export class SharedSession implements Surroundings {
  readonly facts: SessionFacts
  readonly log: EventLog
  readonly past: Past
  /** MCP servers that the agent is to use: they may hold secrets, so no log has them. */
  servers: readonly unknown[] = []
  isClosing = false
  /** Another object, if any, is this session now. */
  isGone = false
  /** When somebody was last here, or something last happened. */
  activeAt = Date.now()
  readonly #presence: Presence
  readonly #inquiry: Inquiry
  readonly #turns: Turns
  readonly #tie: AgentTie
  #resting: (() => void) | undefined
  #failure: { readonly error: unknown } | undefined

  constructor({ facts, log, past, patience, failed }: SessionParts) {
    this.facts = facts
    this.log = log
    this.past = past
    this.#presence = new Presence(facts.sessionId, () => this.#inquiry.watch())
    this.#inquiry = new Inquiry(this, this.#presence, patience)
    this.#turns = new Turns(this)
    this.#tie = new AgentTie(this)
    log.onDurable = () => this.#presence.wakeAll()
    log.onFailed = error => {
      this.#failure = { error }
      failed(this, error)
      for (const viewer of this.#presence.viewers) viewer.close()
    }
  }

  get sessionId(): string {
    return this.facts.sessionId
  }

  get protocol(): number {
    return this.facts.protocol
  }

  get answersEndTurns(): boolean {
    return this.facts.protocol < 2
  }

  get isBroken(): boolean {
    return this.past.isBroken
  }

  get link(): AgentLink | undefined {
    return this.#tie.link
  }

  get failure(): { readonly error: unknown } | undefined {
    return this.#failure
  }

  /** Whether something is under way, or somebody is here. */
  get isInUse(): boolean {
    return this.isBusy || this.#presence.viewers.length > 0
  }

  get isBusy(): boolean {
    return this.#turns.isBusy || this.#inquiry.size > 0
  }

  get place(): Fields {
    const { cwd, additionalDirectories } = this.facts
    const mcpServers = this.servers
    return additionalDirectories === undefined
      ? { cwd, mcpServers }
      : { cwd, mcpServers, additionalDirectories }
  }

  /** The seat of this client here, made when it is first asked for. */
  viewerOf(participant: Participant): Viewer {
    const found = this.#presence.find(participant.seat)
    if (found !== undefined) return found
    const viewer = new Viewer(participant, this)
    this.#presence.add(viewer)
    return viewer
  }

  leave(viewer: Viewer): void {
    this.#presence.remove(viewer)
    this.activeAt = Date.now()
  }

  /** Everything that happened, then what happens: resolves when the client has been told the first part. */
  async replay(viewer: Viewer): Promise<void> {
    const until = this.log.last
    viewer.attach(0, until)
    await this.log.kept(until)
    viewer.wake()
    await viewer.caughtUp(until)
  }

  /** What happens from now on, and what the agent still asks. */
  follow(viewer: Viewer, after = this.log.last): void {
    viewer.attach(after)
    this.#inquiry.retell(viewer, after)
  }

  /** What the agent last said of its state (version 2), for somebody who was not there. */
  tellState(viewer: Viewer): void {
    if (!isFields(this.past.state)) return
    const params = { sessionId: this.sessionId, update: this.past.state }
    viewer.tell(JSON.stringify({ jsonrpc: '2.0', method: UPDATE_METHOD, params }))
  }

  prompt(asked: Asked): void {
    this.#turns.ask(asked)
  }

  cancel(params: Fields, viewer: Viewer): void {
    this.#turns.cancel(withoutOwnMeta(params))
    if (this.answersEndTurns) this.#inquiry.cancelAll(viewer)
  }

  /** Calls off the turn of this request, while it is under way. */
  giveUp(viewer: Viewer, request: Id): void {
    if (this.#turns.isUnderWay(viewer, request)) this.cancel({ sessionId: this.sessionId }, viewer)
  }

  /** Brings any other request to the agent, and its answer to whoever asked. */
  forward(request: Request): Promise<Answer> {
    return forward(this, request)
  }

  notify(method: string, params: Fields): void {
    this.#tie.link?.notify(method, withoutOwnMeta(params))
  }

  answer(viewer: Viewer, seq: number, answer: Answer): Answered | undefined {
    return this.#inquiry.answer(viewer, seq, answer)
  }

  agent(connect: Connect, isForced = false): Promise<AgentLink> {
    return this.#tie.get(connect, isForced)
  }

  /** The session is open in this process. */
  open(link: AgentLink, result: unknown): void {
    this.record({ type: 'opened', result })
    this.#tie.tie(link)
  }

  /** What the agent tells of the past goes into the log: there is none yet. */
  adopt(link: AgentLink): void {
    this.#tie.tie(link)
  }

  /** The agent has put the session away, by somebody's wish. */
  putAway(): void {
    this.#tie.untie()
    this.#turns.abandon()
    this.record({ type: 'agent', change: 'closed' })
  }

  /** The process is ended because nobody needs it: the next prompt starts another. */
  rest(): void {
    this.#tie.untie()
  }

  record(event: HubEvent): number {
    const seq = this.log.append(event)
    this.past.take(seq, event)
    this.activeAt = Date.now()
    return seq
  }

  reply(viewer: Viewer, request: Id, answer: Answer): void {
    if (!viewer.isAttached) return viewer.participant.tell(toAnswerText(request, answer))
    try {
      this.record({ type: 'reply', seat: viewer.seat, request, answer })
    } catch (error) {
      viewer.participant.tell(toAnswerText(request, toAnswer(error)))
    }
  }

  isController(viewer: Viewer): boolean {
    return this.#presence.controller === viewer
  }

  questionAt(seq: number): { readonly params: unknown } | undefined {
    return this.#inquiry.at(seq)
  }

  presenceChanged(): void {
    this.activeAt = Date.now()
    this.#presence.changed()
  }

  /** Files and terminals are asked of this client from now on. */
  giveWord(viewer: Viewer): void {
    this.#presence.giveWord(viewer)
  }

  rested(): void {
    this.#resting?.()
  }

  /** Resolves when no turn is under way. */
  async untilRest(): Promise<void> {
    while (this.#turns.isBusy)
      await new Promise<void>(resolve => {
        this.#resting = resolve
      })
  }

  /** Ends what is under way in words that people can read. */
  abandon(notice: string): void {
    const wasWorking = this.#turns.isBusy
    this.#inquiry.withdrawAll()
    const { sessionId } = this
    if (wasWorking)
      for (const update of lastWords(notice, this.answersEndTurns))
        this.record({ type: 'told', method: UPDATE_METHOD, params: { sessionId, update } })
    this.#turns.abandon()
  }

  /** The session is no more: whoever listens has nothing to hear. */
  showOut(): void {
    for (const viewer of this.#presence.viewers) viewer.close()
  }

  async close(): Promise<void> {
    this.isGone = true
    this.#tie.untie()
    const { last } = this.log
    await this.log.kept(last).catch(() => {})
    await Promise.all(this.#presence.viewers.map(viewer => viewer.caughtUp(last)))
    await this.log.release()
  }

  /** Calls off the turn, as a client would. */
  callOff(): void {
    this.#turns.cancel({ sessionId: this.sessionId })
  }

  readonly sink = {
    tell: (method: string, params: unknown): Promise<void> | undefined => {
      if (this.#tie.isReplaying || this.#failure !== undefined || this.#turns.isEcho(params)) return undefined
      this.record({ type: 'told', method, params })
      if (!this.#turns.isBusy) this.#resting?.()
      return this.log.backlog
    },
    ask: (question: Parameters<Inquiry['ask']>[0]): Promise<unknown> => this.#inquiry.ask(question),
    ended: (notice: string): void => {
      this.#tie.untie()
      this.abandon(notice)
      if (this.#failure === undefined) this.record({ type: 'agent', change: 'died' })
    },
  }
}
