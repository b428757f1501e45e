/**
 * A wire without a process: bytes that an agent would have written, made beforehand, and a sink for what the
 * client writes. It answers the handshake, and floods a session with updates for each prompt.
 */
import type { MessageKind } from '../contestants/contestant.js'
import { codeText, sampleMessage, sessionId } from './messages.js'

export interface MemoryWire {
  /** Buffers, as a Node stream would hand them out. */
  readonly incoming: AsyncIterable<Buffer>
  write(bytes: Uint8Array): void
  end(): void
}

/** The text of a prompt to the memory wire. */
export type Flood =
  | { readonly kind: MessageKind; readonly count: number }
  | { readonly kind: 'large'; readonly chunkBytes: number }

interface ClientMessage {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly prompt?: readonly { readonly text: string }[] }
}

const readBytes = 64 * 1024

/** The large message is made here and not at its prompt, so that making it is not measured. */
export function createMemoryWire(largeBytes = 0): MemoryWire {
  const queue = new ByteQueue()
  const large = largeLine(largeBytes)
  let unfinished = ''
  const answer = (id: unknown, result: unknown) => queue.push([line({ jsonrpc: '2.0', id, result })])
  const receive = ({ id, method, params }: ClientMessage): void => {
    if (id === undefined) return
    if (method === 'initialize') answer(id, { protocolVersion: 1, agentCapabilities: {} })
    else if (method === 'session/new') answer(id, { sessionId })
    else if (method === 'session/prompt') {
      const flood: Flood = JSON.parse(params?.prompt?.[0]?.text ?? '')
      if (flood.kind !== 'large') queue.push(cutRepeated(repeatedLines(flood.kind, flood.count)))
      else queue.push(cut(large, flood.chunkBytes))
      answer(id, { stopReason: 'end_turn' })
    }
  }
  return {
    incoming: queue,
    end: () => queue.end(),
    write(bytes) {
      const lines = (unfinished + Buffer.from(bytes).toString('utf8')).split('\n')
      unfinished = lines.pop() ?? ''
      for (const text of lines) if (text !== '') receive(JSON.parse(text))
    },
  }
}

/** Hands out the pieces of one iterable after the other, each when it is asked for. */
class ByteQueue implements AsyncIterable<Buffer>, AsyncIterator<Buffer> {
  readonly #waiting: Iterator<Buffer>[] = []
  #wake = (): void => {}
  #isEnded = false

  push(pieces: Iterable<Buffer>): void {
    this.#waiting.push(pieces[Symbol.iterator]())
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return this
  }

  async next(): Promise<IteratorResult<Buffer>> {
    for (;;) {
      const result = this.#waiting[0]?.next()
      if (result !== undefined && !result.done) return result
      if (result !== undefined) this.#waiting.shift()
      else if (this.#isEnded) return { done: true, value: undefined }
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }
}

interface Repeated {
  readonly block: Buffer
  readonly totalBytes: number
}

/** Many equal lines stand for a long stream without holding it in memory. */
function repeatedLines(kind: MessageKind, count: number): Repeated {
  const one = line(sampleMessage(kind))
  const perBlock = Math.max(1, Math.floor((8 * readBytes) / one.length))
  return { block: Buffer.concat(Array.from({ length: perBlock }, () => one)), totalBytes: count * one.length }
}

// Pieces have the size a pipe is read in, so they end inside a line as they do on a real wire.
function* cutRepeated({ block, totalBytes }: Repeated): Generator<Buffer> {
  for (let sent = 0; sent < totalBytes; ) {
    const offset = sent % block.length
    const piece = block.subarray(offset, offset + Math.min(readBytes, totalBytes - sent))
    sent += piece.length
    yield piece
  }
}

function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

function largeLine(bytes: number): Buffer {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: codeText(bytes) } }
  return line({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })
}

function line(message: object): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`)
}
