/** One direction of a wire on which some messages wait: those behind them wait, too, as they would in a slow pipe. */

import type { Outlet } from '../proxy/pump.js'

const MOST_WAITING = 1024 * 1024

/** Bytes, and for what they wait before they are written. */
export interface Load {
  readonly bytes: Uint8Array
  wait?(): Promise<unknown>
  /** The same bytes in pieces, each with its own wait, where they do not go at once. */
  parts?(): Iterable<Load>
}

export class Lane {
  readonly #outlet: Outlet
  readonly #loads: Load[] = []
  readonly #calls: (() => void)[] = []
  #waiting = 0
  #isRunning = false
  #isShut = false

  constructor(outlet: Outlet) {
    this.#outlet = outlet
  }

  get hasRoom(): boolean {
    return this.#waiting < MOST_WAITING
  }

  onRoom(call: () => void): void {
    if (this.hasRoom) setImmediate(call)
    else this.#calls.push(call)
  }

  push(load: Load): void {
    if (this.#isShut) return
    this.#loads.push(load)
    this.#waiting += load.bytes.length
    if (!this.#isRunning) void this.#run()
  }

  /** Closed before its time: what is still in it is lost. */
  async shut(): Promise<void> {
    if (this.#isShut) return
    this.#isShut = true
    this.#loads.length = 0
    await this.#outlet.end()
  }

  /** Everything passes first. */
  async end(): Promise<void> {
    while (this.#isRunning) await new Promise(resolve => setTimeout(resolve, 5))
    await this.shut()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (let load = this.#loads.shift(); load !== undefined; load = this.#loads.shift()) {
      for (const part of load.parts?.() ?? [load]) {
        if (this.#isShut) break
        await this.#pass(part)
      }
      this.#leave(load.bytes.length)
    }
    this.#isRunning = false
  }

  async #pass({ bytes, wait }: Load): Promise<void> {
    if (wait !== undefined) await wait()
    if (!this.#isShut && !this.#outlet.write(bytes))
      await new Promise<void>(resolve => this.#outlet.onRoom(resolve))
  }

  #leave(bytes: number): void {
    this.#waiting -= bytes
    if (this.#isShut) this.#waiting = 0
    if (this.hasRoom) for (const call of this.#calls.splice(0)) call()
  }
}
