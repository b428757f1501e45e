/** Looks at every message that a target writes: its form, its shape, and what it gives away. Remembers only the contract. */
import type { Contract } from '@parley/acp/protocol'
import { BAD, type Shape, Trail } from '@parley/acp/schema'
import { MARKER } from './marker.js'
import type { Tally } from './oracles.js'
import type { Fields } from './sampler.js'

const MOST_DATA_BYTES = 4_096
/** What an error may name: the thing it is about. */
const NAMEABLE = ['sessionId', 'path', 'method']
const UNKNOWN_METHOD = -32_601
/** An author's own exception is the author's to word. */
const WORDED_BY_AUTHOR = 'handler_failed'

export interface Said {
  readonly id?: unknown
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: Fields
}

export class Inspector {
  /** What both sides have agreed on, once they have. */
  contract: Contract | undefined
  readonly #tally: Tally
  readonly #side: 'agent' | 'client'

  constructor(tally: Tally, side: 'agent' | 'client') {
    this.#tally = tally
    this.#side = side
  }

  /** The messages in a text, each of a sound form. */
  read(text: string): readonly Said[] {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // Judged below.
    }
    const all: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value]
    for (const each of all) this.#tally.demand('form', isMessage(each), () => `wrote ${text.slice(0, 200)}`)
    return all as readonly Said[]
  }

  inspectCall({ id, method = '', params }: Said): void {
    const kind = id === undefined ? 'notification' : 'request'
    const row = this.contract?.methods.find(
      row => row.name === method && row.kind === kind && row.to !== this.#side,
    )
    this.#tally.demand('shape', row !== undefined, () => `${method} is no ${kind} to be sent here`)
    this.#demandShape(row?.params, params, `the params of ${method}`)
  }

  inspectResult(method: string | undefined, result: unknown): void {
    const row = this.contract?.methods.find(
      row => row.name === method && row.kind === 'request' && row.to !== other(this.#side),
    )
    if (row !== undefined) this.#demandShape(row.result, result, `the result of ${method}`)
  }

  inspectError(error: Fields): void {
    const data = JSON.stringify(error.data ?? null)
    this.#tally.demand(
      'error',
      Number.isInteger(error.code) &&
        typeof error.message === 'string' &&
        Buffer.byteLength(data) <= MOST_DATA_BYTES,
      () => `the error ${JSON.stringify(error).slice(0, 300)}`,
    )
    // An unknown method is named to who asked for it.
    const hidden = error.code === UNKNOWN_METHOD ? ['message', ...NAMEABLE] : NAMEABLE
    const shown = JSON.stringify(error, (key, value) => (hidden.includes(key) ? undefined : value))
    this.#tally.demand('echo', !shown.includes(MARKER), () => `the error ${shown.slice(0, 300)}`)
  }

  inspectLog(line: string): void {
    let entry: Fields | undefined
    try {
      entry = JSON.parse(line)
    } catch {
      // Only log entries are written there; anything else is a warning or a stray failure.
    }
    this.#tally.demand('quiet', entry !== undefined, () => `stderr says ${line.slice(0, 500)}`)
    const isOurs = entry?.event !== WORDED_BY_AUTHOR
    const message = String(entry?.message).replaceAll(String(entry?.method), '')
    const holdsMarker = isOurs && message.includes(MARKER)
    this.#tally.demand('echo', !holdsMarker, () => `the log says ${line.slice(0, 300)}`)
  }

  #demandShape(shape: Shape | undefined, value: unknown, what: string): void {
    const trail = new Trail()
    const isSound = shape !== undefined && shape(value, trail) !== BAD && trail.flaws.length === 0
    this.#tally.demand('shape', isSound, () => `${what}: ${JSON.stringify(trail.flaws.slice(0, 3))}`)
  }
}

function other(side: 'agent' | 'client'): 'agent' | 'client' {
  return side === 'agent' ? 'client' : 'agent'
}

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { jsonrpc, id, method, params, result, error } = value as Fields
  if (jsonrpc !== '2.0') return false
  const isId = id === null || typeof id === 'string' || Number.isSafeInteger(id)
  const isCall = typeof method === 'string' && (id === undefined || isId) && typeof params !== 'string'
  const hasOne = (result === undefined) !== (error === undefined)
  return method === undefined ? isId && hasOne : isCall && result === undefined && error === undefined
}
