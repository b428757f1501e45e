/**
 * The copy of a wire for the thread that reads it. Bounded: while that thread is behind by more than 64 MB there is no
 * room, and who carries the wire has to wait. When it dies, the wire goes on without it.
 */

import { Worker } from 'node:worker_threads'
import type { EventEntry } from '@parley/acp/inspect'
import type { FromReader, Piece, ReaderSettings, Stream } from './copy.js'

const MOST_BEHIND = 64 * 1024 * 1024
const ENOUGH_BEHIND = 32 * 1024 * 1024
const BATCH_BYTES = 256 * 1024
/** What a piece weighs beside its bytes: a flood of tiny ones is a flood, too. */
const PIECE_BYTES = 256
/** For writing down what has been read, when there is no time for more. */
const GRACE_MILLISECONDS = 5_000

export interface CopierOptions {
  readonly settings: ReaderSettings
  /** Something that people should read. */
  onRemark(text: string): void
  onRelease?(id: string): void
  /** Lines for stderr. */
  onLine?(text: string): void
}

export class Copier {
  readonly #worker: Worker
  readonly #options: CopierOptions
  readonly #started = performance.now()
  readonly #waiting = new Set<() => void>()
  #pieces: Piece[] = []
  #pieceBytes = 0
  #behind = 0
  #flushing: NodeJS.Immediate | undefined
  #isOver = false
  #isEnding = false
  readonly #ended: Promise<void>
  #open: () => void = () => {}
  /** Resolves when there is somewhere for the copy to go, or never will be. */
  readonly opened: Promise<void>

  constructor(options: CopierOptions) {
    this.#options = options
    this.#worker = new Worker(new URL('./reader.js', import.meta.url), {
      workerData: options.settings,
      stdout: true,
      // Nothing that is loaded with us for the sake of others is loaded there again.
      execArgv: [],
    })
    this.opened = new Promise(resolve => {
      this.#open = resolve
    })
    this.#ended = new Promise(resolve => {
      const end = (): void => {
        this.#isOver = true
        this.#makeRoom(this.#behind)
        this.#open()
        resolve()
      }
      this.#worker.on('message', (news: FromReader) => this.#hear(news))
      this.#worker.on('error', (error: Error) => {
        options.onRemark(`nothing more is inspected: ${error.message}. The wire goes on.`)
        end()
      })
      this.#worker.on('exit', end)
    })
  }

  /** False where the bytes that follow should wait. */
  get hasRoom(): boolean {
    return this.#isOver || this.#behind < MOST_BEHIND
  }

  /** Called when there is room again. */
  onRoom(call: () => void): void {
    this.#waiting.add(call)
  }

  /** Takes a copy; the bytes stay with whoever has them. */
  add(stream: Stream, bytes: Uint8Array): void {
    if (this.#isOver) return
    this.#push({ at: this.#now(), stream, bytes: new Uint8Array(bytes) }, bytes.length)
  }

  note(event: EventEntry['event'], detail: string): void {
    if (!this.#isOver) this.#push({ at: this.#now(), event, detail }, 0)
  }

  /**
   * Everything has passed: waits until it has been dealt with, but not for ever. What is not read by then is left out, and
   * what was read is still written. May be called again by who can wait less.
   */
  async end(patience: number): Promise<void> {
    this.#flush()
    if (!this.#isEnding) this.#worker.postMessage({ end: true })
    this.#isEnding = true
    const late = setTimeout(() => this.#worker.postMessage({ isLate: true }), patience)
    const tooLate = setTimeout(() => this.#giveUp(), patience + GRACE_MILLISECONDS)
    await this.#ended
    clearTimeout(late)
    clearTimeout(tooLate)
  }

  #giveUp(): void {
    if (this.#isOver) return
    this.#options.onRemark('what was said last may be missing from what was written down')
    void this.#worker.terminate()
  }

  #now(): number {
    return performance.now() - this.#started
  }

  #push(piece: Piece, length: number): void {
    this.#pieces.push(piece)
    this.#pieceBytes += length
    this.#behind += length + PIECE_BYTES
    if (this.#pieceBytes >= BATCH_BYTES) this.#flush()
    else this.#flushing ??= setImmediate(() => this.#flush())
  }

  #flush(): void {
    clearImmediate(this.#flushing)
    this.#flushing = undefined
    const pieces = this.#pieces
    if (pieces.length === 0 || this.#isOver) return
    this.#pieces = []
    this.#pieceBytes = 0
    const buffers = pieces.flatMap(piece => ('bytes' in piece ? [piece.bytes.buffer as ArrayBuffer] : []))
    this.#worker.postMessage({ pieces }, buffers)
  }

  #hear(news: FromReader): void {
    if ('taken' in news) this.#makeRoom(news.taken)
    else if ('opened' in news) this.#open()
    else if ('release' in news) this.#options.onRelease?.(news.release)
    else if ('remark' in news) this.#options.onRemark(news.remark)
    else if ('line' in news) this.#options.onLine?.(news.line)
  }

  #makeRoom(bytes: number): void {
    this.#behind -= bytes
    if (this.#behind > ENOUGH_BEHIND && !this.#isOver) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const call of waiting) call()
  }
}

/** What the pieces of a batch count for; both threads reckon alike. */
export function weightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + PIECE_BYTES + ('bytes' in piece ? piece.bytes.length : 0), 0)
}
