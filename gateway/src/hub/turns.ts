/**
 * The prompts of a session. In version 1 one turn at a time, others refused or in line; in version 2 the agent keeps
 * its own line. A prompt lasts before the agent hears it, and one that is known by its key is not carried out again.
 */

import type { Id } from '@parley/acp/jsonrpc'
import { KEY_META } from '@parley/acp/protocol'
import { toEventId } from '@parley/acp/transport'
import type { AgentLink, Connect } from './agent-link.js'
import type { Answer, HubEvent } from './event.js'
import { type Fields, fieldOf, metaOf, withoutOwnMeta } from './fields.js'
import type { Past } from './past.js'
import { refusal, toAnswer } from './refusal.js'
import type { EventLog } from './session-log.js'
import type { Viewer } from './viewer.js'
import { BY_META, CANCEL_TURN_METHOD, PROMPT_METHOD, QUEUE_META, UPDATE_METHOD } from './words.js'

const MOST_IN_LINE = 64
const MOST_KEY_CHARACTERS = 256

/** A prompt as a client sent it. */
export interface Asked {
  readonly viewer: Viewer
  readonly request: Id
  readonly params: Fields
  /** The process that takes the session up, if none has it open. */
  readonly connect: Connect
}

/** What turns need of their session. */
export interface Stage {
  readonly sessionId: string
  readonly answersEndTurns: boolean
  readonly isClosing: boolean
  readonly log: EventLog
  readonly past: Past
  readonly link: AgentLink | undefined
  agent(connect: Connect): Promise<AgentLink>
  record(event: HubEvent): number
  reply(viewer: Viewer, request: Id, answer: Answer): void
  /** This client's prompt is carried out: whose files and terminals are used is clear. */
  giveWord(viewer: Viewer): void
  /** A turn is over. */
  rested(): void
}

interface Running {
  readonly viewer: Viewer
  readonly by: string
  /** What the agent might repeat to us. */
  readonly blocks: readonly unknown[]
  /** Requests that asked for the same once more. */
  readonly others: Pick<Asked, 'viewer' | 'request'>[]
  isCancelled: boolean
  isSent: boolean
}

const CANCELLED: Answer = { result: { stopReason: 'cancelled' } }

export class Turns {
  readonly #stage: Stage
  readonly #running = new Map<number, Running>()
  #line: Asked[] = []

  constructor(stage: Stage) {
    this.#stage = stage
  }

  get isBusy(): boolean {
    return this.#running.size > 0 || this.#stage.past.isWorking
  }

  ask(asked: Asked): void {
    const { viewer, request, params } = asked
    const { past, isClosing } = this.#stage
    const known = past.promptOf(keyOf(params))
    if (known !== undefined) return this.#again(known, asked)
    if (isClosing) return this.#refuse(asked, 'The gateway is closing')
    if (this.#line.some(each => isSame(each, asked))) return this.#takePlace(asked)
    const mustWait = this.#stage.answersEndTurns && (this.#running.size > 0 || this.#line.length > 0)
    if (!mustWait) return void this.#run(asked)
    if (metaOf(params, QUEUE_META) !== true) return this.#refuse(asked, 'A turn is under way')
    if (this.#line.length >= MOST_IN_LINE)
      return this.#stage.reply(viewer, request, refusal('rate_limited', 'Too many prompts wait'))
    this.#line.push(asked)
  }

  /** Whether the agent repeats a prompt that the gateway has shown already. */
  isEcho(params: unknown): boolean {
    const update = fieldOf(params, 'update')
    if (!this.#stage.answersEndTurns || fieldOf(update, 'sessionUpdate') !== 'user_message_chunk')
      return false
    const text = JSON.stringify(fieldOf(update, 'content'))
    return [...this.#running.values()].some(({ blocks }) =>
      blocks.some(block => JSON.stringify(block) === text),
    )
  }

  /** Somebody calls off what is under way; what is in line was never begun. */
  cancel(params: Fields): void {
    const line = this.#line
    this.#line = []
    for (const { viewer, request } of line) this.#stage.reply(viewer, request, this.#called)
    for (const running of this.#running.values()) running.isCancelled = true
    // A prompt that is still on its way must not be overtaken: it looks at the mark instead.
    this.#stage.link?.notify(CANCEL_TURN_METHOD, params)
  }

  /** Whether the prompt of this request is under way: one that is over calls off nobody else's. */
  isUnderWay(viewer: Viewer, request: Id): boolean {
    const isIt = (each: Pick<Asked, 'viewer' | 'request'>): boolean =>
      each.viewer === viewer && each.request === request
    return (
      this.#line.some(isIt) ||
      [...this.#running].some(
        ([prompt, { others }]) => viewer.requestOf(prompt) === request || others.some(isIt),
      )
    )
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
    // Asked twice under two ids: each has a right to its answer.
    else if (own !== request) this.#running.get(prompt)?.others.push({ viewer, request })
  }

  #takePlace(asked: Asked): void {
    this.#line = this.#line.map(each => (isSame(each, asked) ? asked : each))
  }

  #refuse({ viewer, request }: Asked, message: string): void {
    this.#stage.reply(viewer, request, refusal('invalid_session_state', message))
  }

  async #run(asked: Asked): Promise<void> {
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

  #begin({ viewer, request, params }: Asked): number | undefined {
    const { seat, participant } = viewer
    const by = participant.name
    let prompt: number
    try {
      prompt = this.#stage.record({ type: 'prompt', seat, by, key: keyOf(params), params })
    } catch (error) {
      this.#stage.reply(viewer, request, toAnswer(error))
      return undefined
    }
    const blocks = Array.isArray(params.prompt) ? params.prompt : []
    viewer.expect(prompt, request)
    this.#running.set(prompt, { viewer, by, blocks, others: [], isCancelled: false, isSent: false })
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
      this.#stage.record({ type: 'echo', seat, method: UPDATE_METHOD, params: { sessionId, update } })
    }
  }

  #send(prompt: number, link: AgentLink, { params }: Asked): void {
    const running = this.#running.get(prompt)
    if (running === undefined) return
    if (running.isCancelled) return this.#finish(prompt, this.#called)
    running.isSent = true
    const { sessionId, answersEndTurns } = this.#stage
    const call = { sessionId, method: PROMPT_METHOD, params: withoutOwnMeta(params), isTurn: answersEndTurns }
    link.ask(call, answer => this.#finish(prompt, answer === 'lost' ? this.#lost : answer))
  }

  #finish(prompt: number, answer: Answer): void {
    const running = this.#running.get(prompt)
    if (running === undefined) return
    this.#running.delete(prompt)
    try {
      this.#stage.record({ type: 'response', prompt, answer, by: running.by })
    } catch (error) {
      // The log has failed: who asked is told so beside it.
      const request = running.viewer.requestOf(prompt)
      if (request !== undefined) this.#stage.reply(running.viewer, request, toAnswer(error))
    }
    for (const { viewer, request } of running.others) this.#stage.reply(viewer, request, answer)
    this.#stage.rested()
    const next = this.#line.shift()
    if (next === undefined) return
    if (this.#stage.isClosing) this.#refuse(next, 'The gateway is closing')
    else void this.#run(next)
  }
}

function keyOf(params: Fields): string | undefined {
  const key = metaOf(params, KEY_META)
  return typeof key === 'string' && key.length <= MOST_KEY_CHARACTERS ? key : undefined
}

function isSame(one: Asked, other: Asked): boolean {
  const key = keyOf(one.params)
  return key !== undefined && key === keyOf(other.params)
}
