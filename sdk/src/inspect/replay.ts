/**
 * One side of a recording, played again to somebody real: says what to send and when, and finds in the recording what is
 * heard. A value that is told the time; it sends nothing itself, and touches nothing.
 */

import { errorCodes } from '../jsonrpc/index.js'
import type { Side } from '../protocol/index.js'
import type { Entry } from './entry.js'
import { isFields } from './fields.js'
import { LiveIds } from './live-ids.js'
import { nameOf, type Step, sessionIn, stepsOf } from './replay-steps.js'

/** Which side, and how fast. */
export interface ReplayOptions {
  readonly as: Side
  /** Twice as fast with 2; without waiting where it is absent. */
  readonly speed?: number | undefined
}

/** Something to send. */
export interface Cue {
  readonly message: Readonly<Record<string, unknown>>
  /** Not before this. */
  readonly due: number
  /** What it is, for people. */
  readonly label: string
}

/** A recording that is being played. */
export interface Replay {
  /** What comes next, if it does not have to wait for the other side. Counts as sent when `sent` is called. */
  next(): Cue | undefined
  sent(now: number): void
  /** Finds a message in the recording; an answer where it has to have one and the recording has none. */
  hear(message: unknown, now: number): Readonly<Record<string, unknown>> | undefined
  /** Whether the other side waits for an answer that is held back. */
  readonly isOwing: boolean
  /** Goes on without what the other side does not say; false where nothing was waited for. */
  relent(): boolean
  /** Everything was said, and every answer heard. */
  readonly isOver: boolean
  /** What the other side has not said, for people. */
  readonly missing: readonly string[]
}

/** Begins to play. */
export function createReplay(entries: readonly Entry[], options: ReplayOptions): Replay {
  return new Script(stepsOf(entries), options)
}

class Script implements Replay {
  readonly #steps: readonly Step[]
  readonly #own: readonly Step[]
  readonly #theirs: readonly Step[]
  readonly #options: ReplayOptions
  readonly #ids = new LiveIds()
  /** The ids that the other side gave its requests, by those of the recording. */
  readonly #requestIds = new Map<Step, unknown>()
  readonly #lanes = new Map<string, Queue>()
  readonly #mine: Queue
  readonly #heard: Queue
  #cue: Step | undefined

  constructor(steps: readonly Step[], options: ReplayOptions) {
    this.#steps = steps
    this.#options = options
    this.#own = steps.filter(({ by }) => by === options.as)
    this.#theirs = steps.filter(({ by }) => by !== options.as)
    this.#mine = new Queue(this.#own)
    this.#heard = new Queue(this.#theirs)
    for (const [lane, all] of byLane(steps)) this.#lanes.set(lane, new Queue(all))
  }

