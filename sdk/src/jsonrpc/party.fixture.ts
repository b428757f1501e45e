/** One side of the model: calls, answers, notes everything that happens, and knows what must never happen. */
import { tap } from '../transport/index.js'
import type { Channel } from './channel.js'
import { Connection } from './connection.js'
import { ConnectionError, RpcError } from './error.js'
import type { Call } from './inbound.js'
import type { Message } from './message.js'

export type Conduct = 'fast' | 'slow' | 'throws' | 'rejects' | 'patient' | 'asks back' | 'unsendable'

export interface Told {
  readonly token: number
  readonly conduct: Conduct
  readonly lane?: string | undefined
}

const MOST_DEPTH = 3

const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

interface Pending {
  readonly controller: AbortController
  readonly settled: Promise<void>
}

export class Party {
  readonly flaws: string[] = []
  readonly connection: Connection
  readonly pending: Pending[] = []
  /** The tokens of notifications, and of the calls that were answered, in the order they were put on the wire. */
  readonly sent: string[] = []
  readonly #name: string
  readonly #nextToken: () => number
  readonly #started = new Set<number>()
  readonly #running = new Map<string, number>()
  readonly #last = new Map<string, number>()
  readonly #answered = new Map<string, number>()
  /** Which call the other side meant by an id: whoever stands between may have given it another. */
  readonly #tokens = new Map<string, number>()
  other: Party | undefined

  constructor(name: string, channel: Channel, nextToken: () => number) {
    this.#name = name
    this.#nextToken = nextToken
    const watched = tap(channel, (direction, message) => {
      if (direction === 'sent') this.#noteSent(message as Message)
    })
    this.connection = new Connection(watched, {
      handler: {
        request: (_method, params, call) => this.#answer(params as Told & { depth: number }, call),
        notification: (_method, params) => this.#take(params as Told),
        lane: (_method, params) => (params as Told).lane,
      },
      limits: { graceMilliseconds: 50 },
    })
  }

  call(
    conduct: Conduct,
    options: { readonly depth?: number; readonly deadline?: number } = {},
  ): Promise<void> {
    const controller = new AbortController()
    const token = this.#nextToken()
    const params = { token, conduct, depth: options.depth ?? 0 }
    let times = 0
    const once = (): void => {
      if (++times > 1) this.flaws.push(`${this.#name}: call ${token} settled ${times} times`)
    }
    const answer = this.connection.request('call', params, {
      signal: controller.signal,
      ...(options.deadline === undefined ? {} : { deadline: options.deadline }),
      onSettle: once,
    })
    const settled = answer.then(
      result => {
        this.#demand(result === token, `call ${token} was answered ${String(result)}`)
        this.#checkOrder(token)
      },
      error => {
        this.#demand(this.#mayFail(error, conduct, controller), `call ${token} (${conduct}) failed: ${error}`)
        if (error instanceof RpcError) this.#checkOrder(token)
      },
    )
    this.pending.push({ controller, settled })
    return settled
  }

  notify(conduct: Conduct, lane: string | undefined): void {
    this.connection
      .notify('tell', { token: this.#nextToken(), conduct, lane } satisfies Told)
      ?.catch(() => {})
  }

  #noteSent(message: Message): void {
    if ('method' in message) {
      const told = message.params as Partial<Told> | undefined
      if (!('id' in message) && told?.token !== undefined)
        this.sent.push(`n${told.token}${told.lane === undefined ? '' : 'l'}`)
      return
    }
    const id = String(message.id)
    const times = (this.#answered.get(id) ?? 0) + 1
    this.#answered.set(id, times)
    if (times > 1) this.flaws.push(`${this.#name}: request ${id} was answered ${times} times`)
    this.sent.push(`a${this.#tokens.get(id)}`)
  }

  /** Handlers start in the order in which the other side sent, those of a lane among themselves. */
  #noteStart({ token, lane }: Told): void {
    const key = lane ?? ''
    if ((this.#last.get(key) ?? -1) >= token)
      this.flaws.push(`${this.#name}: ${token} started out of order in "${key}"`)
    this.#last.set(key, token)
    this.#started.add(token)
  }

  #answer(told: Told & { depth: number }, call: Call): unknown {
    this.#noteStart(told)
    const { token, conduct, depth } = told
    this.#tokens.set(String(call.id), token)
    if (conduct === 'throws') throw new Error('hunter2')
    if (conduct === 'fast') return token
    if (conduct === 'unsendable') return 1n
    return this.#answerLater(token, conduct, { call, depth })
  }

  async #answerLater(
    token: number,
    conduct: Conduct,
    { call, depth }: { call: Call; depth: number },
  ): Promise<unknown> {
    if (conduct === 'asks back' && depth < MOST_DEPTH)
      await this.call(depth % 2 === 0 ? 'asks back' : 'slow', { depth: depth + 1 })
    if (conduct === 'patient' && !call.isCancelled) {
      const aborted = new Promise<void>(resolve => call.signal.addEventListener('abort', () => resolve()))
      await Promise.race([aborted, pause().then(pause).then(pause)])
    }
    await pause()
    if (conduct === 'rejects') throw new Error('hunter2')
    return token
  }

  #take(told: Told): Promise<void> | undefined {
    this.#noteStart(told)
    if (told.conduct === 'throws') throw new Error('hunter2')
    return told.conduct === 'fast' ? undefined : this.#takeLater(told)
  }

  async #takeLater({ conduct, lane }: Told): Promise<void> {
    const running = (this.#running.get(lane ?? '') ?? 0) + 1
    this.#running.set(lane ?? '', running)
    if (lane !== undefined && running > 1)
      this.flaws.push(`${this.#name}: ${running} handlers ran at once in ${lane}`)
    if (conduct === 'asks back') await this.call('slow', { depth: MOST_DEPTH })
    await pause()
    this.#running.set(lane ?? '', (this.#running.get(lane ?? '') ?? 1) - 1)
    if (conduct === 'rejects') throw new Error('hunter2')
  }

  #demand(isRight: boolean, flaw: string): void {
    if (!isRight) this.flaws.push(`${this.#name}: ${flaw}`)
  }

  /** What was sent before an answer, and waits in no lane, has been started before that answer settles. */
  #checkOrder(token: number): void {
    const sent = this.other?.sent ?? []
    const at = sent.indexOf(`a${token}`)
    for (const entry of sent.slice(0, Math.max(at, 0))) {
      const isStarted = !/^n\d+$/.test(entry) || this.#started.has(Number(entry.slice(1)))
      this.#demand(
        isStarted || this.isOver,
        `${entry} came before the answer to ${token} but was not started`,
      )
    }
  }

  /** Set by the test when this side was closed or killed: what is then unread is rightly lost. */
  isOver = false

  #mayFail(error: unknown, conduct: Conduct, controller: AbortController): boolean {
    if (controller.signal.aborted && error === controller.signal.reason) return true
    if (error instanceof ConnectionError) return error.reason !== 'invalid_answer'
    if (!(error instanceof RpcError)) return false
    if (JSON.stringify(error.data ?? '').includes('hunter2') || error.message.includes('hunter2'))
      return false
    // What stands between answers for the other side, once that is gone.
    if (error.code === -32603 && error.reason === 'closed') return this.isOver
    if (error.code === -32603)
      return conduct === 'throws' || conduct === 'rejects' || conduct === 'unsendable'
    return error.code === -32800
  }
}
