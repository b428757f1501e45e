/** Small tools to try a channel with: say something, hear everything, demand a truth. */

import { type Channel, ConnectionError } from '../jsonrpc/index.js'

/** Throws an `Error` with the claim unless it holds. */
export function demand(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new Error(`not so: ${claim}`)
}

/** Sends one notification that carries `value`. */
export function say(channel: Channel, value: unknown): Promise<void> | undefined {
  const message = { jsonrpc: '2.0', method: 'say', params: { value } } as const
  return channel.send(message, JSON.stringify(message))
}

/** Whether the work settles in time; nothing to wait for counts as settled. */
export async function settledWithin(
  work: Promise<unknown> | undefined,
  milliseconds: number,
): Promise<boolean> {
  if (work === undefined) return true
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const done = work.then(
    () => true,
    () => true,
  )
  const isSettled = await Promise.race([done, late])
  clearTimeout(timer)
  return isSettled
}

/** Reads a channel to its end and keeps what it heard. */
export class Listener {
  readonly heard: unknown[] = []
  /** Resolves when the channel's incoming is over: at its end, or because the peer died (a `ConnectionError`). */
  readonly ended: Promise<void>
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined

  constructor(channel: Channel) {
    this.ended = this.#listen(channel)
    this.ended.catch(() => {})
  }

  /** What the notifications of `say` carried, in order. */
  get said(): readonly unknown[] {
    return this.heard.map(message => (message as { params?: { value?: unknown } }).params?.value)
  }

  /** Resolves when so many messages were heard; rejects when the channel ended before. */
  async until(count: number): Promise<void> {
    if (this.heard.length >= count) return
    const enough = new Promise<void>(resolve => {
      this.#waiting = { count, resolve }
    })
    await Promise.race([enough, this.ended])
    demand(this.heard.length >= count, `${this.heard.length} of ${count} messages came before the end`)
  }

  async #listen(channel: Channel): Promise<void> {
    try {
      for await (const { messages } of channel.incoming) {
        this.heard.push(...messages)
        if (this.#waiting !== undefined && this.heard.length >= this.#waiting.count) this.#waiting.resolve()
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
    }
  }
}
