/**
 * One session that several clients share: its log, who takes part, what the agent asks, which turn runs, and the tie to
 * the agent's process. What happens is put down first; each client is told when it lasts, as far as it is for that one.
 */

import type { Id } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { AgentLink, AgentSink, Connect } from './agent-link.js'
import { toSink } from './agent-sink.js'
import { AgentTie } from './agent-tie.js'
import type { Answer, HubEvent } from './event.js'
import { type Fields, isFields, withoutOwnMeta } from './fields.js'
import { forward, type Request } from './forwarding.js'
import { type Answered, Inquiry } from './inquiry.js'
import { failOpenCalls } from './last-words.js'
import type { Lend, Lender } from './lender.js'
import { Loan } from './loan.js'
import type { Past } from './past.js'
import type { Patience } from './patience.js'
import { Presence, type Present } from './presence.js'
import type { Asked } from './prompt.js'
import { toAnswer } from './refusal.js'
import { notify, answer as toAnswerText } from './render.js'
import { type SessionFacts, toPlace } from './session-facts.js'
import type { EventLog } from './session-log.js'
import { tellUnkept } from './unkept.js'
import { type Participant, type Surroundings, Viewer } from './viewer.js'
import { within } from './within.js'
import { UPDATE_METHOD } from './words.js'
import { Work } from './work.js'

export type { SessionFacts } from './session-facts.js'

/** What it takes to have a session. */
export interface SessionParts {
  readonly facts: SessionFacts
  readonly log: EventLog
  readonly past: Past
  readonly patience: Patience
  /** Who lends its agent files and terminals, where its clients do not. */
  readonly lend?: Lend | undefined
  /** The log has failed: nothing more can happen here. */
  readonly failed: (session: SharedSession, error: unknown) => void
}

const PUT_AWAY = 'The session was put away, and this turn with it.'

export class SharedSession implements Surroundings {
  readonly facts: SessionFacts
  readonly log: EventLog
  readonly past: Past
  /** MCP servers that the agent is to use: they may hold secrets, so no log has them. */
  servers: readonly unknown[] = []
  isClosing = false
  /** Another object, if any, is this session now. */
  isGone = false
  /** Its agent has put it away, and nobody has asked for it since. */
  isPutAway = false
  /** When somebody was last here, or something last happened. */
  activeAt = Date.now()
  readonly present = (): readonly Present[] => this.#presence.present
  readonly work: Work
  readonly lender: Lender | undefined
  readonly sink: AgentSink
  readonly #patience: Patience
  readonly #presence: Presence
  readonly #inquiry: Inquiry
  readonly #tie: AgentTie

  constructor({ facts, log, past, patience, lend, failed }: SessionParts) {
    this.facts = facts
    this.log = log
    this.past = past
    this.#patience = patience
    this.#presence = new Presence(facts.sessionId, () => this.#inquiry.watch())
    this.#inquiry = new Inquiry(this, this.#presence, patience)
    this.work = new Work(this, this.#inquiry)
    this.lender = lend?.(new Loan(this, this.#inquiry))
    this.#tie = new AgentTie(this, patience.agents)
    this.sink = toSink(this, this.#tie, this.#inquiry)
    log.onDurable = () => this.#presence.wakeAll()
    log.onFailed = error => {
      failed(this, error)
      this.work.fail()
      tellUnkept(error, log, this.#presence.viewers)
      this.showOut()
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

  get link(): AgentLink | undefined {
    return this.#tie.link
  }

  get failure(): { readonly error: unknown } | undefined {
    return this.log.failure
  }

  /** Whether something is under way, or somebody is here. */
  get isInUse(): boolean {
    return this.isBusy || this.#presence.viewers.length > 0
  }

  /** Whether its agent has put it away, and nobody takes part any more, but perhaps for this one. */
  isLeft(viewer?: Viewer): boolean {
    return this.isPutAway && !this.#presence.viewers.some(each => each.isAttached && each !== viewer)
  }

  get isBusy(): boolean {
    return this.work.isBusy
  }

  get place(): Fields {
    return toPlace(this.facts, this.servers)
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
    this.isPutAway = false
    const until = this.log.last
    viewer.attach(0, until)
    await this.log.kept(until)
    viewer.wake()
    await viewer.caughtUp(until)
  }

  /** What happens from now on, and what the agent still asks. */
  follow(viewer: Viewer, after = this.log.last): void {
    this.isPutAway = false
    viewer.attach(after)
    this.retell(viewer, after)
  }

  retell(viewer: Viewer, until: number): void {
    this.#inquiry.retell(viewer, until)
  }

  /** What the agent last said of its state (version 2), for somebody who was not there. */
  tellState(viewer: Viewer): void {
    if (!isFields(this.past.state)) return
    const params = { sessionId: this.sessionId, update: this.past.state }
    viewer.tell('state', () => notify({ method: UPDATE_METHOD, params }))
  }

  prompt(asked: Asked): void {
    this.isPutAway = false
    this.work.turns.ask(asked)
  }

  cancel(params: Fields, viewer: Viewer): void {
    this.work.cancel(withoutOwnMeta(params), viewer)
  }

  /** Calls off the turn of this request, while it is under way, and no other. */
  giveUp(viewer: Viewer, request: Id): void {
    this.work.giveUp(viewer, request)
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
    this.isPutAway = true
    this.#tie.untie()
    this.work.end(PUT_AWAY)
    this.note({ type: 'agent', change: 'closed' })
  }

  /** The process is ended because nobody needs it: the next prompt starts another. */
  rest(): void {
    this.#tie.untie()
    this.lender?.cancel()
    failOpenCalls(this)
  }

  /** Puts it down. Throws when there is no session any more, or nothing of it can be kept. */
  record(event: HubEvent): number {
    if (this.isGone) throw rpcError('session_not_found', 'There is no such session')
    const seq = this.log.append(event)
    this.past.take(seq, event)
    this.log.name(this.past.title.own)
    this.activeAt = Date.now()
    return seq
  }

  /** The same for what happened all the same: whoever is concerned knows why it is in no log. */
  note(event: HubEvent): void {
    try {
      this.record(event)
    } catch {
      // A log that has failed has said so, and a session that is gone has nobody to tell.
    }
  }

  reply(viewer: Viewer, request: Id, answer: Answer): void {
    if (!viewer.isAttached || this.isGone) return viewer.participant.tell(toAnswerText(request, answer))
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

  /** Resolves when no turn is under way. */
  untilRest(): Promise<void> {
    return this.work.untilRest()
  }

  /** The session is no more: whoever listens has nothing to hear. */
  showOut(): void {
    for (const viewer of this.#presence.viewers) viewer.close()
  }

  async close(): Promise<void> {
    this.#tie.untie()
    failOpenCalls(this)
    await this.lender?.close()
    this.isGone = true
    const { last } = this.log
    await this.log.kept(last).catch(() => {})
    const { viewers } = this.#presence
    await within(this.#patience.readers, Promise.all(viewers.map(viewer => viewer.caughtUp(last))))
    // Who does not read must not keep the others from the session.
    for (const viewer of viewers) if (viewer.cursor < last) viewer.close()
    await this.log.release()
  }
}
