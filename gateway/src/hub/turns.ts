/**
 * The prompts of a session. In version 1 one turn at a time, others refused or in line; in version 2 the agent keeps
 * its own line. A prompt lasts before the agent hears it, and one that is known by its key is not carried out again.
 */

import type { Id } from '@parley/acp/jsonrpc'
import { toEventId } from '@parley/acp/transport'
import type { AgentLink, Connect } from './agent-link.js'
import type { Answer, HubEvent } from './event.js'
import { fieldOf, metaOf, withoutOwnMeta } from './fields.js'
import type { TurnSign } from './lender.js'
import type { Past } from './past.js'
import { type Asked, blocksOf, echoesOf, type Held, isSame, keyOf, takeRoom } from './prompt.js'
import { refusal, toAnswer } from './refusal.js'
import type { EventLog } from './session-log.js'
import type { Viewer } from './viewer.js'
import { BY_META, PROMPT_METHOD, QUEUE_META, UPDATE_METHOD } from './words.js'

const MOST_IN_LINE = 64
/** Each is an event of its own. */
const MOST_BLOCKS = 1_024
/** Who asks for the same again and again is a client that comes back, and not often. */
const MOST_OTHERS = 64

/** What turns need of their session. */
export interface Stage {
  readonly sessionId: string
  readonly answersEndTurns: boolean
  readonly isClosing: boolean
  readonly log: EventLog
  readonly past: Past
  agent(connect: Connect): Promise<AgentLink>
  record(event: HubEvent): number
  note(event: HubEvent): void
  reply(viewer: Viewer, request: Id, answer: Answer): void
  /** This client's prompt is carried out: whose files and terminals are used is clear. */
  giveWord(viewer: Viewer): void
}

interface Running {
  readonly viewer: Viewer
  readonly by: string
  /** What the agent might repeat to us; made when it first does. */
  readonly echoes: () => ReadonlySet<string>
  /** Requests that asked for the same once more. */
  readonly others: Pick<Asked, 'viewer' | 'request'>[]
  readonly letGo: () => void
  readonly sign: { isOver: boolean }
  isSent: boolean
}

const CLOSING = 'The gateway is closing'
const TOO_MUCH = refusal('rate_limited', 'Too much is under way or waits')
const CANCELLED: Answer = { result: { stopReason: 'cancelled' } }

export class Turns {
  readonly #stage: Stage
  readonly #rested: () => void
  readonly #running = new Map<number, Running>()
  #line: Held[] = []

  /** `rested` is called when a turn is over. */
  constructor(stage: Stage, rested: () => void) {
    this.#stage = stage
    this.#rested = rested
  }

  get isBusy(): boolean {
    return this.#running.size > 0 || this.#stage.past.isWorking
  }

  /** Those that are under way. */
  get signs(): readonly TurnSign[] {
    return [...this.#running.values()].map(({ sign }) => sign)
  }

  ask(asked: Asked): void {
    const { viewer, request, params } = asked
    const { past, isClosing } = this.#stage
    const known = past.promptOf(keyOf(params))
    if (known !== undefined) return this.#again(known, asked)
    if (isClosing) return this.#refuse(asked, CLOSING)
    // A past that is cut short is thrown away, and nobody's prompt may be in it.
    if (!past.isOpened) return this.#refuse(asked, 'The session is still being opened')
    if (blocksOf(params).length > MOST_BLOCKS)
      return this.#stage.reply(
        viewer,
        request,
        refusal('invalid_params', `/prompt: at most ${MOST_BLOCKS} blocks`),
      )
    const place = this.#line.find(each => isSame(each, asked))
    if (place !== undefined) return this.#takePlace(asked, place)
    const mustWait = this.#stage.answersEndTurns && (this.#running.size > 0 || this.#line.length > 0)
    if (mustWait && metaOf(params, QUEUE_META) !== true) return this.#refuse(asked, 'A turn is under way')
    const hasPlace = !mustWait || this.#line.length < MOST_IN_LINE
    const letGo = hasPlace ? takeRoom(asked) : undefined
    if (letGo === undefined) return this.#stage.reply(viewer, request, TOO_MUCH)
    if (mustWait) this.#line.push({ ...asked, letGo })
    else void this.#run({ ...asked, letGo })
  }

