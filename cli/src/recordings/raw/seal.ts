/**
 * Seals a recording in the age format while it is written. That format knows pieces of 64 KiB, and only a whole one can be
 * opened: so that what was said can be, a piece is filled up with a blank line, which nobody reads.
 */

import type { RecordingSeal, SealedText } from '@parley/acp/node'
import type { ReadableStreamWithSize } from 'age-encryption'

/** Who can open it: those who have the identity of a recipient, or who know a passphrase. */
export type SealKeys = { readonly recipients: readonly string[] } | { readonly passphrase: string }

/** What a piece holds, and what it takes in the file. */
const PIECE_BYTES = 64 * 1024
const TAG_BYTES = 16
export const SEALED_PIECE_BYTES: number = PIECE_BYTES + TAG_BYTES

export function toSeal(keys: SealKeys): RecordingSeal {
  return {
    async begin(write) {
      const { Encrypter } = await import('age-encryption')
      const encrypter = new Encrypter()
      if ('passphrase' in keys) encrypter.setPassphrase(keys.passphrase)
      else for (const recipient of keys.recipients) encrypter.addRecipient(recipient)
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const text = new AgeText(await encrypter.encrypt(readable), writable)
      void text.carry(write)
      // The head of the file is there before the first line: whoever is killed early has begun it.
      await text.begun()
      return text
    },
  }
}

class AgeText implements SealedText {
  readonly #sealed: ReadableStreamWithSize
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  readonly #encoder = new TextEncoder()
  #taken = 0
  #settled = 0
  #written = 0
  #failure: { readonly error: unknown } | undefined
  #isOver = false
  #wake: () => void = () => {}

  constructor(sealed: ReadableStreamWithSize, writable: WritableStream<Uint8Array>) {
    this.#sealed = sealed
    this.#writer = writable.getWriter()
    this.#writer.closed.catch(() => {})
  }

  /** Until the end, or until the file takes no more. */
  async carry(write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const reader = this.#sealed.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        await write(value)
        this.#written += value.length
        this.#wake()
      }
    } catch (error) {
      this.#failure = { error }
      reader.cancel(error).catch(() => {})
    }
    this.#isOver = true
    this.#wake()
  }

  begun(): Promise<void> {
    return this.#until(() => this.#written >= this.#bytesOf(0))
  }

  async write(lines: string): Promise<void> {
    const bytes = this.#encoder.encode(lines)
    this.#taken += bytes.length
    this.#writer.write(bytes).catch(() => {})
    // The last piece stays back until there is more, also where it is whole.
    const pieces = Math.max(0, Math.ceil(this.#taken / PIECE_BYTES) - 1)
    await this.#until(() => this.#written >= this.#bytesOf(pieces))
  }

  /** Fills the piece and begins the next: that one byte is a line's end, and may be lost. */
  async settle(): Promise<void> {
    if (this.#taken === this.#settled) return
    const blanks = (PIECE_BYTES - (this.#taken % PIECE_BYTES)) % PIECE_BYTES
    await this.write(`${' '.repeat(blanks)}\n`)
    this.#settled = this.#taken
  }

  async end(): Promise<void> {
    this.#writer.close().catch(() => {})
    await this.#until(() => this.#isOver)
  }

  /** What a file takes that has so many whole pieces and not the last. */
  #bytesOf(pieces: number): number {
    return this.#sealed.size(0) - TAG_BYTES + pieces * SEALED_PIECE_BYTES
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && this.#failure === undefined)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    if (this.#failure !== undefined) throw this.#failure.error
  }
}