  next(): Cue | undefined {
    const waiting = new Set<string>()
    for (const step of this.#mine.open()) {
      if (step.request?.state === 'skipped') {
        step.state = 'skipped'
        continue
      }
      if (!waiting.has(step.lane) && this.#blockers(step).length === 0) return this.#toCue(step)
      // What follows in the same session waits as well; other sessions go on.
      if (step.lane !== '') waiting.add(step.lane)
    }
    return undefined
  }

  sent(now: number): void {
    if (this.#cue === undefined) return
    // Ids that come from this side are the same again.
    this.#ids.learn(this.#cue.message, this.#ids.translate(this.#cue.message))
    this.#cue.state = 'done'
    this.#cue.doneAt = now
    this.#cue = undefined
  }

  hear(message: unknown, now: number): Readonly<Record<string, unknown>> | undefined {
    if (!isFields(message)) return undefined
    const step = typeof message.method === 'string' ? this.#find(message) : this.#findAnswer(message.id)
    if (step === undefined) return isRequest(message) ? refusal(message) : undefined
    const wasSkipped = step.state === 'skipped'
    step.state = 'done'
    step.doneAt = now
    this.#ids.learn(step.message, message)
    if (step.kind === 'request') {
      this.#requestIds.set(step, message.id)
      if (wasSkipped) this.#revive(step)
    }
    if (step.kind !== 'answer') this.#passOver(step)
    return undefined
  }

  get isOwing(): boolean {
    return this.#own.some(({ state, request }) => state === 'open' && request?.state === 'done')
  }

  relent(): boolean {
    const first = this.#own.find(({ state }) => state === 'open')
    const blockers = first === undefined ? [] : this.#blockers(first)
    const [blocker] = blockers.filter(({ by }) => by !== this.#options.as)
    if (blocker !== undefined) blocker.state = 'skipped'
    return blocker !== undefined
  }

  get isOver(): boolean {
    return (
      this.#own.every(({ state }) => state !== 'open') &&
      this.#theirs.every(({ state, kind }) => state !== 'open' || kind !== 'answer')
    )
  }

  get missing(): readonly string[] {
    return this.#theirs.filter(({ state }) => state !== 'done').map(({ kind, name }) => labelOf(kind, name))
  }

  /** What has to happen before a step, and has not. */
  #blockers(step: Step): readonly Step[] {
    const { request } = step
    if (request !== undefined && request.state === 'open') return [request]
    // Answers outside sessions wait for nothing but their question: the other side may ask in another order.
    if (request !== undefined && step.lane === '') return []
    const own = before(step, this.#lanes.get(step.lane)).filter(earlier => this.#isAwaited(earlier))
    // A client knew all earlier answers when it spoke; and a session begins with an answer that belongs to none.
    const others =
      request === undefined && this.#options.as === 'client'
        ? [
            ...before(step, this.#heard),
            ...before(step, this.#mine).filter(({ request }) => request === undefined),
          ]
        : before(step, step.lane === '' ? undefined : this.#lanes.get(''))
    return [...others.filter(({ kind, by }) => kind === 'answer' || by === this.#options.as), ...own]
  }

  /** How an agent cuts its words is its own affair; what it asks and answers has to come. */
  #isAwaited({ by, kind }: Step): boolean {
    return by === this.#options.as || this.#options.as === 'agent' || kind !== 'notification'
  }

  #toCue(step: Step): Cue {
    this.#cue = step
    const { speed } = this.#options
    const cause = this.#causeOf(step)
    const gap = cause === undefined ? 0 : step.at - cause.at
    const due = speed === undefined ? 0 : (cause?.doneAt ?? 0) + Math.max(0, gap) / speed
    const translated = this.#ids.translate(step.message)
    const message = isFields(translated) ? translated : step.message
    const { request } = step
    return {
      message: request === undefined ? message : { ...message, id: this.#requestIds.get(request) },
      due,
      label: labelOf(step.kind, step.name),
    }
  }

  /** What was said last before it, in its session or outside of all. */
  #causeOf(step: Step): Step | undefined {
    for (let place = step.place - 1; place >= 0; place--) {
      const earlier = this.#steps[place]
      if (earlier?.state === 'done' && (earlier.lane === step.lane || earlier.lane === '')) return earlier
    }
    return undefined
  }

  #find(message: Readonly<Record<string, unknown>>): Step | undefined {
    const kind = isRequest(message) ? 'request' : 'notification'
    const name = nameOf(message)
    const session = sessionIn(message.params)
    const fits = (step: Step): boolean =>
      step.kind === kind && step.name === name && this.#isLane(step.lane, session)
    for (const step of this.#heard.open()) if (fits(step)) return step
    return this.#theirs.find(step => step.state === 'skipped' && fits(step))
  }

  #isLane(recorded: string, live: string): boolean {
    const known = recorded === '' ? '' : this.#ids.of('session', recorded)
    return known === undefined ? live !== '' : known === live
  }

  #findAnswer(id: unknown): Step | undefined {
    const key = JSON.stringify(id)
    for (const step of this.#heard.open()) {
      const { kind, request } = step
      if (kind === 'answer' && request?.state === 'done' && JSON.stringify(request.message.id) === key)
        return step
    }
    return undefined
  }

  /** Whoever goes on has left out what came before. */
  #passOver(step: Step): void {
    for (const earlier of this.#heard.open()) {
      if (earlier.place >= step.place) return
      if (earlier.lane === step.lane && earlier.kind !== 'answer') earlier.state = 'skipped'
    }
  }

  /** What was passed over comes after all: it is answered after all. */
  #revive(request: Step): void {
    const answer = this.#own.find(step => step.request === request)
    if (answer === undefined) return
    answer.state = 'open'
    this.#mine.rewind()
    this.#lanes.get(answer.lane)?.rewind()
  }
}

/** Steps of which those at the beginning are soon over: they are not looked at again. */
class Queue {
  readonly #steps: readonly Step[]
  #from = 0

  constructor(steps: readonly Step[]) {
    this.#steps = steps
  }

  *open(): Iterable<Step> {
    while (this.#from < this.#steps.length && this.#steps[this.#from]?.state !== 'open') this.#from++
    for (let place = this.#from; place < this.#steps.length; place++) {
      const step = this.#steps[place]
      if (step?.state === 'open') yield step
    }
  }

  rewind(): void {
    this.#from = 0
  }
}

/** What is open of a queue and comes before a step. */
function before(step: Step, queue: Queue | undefined): readonly Step[] {
  const found: Step[] = []
  for (const earlier of queue?.open() ?? []) {
    if (earlier.place >= step.place) break
    found.push(earlier)
  }
  return found
}

function byLane(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const lanes = new Map<string, Step[]>()
  for (const step of steps) {
    const lane = lanes.get(step.lane)
    if (lane === undefined) lanes.set(step.lane, [step])
    else lane.push(step)
  }
  return lanes
}

const isRequest = (message: Readonly<Record<string, unknown>>): boolean =>
  typeof message.method === 'string' && 'id' in message

function refusal({ id }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const error = {
    code: errorCodes.method_not_found,
    message: 'The recording has no such request',
    data: { reason: 'method_not_found' },
  }
  return { jsonrpc: '2.0', id, error }
}

function labelOf(kind: Step['kind'], name: string): string {
  return kind === 'answer' ? `answer to ${name}` : name
}
