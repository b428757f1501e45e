/**
 * One end of a wire in the hands of a scenario: calls, answers and anything else, in any order, right or wrong. Writes down
 * everything that passes. Knows JSON-RPC and no method.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Entry, Heading } from '@parley/acp/inspect'
import { decode, defaultLimits, errorCodes, Malformed } from '@parley/acp/jsonrpc'
import type { Side } from '../requirement.js'
import { Arrivals, type Json, type Received } from './arrivals.js'
import type { Carried } from './carried.js'
import { LineCutter } from './line-cutter.js'
import type { Wire } from './wire.js'

/**
 * What a call came to. `silence` is how many milliseconds nobody answered, or how the peer ended instead; what is answered
 * and neither a result nor an error is an error without a code.
 */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown } }
  | { readonly silence: string }

/** What is answered to a request of the peer; `never` leaves it open. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | 'never'

/** Answers one method of the peer; must not throw. */
export type Responder = (params: Json, request: Json) => Reply | Promise<Reply>

export interface CallOptions {
  readonly id?: string | number | null
  /** Milliseconds to wait for the answer. */
  readonly within?: number
}

/** Longer than any peer needs for what takes it no thought. */
export const ANSWER_MILLISECONDS = 10_000

export class ScriptedPeer {
  /** All that passed and happened, in order: the evidence. */
  readonly entries: Entry[] = []
  readonly arrivals: Arrivals
  readonly #wire: Wire
  readonly #other: Side
  readonly #began = performance.now()
  readonly #responders = new Map<string, Responder>()
  #lastId = 0
  #stderrLines = 0

  /** `side` is the part that is played here. */
  constructor(wire: Wire, side: Side) {
    this.#wire = wire
    this.#other = side === 'agent' ? 'client' : 'agent'
    this.arrivals = new Arrivals(wire.ended)
    wire.onStderr(text => this.#addStderr(text))
    void this.#read(side)
    void wire.ended.then(detail => this.#add({ event: 'exited', detail }))
  }

  /** Milliseconds since the wire was opened. */
  get now(): number {
    return performance.now() - this.#began
  }

  /** How the peer ended, once it did. */
  get ended(): Promise<string> {
    return this.#wire.ended
  }

  /** What passed beside the messages, where there is a network between. */
  get carried(): readonly Carried[] {
    return this.#wire.carried ?? []
  }

  /** Answers this method from now on; without one, requests are answered that there is no such method. */
  answer(method: string, responder: Responder): void {
    this.#responders.set(method, responder)
  }

  /** A message, sound or not. */
  send(message: unknown): void {
    this.sendText(`${JSON.stringify(message)}\n`)
  }

  /** Anything at all; what is no line of JSON is written down as noise. */
  sendText(text: string | Uint8Array): void {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    const cutter = new LineCutter()
    for (const line of [...cutter.push(bytes), cutter.flush() ?? NO_LINE])
      if (!isBlank(line)) this.#note(this.#other, line)
    this.#wire.send(bytes)
  }

  /** The same, in pieces so small that they cut characters, each in a write of its own. */
  async sendInPieces(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.#note(this.#other, bytes.subarray(0, -1))
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      this.#wire.send(bytes.subarray(at, at + PIECE_BYTES))
      await pause(PIECE_MILLISECONDS)
    }
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params })
  }

  /** Calls the peer and waits for the answer, or for long enough. */
  async call(method: string, params: unknown, options: CallOptions = {}): Promise<Answer> {
    const id = options.id === undefined ? this.nextId() : options.id
    const answer = this.arrivals.until(
      ({ message }) => !('method' in message) && Object.is(message.id, id),
      options.within ?? ANSWER_MILLISECONDS,
    )
    this.send({ jsonrpc: '2.0', id, method, params })
    return toAnswer(await answer)
  }

  /** An id that was not used here before. */
  nextId(): number {
    return ++this.#lastId
  }

  /** No more is sent from here. */
  end(): void {
    this.#add({
      event: this.#other === 'agent' ? 'client_closed' : 'agent_closed',
      detail: 'no more is sent',
    })
    this.#wire.end()
  }

  async close(): Promise<void> {
    await this.#wire.close()
  }

  async #read(side: Heading): Promise<void> {
    for await (const { bytes } of this.#wire.lines) {
      if (isBlank(bytes)) continue
      const message = this.#note(side, bytes)
      for (const each of Array.isArray(message) ? message : [message]) if (isJson(each)) this.#take(each)
    }
    // How the peer ended says more than that it did.
    await Promise.race([this.#wire.ended, pause(EXIT_MILLISECONDS, undefined, { ref: false })])
    this.arrivals.close()
  }

  #take(message: Json): void {
    this.arrivals.add({ message, at: this.now })
    const { method, id } = message
    if (typeof method === 'string' && id !== undefined) void this.#reply(method, message)
  }

  async #reply(method: string, request: Json): Promise<void> {
    const responder = this.#responders.get(method)
    const reply =
      responder === undefined
        ? ({ error: { code: errorCodes.method_not_found, message: `Method not found: ${method}` } } as const)
        : await responder(isJson(request.params) ? request.params : {}, request)
    if (reply !== 'never') this.send({ jsonrpc: '2.0', id: request.id, ...reply })
  }

  /** Writes a line down, and returns what it says. */
  #note(to: Heading, line: Uint8Array): unknown {
    const text = decoder.decode(line)
    const message = isUtf8(line) ? decode(text, LIMITS) : NOT_TEXT
    const bytes = line.length + 1
    if (message instanceof Malformed)
      this.#add({ to, noise: message.reason, text: text.slice(0, NOISE_CHARACTERS), bytes })
    else this.#add({ to, message, bytes })
    return message
  }

  #addStderr(text: string): void {
    for (const line of text.split('\n').filter(each => each !== ''))
      if (this.#stderrLines++ < STDERR_LINES) this.#add({ stderr: line.slice(0, STDERR_CHARACTERS) })
  }

  #add(entry: DistributiveOmit<Entry, 'at'>): void {
    this.entries.push({ at: this.now, ...entry })
  }
}

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never

const EXIT_MILLISECONDS = 200
const NOISE_CHARACTERS = 500
const PIECE_BYTES = 97
const PIECE_MILLISECONDS = 15
const STDERR_LINES = 2_000
const STDERR_CHARACTERS = 2_000
const NO_LINE = new Uint8Array(0)
const decoder = new TextDecoder()
const NOT_TEXT = new Malformed('not_utf8', 'the bytes are not UTF-8')
// Whoever proves others must be able to read more than they should send.
const LIMITS = { ...defaultLimits, depth: 10_000, items: 10_000_000 }

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isBlank(line: Uint8Array): boolean {
  return line.every(byte => byte === 0x20 || byte === 0x0d || byte === 0x09)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function toAnswer(received: Received | string): Answer {
  if (typeof received === 'string') return { silence: received }
  const { result, error } = received.message
  if (isJson(error)) return { error }
  // Some write both, and null for the one that they do not mean.
  return result !== undefined && (error === undefined || error === null) ? { result } : { error: {} }
}
