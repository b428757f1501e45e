/**
 * One session that several clients share: its log, who takes part, what the agent asks, which turn runs, and the tie to
 * the agent's process. What happens is put down first; each client is told when it lasts, as far as it is for that one.
 */

import type { Id } from '@parley/acp/jsonrpc'
import type { AgentLink, AgentSink, Connect } from './agent-link.js'
import { toSink } from './agent-sink.js'
import { AgentTie } from './agent-tie.js'
import type { Answer, HubEvent } from './event.js'
import { type Fields, withoutOwnMeta } from './fields.js'
import { type Answered, Inquiry } from './inquiry.js'
import { failOpenCalls } from './last-words.js'
import type { Lend, Lender } from './lender.js'
import { Loan } from './loan.js'
import { Notebook } from './notebook.js'
import type { Past } from './past.js'
import type { Patience } from './patience.js'
import { Presence, type Present } from './presence.js'
import type { Asked } from './prompt.js'
import { type SessionFacts, toPlace } from './session-facts.js'
import type { EventLog } from './session-log.js'
import type { StoredSession } from './session-store.js'
import { tellUnkept } from './unkept.js'
import { type Participant, type Surroundings, Viewer } from './viewer.js'
import { Work } from './work.js'

/** What it takes to have a session. */
export interface SessionParts extends StoredSession {
  readonly patience: Patience
  /** Who lends its agent files and terminals, where its clients do not. */
  readonly lend?: Lend | undefined
  /** The log has failed: nothing more can happen here. */
  readonly failed: (error: unknown) => void
}

const PUT_AWAY = 'The session was put away, and this turn with it.'

export class SharedSession implements Surroundings {
  readonly facts: SessionFacts
  readonly log: EventLog
  readonly past: Past
  /** MCP servers that the agent is to use: they may hold secrets, so no log has them. */
  servers: readonly unknown[] = []
  isClosing = false
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
  readonly #notebook: Notebook

  constructor({ facts, log, past, patience, lend, failed }: SessionParts) {
    this.facts = facts
    this.log = log
    this.past = past
    this.#patience = patience
    this.#notebook = new Notebook(log, past, () => {
      this.activeAt = Date.now()
    })
    this.#presence = new Presence(facts.sessionId, () => this.#inquiry.watch())
    this.#inquiry = new Inquiry(this, this.#presence, patience)
    this.work = new Work(this, this.#inquiry)
    this.lender = lend?.(new Loan(this, this.#inquiry))
    this.#tie = new AgentTie(this, patience.agents)
    this.sink = toSink(this, this.#tie, this.#inquiry)
    log.onDurable = () => this.#presence.wakeAll()
    log.onFailed = error => {
      failed(error)
      this.work.fail()
      tellUnkept(error, log, this.#presence.viewers)
      this.showOut()
    }
  }

  /** Another object, if any, is this session now. */
  get isGone(): boolean {
    return this.#notebook.isClosed
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

  retell(viewer: Viewer, until: number): void {
    this.#inquiry.retell(viewer, until)
  }

  prompt(asked: Asked): void {
    this.isPutAway = false
    this.work.turns.ask(asked)
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
    return this.#notebook.record(event)
  }

  /** The same for what happened all the same: whoever is concerned knows why it is in no log. */
  note(event: HubEvent): void {
    this.#notebook.note(event)
  }

  reply(viewer: Viewer, request: Id, answer: Answer): void {
    this.#notebook.reply(viewer, request, answer)
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
    this.#presence.showOut()
  }

  async close(): Promise<void> {
    this.#tie.untie()
    failOpenCalls(this)
    await this.lender?.close()
    this.#notebook.isClosed = true
    const { last } = this.log
    await this.log.kept(last).catch(() => {})
    await this.#presence.untilTold(last, this.#patience.readers)
    await this.log.release()
  }
}
