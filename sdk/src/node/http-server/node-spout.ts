/** An answer that goes on: text into a response of Node, a piece at a time. */

import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { HeaderFields, Spout } from '../../transport/http-server/exchange.js'
import { Outflow } from '../outflow.js'

const CANCEL = 8

export class NodeSpout implements Spout {
  readonly #response: ServerResponse | Http2ServerResponse
  readonly #outflow: Outflow
  #isClosed: boolean
  #closed: (() => void) | undefined

  constructor(response: ServerResponse | Http2ServerResponse, headers: HeaderFields, isGone: boolean) {
    this.#response = response
    this.#isClosed = isGone
    this.#outflow = new Outflow((text, done) => {
      if (!this.#isClosed) write(response, text, done)
    })
    if (isGone) return
    response.on('close', () => this.#close())
    response.writeHead(200, headers)
    // The other one has sent them already.
    if ('flushHeaders' in response) response.flushHeaders()
  }

  write(text: string): Promise<void> | undefined {
    return this.#isClosed ? undefined : this.#outflow.push(text)
  }

  whenIdle(callback: () => void): void {
    // A tick queued in a microtask runs after the last microtask: a loop of awaited writes is gathered into one.
    process.nextTick(callback)
  }

  end(): void {
    if (this.#isClosed) return
    this.#outflow.flush()
    this.#close()
    this.#response.end()
  }

  drop(): void {
    if (this.#isClosed) return
    this.#close()
    if ('stream' in this.#response) this.#response.stream.close(CANCEL)
    else this.#response.destroy()
  }

  onClosed(callback: () => void): void {
    this.#closed = callback
    if (this.#isClosed) callback()
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    // Whoever waits for room must not wait for ever; what it waits with goes nowhere.
    this.#outflow.flush()
    this.#closed?.()
  }
}

function write(
  response: ServerResponse | Http2ServerResponse,
  text: string,
  done: (error?: Error | null) => void,
): void {
  if ('stream' in response) response.write(text, 'utf8', done)
  else response.write(text, 'utf8', done)
}