  /** Whether the agent repeats a prompt that the gateway has shown already. */
  isEcho(params: unknown): boolean {
    const update = fieldOf(params, 'update')
    if (!this.#stage.answersEndTurns || fieldOf(update, 'sessionUpdate') !== 'user_message_chunk')
      return false
    const text = JSON.stringify(fieldOf(update, 'content'))
    return [...this.#running.values()].some(({ echoes }) => echoes().has(text))
  }

  /** What the agent has not heard of is over at once: what is in line, and what is still on its way. */
  clear(): void {
    const line = this.#line
    this.#line = []
    for (const held of line) this.#drop(held, this.#called)
    for (const [prompt, { isSent }] of [...this.#running]) if (!isSent) this.#finish(prompt, this.#called)
  }

  /** Somebody wants this one no more, whatever the others wait for. True when the agent works on it, and must be told. */
  giveUp(viewer: Viewer, request: Id): boolean {
    const isIt = (each: Pick<Asked, 'viewer' | 'request'>): boolean =>
      each.viewer === viewer && each.request === request
    const waiting = this.#line.find(isIt)
    if (waiting !== undefined) {
      this.#line = this.#line.filter(each => each !== waiting)
      this.#drop(waiting, this.#called)
      return false
    }
    const found = [...this.#running].find(
      ([prompt, { others }]) => viewer.requestOf(prompt) === request || others.some(isIt),
    )
    if (found === undefined || found[1].isSent) return found !== undefined
    this.#finish(found[0], this.#called)
    return false
  }

  /** The agent is gone: what it worked on is over, and the clients are told why. */
  abandon(): void {
    for (const [prompt, { isSent }] of [...this.#running]) if (isSent) this.#finish(prompt, this.#lost)
  }

  get #lost(): Answer {
    if (this.#stage.answersEndTurns) return CANCELLED
    return refusal('internal_error', 'The agent ended before it took the prompt')
  }

  get #called(): Answer {
    return this.#stage.answersEndTurns ? CANCELLED : refusal('request_cancelled', 'Cancelled')
  }

  /** A prompt that is in the log already: its answer comes from there, or when it comes. */
  #again(prompt: number, { viewer, request }: Asked): void {
    const answer = this.#stage.past.prompts.get(prompt)?.answer
    if (answer !== undefined) return this.#stage.reply(viewer, request, answer)
    const own = viewer.requestOf(prompt)
    if (own === undefined) viewer.expect(prompt, request)
    if (own === undefined || own === request) return
    // Asked twice under two ids: each has a right to its answer.
    const others = this.#running.get(prompt)?.others ?? []
    if (others.length < MOST_OTHERS) others.push({ viewer, request })
    else this.#stage.reply(viewer, request, TOO_MUCH)
  }

  /** What is in line stays what it is: only who waits for it is another. */
  #takePlace({ viewer, request, connect }: Asked, place: Held): void {
    this.#line = this.#line.map(each => (each === place ? { ...place, viewer, request, connect } : each))
  }

  /** This one was not begun, and never will be. */
  #drop({ viewer, request, letGo }: Held, answer: Answer): void {
    letGo()
    this.#stage.reply(viewer, request, answer)
  }

  #refuse({ viewer, request }: Asked, message: string): void {
    this.#stage.reply(viewer, request, refusal('invalid_session_state', message))
  }

  async #run(asked: Held): Promise<void> {
    const prompt = this.#begin(asked)
    if (prompt === undefined) return
    const { log } = this.#stage
    try {
      await log.kept(log.last)
      const link = await this.#stage.agent(asked.connect)
      this.#send(prompt, link, asked)
    } catch (error) {
      this.#finish(prompt, toAnswer(error))
    }
  }

  #begin(held: Held): number | undefined {
    const { viewer, request, params, letGo } = held
    const { seat, participant } = viewer
    const by = participant.name
    let prompt: number
    try {
      prompt = this.#stage.record({ type: 'prompt', seat, by, key: keyOf(params), params })
    } catch (error) {
      this.#drop(held, toAnswer(error))
      return undefined
    }
    const blocks = blocksOf(params)
    viewer.expect(prompt, request)
    const sign = { isOver: false }
    this.#running.set(prompt, {
      ...{ viewer, by, echoes: echoesOf(blocks), others: [], letGo, sign, isSent: false },
    })
    if (this.#stage.answersEndTurns) this.#echo(prompt, viewer, blocks)
    this.#stage.giveWord(viewer)
    return prompt
  }

  #echo(prompt: number, { seat, participant }: Viewer, blocks: readonly unknown[]): void {
    const { sessionId, log } = this.#stage
    const messageId = toEventId({ epoch: log.epoch, number: prompt })
    const _meta = { [BY_META]: participant.name }
    for (const content of blocks) {
      const update = { sessionUpdate: 'user_message_chunk', content, messageId, _meta }
      this.#stage.note({ type: 'echo', seat, method: UPDATE_METHOD, params: { sessionId, update } })
    }
  }

  #send(prompt: number, link: AgentLink, { viewer, request, params }: Asked): void {
    const running = this.#running.get(prompt)
    if (running === undefined) return
    running.isSent = true
    const { sessionId, answersEndTurns } = this.#stage
    const asker = { request, ask: viewer.participant.ask }
    const call = { sessionId, method: PROMPT_METHOD, params: withoutOwnMeta(params), asker }
    link.ask({ ...call, isTurn: answersEndTurns }, answer =>
      this.#finish(prompt, answer === 'lost' ? this.#lost : answer),
    )
  }

  #finish(prompt: number, answer: Answer): void {
    const running = this.#running.get(prompt)
    if (running === undefined) return
    this.#running.delete(prompt)
    running.sign.isOver = true
    running.letGo()
    try {
      this.#stage.record({ type: 'response', prompt, answer, by: running.by })
    } catch (error) {
      // The log has failed: who asked is told so beside it.
      const request = running.viewer.requestOf(prompt)
      if (request !== undefined) this.#stage.reply(running.viewer, request, toAnswer(error))
    }
    for (const { viewer, request } of running.others) this.#stage.reply(viewer, request, answer)
    this.#rested()
    this.#goOn()
  }

  /** The next one in line that can begin; those that cannot have their answer then. */
  #goOn(): void {
    while (this.#running.size === 0) {
      const next = this.#line.shift()
      if (next === undefined) return
      if (this.#stage.isClosing) this.#drop(next, refusal('invalid_session_state', CLOSING))
      else void this.#run(next)
    }
  }
}
