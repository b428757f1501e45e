/** People who are calm: each asks for one small thing after the other through the whole gateway and notes how long it takes. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** A team at work: so many at once, a hundred messages a second each. */
const PEOPLE = 20
const PAUSE_MILLISECONDS = 10
/** Twice a second: what it costs to let one in is not what is measured. */
const COMING_MILLISECONDS = 500

class Pulse {
  readonly #socket: WebSocket
  #next = 1

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async open(url: string, token: string): Promise<Pulse> {
    const headers = { authorization: `Bearer ${token}` }
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/acp`, { headers, perMessageDeflate: false })
    await once(socket, 'open')
    const pulse = new Pulse(socket)
    await pulse.#ask('initialize', { protocolVersion: 1, clientCapabilities: {} })
    return pulse
  }

  /** Milliseconds of every answer until then. */
  async measure(seconds: number): Promise<readonly number[]> {
    const until = performance.now() + seconds * 1_000
    const times: number[] = []
    while (performance.now() < until) {
      const begun = performance.now()
      await this.#ask('_flood/echo', {})
      times.push(performance.now() - begun)
      await delay(PAUSE_MILLISECONDS)
    }
    return times
  }

  close(): void {
    this.#socket.terminate()
  }

  async #ask(method: string, params: object): Promise<void> {
    const answered = once(this.#socket, 'message')
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id: this.#next++, method, params }))
    await answered
  }
}

/** When somebody came, and how many milliseconds it took until they were greeted. */
export interface Visit {
  readonly at: number
  readonly wait: number
}

/** Somebody calm who comes again and again, from where the flood comes from, and notes how long it takes to be greeted. */
export class Newcomer {
  readonly #url: string
  readonly #token: string
  #isOver = false

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  stop(): void {
    this.#isOver = true
  }

  /** Until it is stopped. */
  async keepComing(): Promise<readonly Visit[]> {
    const visits: Visit[] = []
    while (!this.#isOver) {
      const at = performance.now()
      visits.push({ at, wait: await this.#come() })
      await delay(COMING_MILLISECONDS)
    }
    return visits
  }

  /** For ever, where they are hung up on. */
  async #come(): Promise<number> {
    const begun = performance.now()
    try {
      const pulse = await Pulse.open(this.#url, this.#token)
      pulse.close()
      return performance.now() - begun
    } catch {
      return Number.POSITIVE_INFINITY
    }
  }
}

export class Company {
  readonly #pulses: readonly Pulse[]

  private constructor(pulses: readonly Pulse[]) {
    this.#pulses = pulses
  }

  static async open(url: string, token: string, isAlone: boolean): Promise<Company> {
    const pulses: Pulse[] = []
    for (let index = 0; index < (isAlone ? 1 : PEOPLE); index++) pulses.push(await Pulse.open(url, token))
    return new Company(pulses)
  }

  /** Milliseconds of every answer to any of them. */
  async measure(seconds: number): Promise<readonly number[]> {
    return (await Promise.all(this.#pulses.map(pulse => pulse.measure(seconds)))).flat()
  }

  close(): void {
    for (const pulse of this.#pulses) pulse.close()
  }
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}
