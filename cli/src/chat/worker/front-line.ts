/** The line to a process at a terminal: what it says is read and checked, what it is told is packed and cut to size. */

import type { Duplex } from 'node:stream'
import { EXIT } from '../../exit-code.js'
import { readToWorker, type ToFront, type ToWorker, toFrontPacket } from '../front/message.js'
import { faultOf, PacketReader } from '../front/wire.js'

const PIECE_BYTES = 256 * 1024

interface Ears {
  hear(message: ToWorker): void
  close(): void
}

export class FrontLine {
  readonly #stream: Duplex
  readonly #closed: Promise<void>

  constructor(stream: Duplex, { hear, close }: Ears) {
    this.#stream = stream
    const packets = new PacketReader()
    let isDeaf = false
    stream.on('data', (piece: Buffer) => {
      if (isDeaf) return
      let messages: readonly ToWorker[] = []
      try {
        messages = packets.read(piece).map(readToWorker)
      } catch (error) {
        isDeaf = true
        // Whoever sits there reads why, not only that the line was closed.
        void this.end({ is: 'leave', lines: [`parley: ${faultOf(error)}.`], exitCode: EXIT.error })
      }
      for (const message of messages) hear(message)
    })
    stream.on('error', () => {})
    stream.on('end', () => stream.destroy())
    this.#closed = new Promise(resolve =>
      stream.on('close', () => {
        resolve()
        close()
      }),
    )
  }

  tell(message: ToFront): void {
    if (this.#stream.writable) this.#stream.write(toFrontPacket(message))
  }

  output(bytes: Buffer, isFull: boolean): void {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      this.tell({ is: 'output', isFull, bytes: bytes.subarray(at, at + PIECE_BYTES) })
  }

  /** A last word; the other end closes the line when it was heard. */
  async end(message: ToFront, patience = 1_000): Promise<void> {
    this.tell(message)
    const late = setTimeout(() => this.#stream.destroy(), patience)
    await this.#closed
    clearTimeout(late)
  }

  close(): void {
    this.#stream.destroy()
  }
}
