/** The channel of a crooked agent: stdin and stdout, with a fault between them and the honest agent. */

import { PassThrough, type Readable, type Writable } from 'node:stream'
import { type Channel, type Delivery, Malformed, type Outgoing } from '@parley/acp/jsonrpc'
import { nodeStream } from '@parley/acp/node'
import { lines } from '@parley/acp/transport'
import type { Json } from '../wire/arrivals.js'
import type { About, Fault, Hooks } from './fault.js'

/** Where the bytes come from and go to. */
export interface Pipes {
  readonly stdin: Readable
  readonly stdout: Writable
}

export function crookedChannel(fault: Fault, { stdin, stdout }: Pipes = process): Channel {
  const input = new PassThrough()
  const inner = lines(nodeStream(input, stdout))
  const send = (message: unknown): Promise<void> | undefined =>
    inner.send(message as Outgoing, JSON.stringify(message))
  const hooks = fault.begin({
    send: message => void send(message),
    write: bytes => void stdout.write(bytes),
    receive: message => void input.write(`${JSON.stringify(message)}\n`),
  })
  feed(stdin, input, hooks)
  const asked = new Questions()
  return {
    incoming: crookedly(inner, hooks, asked),
    send(message) {
      const about = asked.passing(message, 'out')
      let room: Promise<void> | undefined
      for (const each of hooks.outgoing?.({ ...message }, about) ?? [message]) room = send(each)
      return room
    },
    close: () => inner.close(),
  }
}

function feed(stdin: Readable, input: PassThrough, hooks: Hooks): void {
  stdin.on('data', (chunk: Uint8Array) => input.write(hooks.bytes?.(chunk) ?? chunk))
  stdin.on('end', () => {
    hooks.ended?.()
    input.end()
  })
}

/** What comes in, as the fault changes it. */
export async function* crookedly(inner: Channel, hooks: Hooks, asked: Questions): AsyncGenerator<Delivery> {
  for await (const { messages, sizes } of inner.incoming) {
    const instead = messages.flatMap(message => {
      if (!isJson(message)) return [message]
      const about = asked.passing(message, 'in')
      return hooks.incoming?.(message, about) ?? [message]
    })
    yield { messages: instead, sizes: instead.map((_, index) => sizes[index] ?? 1) }
  }
}

/** Which request an answer belongs to, in either direction. */
export class Questions {
  readonly #open = new Map<string, About>()

  passing(message: Json | Outgoing, way: 'in' | 'out'): About {
    const { id, method, params }: Json = { ...message }
    if (id === undefined) return {}
    if (typeof method === 'string') {
      this.#open.set(`${way} ${typeof id} ${id}`, { method, params: isJson(params) ? params : {} })
      return {}
    }
    return this.#open.get(`${way === 'in' ? 'out' : 'in'} ${typeof id} ${id}`) ?? {}
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Malformed)
}
