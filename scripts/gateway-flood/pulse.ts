/** Somebody calm, who asks for one small thing after the other through the whole gateway and notes how long each takes. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

const PAUSE_MILLISECONDS = 2

export class Pulse {
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

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}
