/** Keeps what a session says before the client is told: in order, and held back until the journal has it. */

import type { Entry, EntryContract, SessionLog } from '../store/index.js'
import type { ChunkText } from './chunk-text.js'
import { type Said, SaidRun } from './said-run.js'
import type { Update } from './spelling.js'

/** Sends one update to the client; a promise asks its author to wait. What is written already was found to be sendable. */
export type Send = (update: Update, written?: string) => Promise<void> | undefined

/** An update with its JSON text, where it has one. */
export interface Telling {
  readonly update: Update
  readonly written?: string | undefined
  /** What it says, where it differs from its neighbours in its words alone. */
  readonly said?: Said | undefined
}

// Enough to let an author fill a batch of the journal; beyond it the author waits for what was said.
const MOST_HELD = 256

/** Updates that wait for one and the same promise of the journal. */
interface Batch {
  readonly kept: Promise<void> | undefined
  readonly tellings: Telling[]
  readonly sent: Promise<void>
}

export class Recorder {
  readonly #log: SessionLog
  readonly #send: Send
  #last: Batch | undefined
  /** What is said while the journal is busy, and is to be kept as one. */
  #run: SaidRun | undefined
  /** While the client has not caught up with what was held back. */
  #busy: Promise<void> | undefined
  #failure: unknown

  constructor(log: SessionLog, send: Send) {
    this.#log = log
    this.#send = send
  }

  /** Keeps an entry and resolves when it is kept, and everything said before it has been sent. */
  async record(entry: Entry): Promise<void> {
    this.#demandSound()
    this.#endRun()
    await this.#log.append(entry)
    await this.settled()
  }

  /** Keeps an entry, then sends the update; without an entry the update is only for the moment. The entry is the update. */
  tell(telling: Telling, entry: Entry | undefined): Promise<void> | undefined {
    const { update, written, said } = telling
    // That nothing more can be kept does not keep the client from learning that the turn is over.
    if (entry === undefined && this.#failure !== undefined) return this.#send(update, written)
    this.#demandSound()
    if (entry?.kind === 'update' && said !== undefined && this.#last !== undefined)
      return this.#gather(telling, said, entry.contract)
    if (entry !== undefined) this.#endRun()
    const kept = entry === undefined ? undefined : this.#log.append(entry, undefined, written)
    if (kept === undefined && this.#last === undefined) return this.#send(update, written)
    const batch = this.#join(kept)
    batch.tellings.push(telling)
    return batch.tellings.length < MOST_HELD ? this.#busy : this.#soon(batch)
  }

  /**
   * Keeps an entry now and sends its updates when `moment` has come; what is said meanwhile waits behind them, as it
   * stands behind them in the journal. Resolves when the entry is kept; one that is not takes only its updates with it.
   */
  async insert(entry: Entry, updates: readonly Update[], moment: Promise<void>): Promise<void> {
    this.#demandSound()
    this.#endRun()
    const kept = Promise.resolve(this.#log.append(entry))
    const forget = (): void => void batch.tellings.splice(0, updates.length)
    const batch = this.#join(kept.then(() => moment, forget))
    batch.tellings.push(...updates.map(update => ({ update })))
    await kept
  }

  /** Resolves when all that was said has been sent; rejects when it could not be kept. */
  async settled(): Promise<void> {
    this.#endRun()
    await this.#last?.sent
    this.#demandSound()
  }

  /** Gives up the right to write, behind everything that was said. */
  async release(): Promise<void> {
    this.#endRun()
    await this.#last?.sent.catch(() => {})
    await this.#log.release()
  }

  /**
   * While the journal has something in hand, words of one and the same message are gathered and kept as one entry: to
   * keep each by itself costs more than to say it. They wait no longer than they would have waited as entries.
   */
  #gather(telling: Telling, said: Said, contract: EntryContract): Promise<void> | undefined {
    const run = this.#runFor(said) ?? this.#beginRun(said.chunks, contract)
    run.add(said)
    const batch = this.#join(run.kept)
    batch.tellings.push(telling)
    if (batch.tellings.length < MOST_HELD) return this.#busy
    this.#endRun()
    return this.#soon(batch)
  }

  /** Its author waits for it, so nothing more comes that could be kept together with it. */
  #soon({ sent }: Batch): Promise<void> {
    this.#log.hasten?.()
    return sent
  }

  #runFor({ chunks, words }: Said): SaidRun | undefined {
    return this.#run?.chunks === chunks && this.#run.hasRoomFor(words) ? this.#run : undefined
  }

  #beginRun(chunks: ChunkText, contract: EntryContract): SaidRun {
    this.#endRun()
    const run = new SaidRun(chunks, contract)
    this.#run = run
    const end = (): void => {
      if (this.#run === run) this.#endRun()
    }
    Promise.resolve(this.#last?.kept).then(end, end)
    return run
  }

  #endRun(): void {
    const run = this.#run
    this.#run = undefined
    run?.keep(this.#log)
  }

  #join(kept: Promise<void> | undefined): Batch {
    const last = this.#last
    // What is not kept goes behind what is, and must not overtake it.
    if (last !== undefined && (kept === undefined || last.kept === kept)) return last
    const tellings: Telling[] = []
    const batch: Batch = { kept, tellings, sent: this.#sendAfter(last?.sent, kept, tellings) }
    batch.sent.catch(error => {
      this.#failure ??= error
    })
    this.#last = batch
    return batch
  }

  async #sendAfter(
    before: Promise<void> | undefined,
    kept: Promise<void> | undefined,
    tellings: Telling[],
  ): Promise<void> {
    await kept
    await before
    let room: Promise<void> | undefined
    // Sending may be what lets the author say more: what joins meanwhile goes out with the rest.
    for (const telling of tellings) room = this.#sendKept(telling) ?? room
    if (this.#last?.tellings === tellings) this.#last = undefined
    await this.#untilTaken(room)
  }

  /** What is kept stays kept when the client is gone: that is no failure of the journal. */
  #sendKept({ update, written }: Telling): Promise<void> | undefined {
    try {
      return this.#send(update, written)
    } catch {
      return undefined
    }
  }

  async #untilTaken(room: Promise<void> | undefined): Promise<void> {
    if (room === undefined) return
    const taken = room.catch(() => {})
    this.#busy = taken
    await taken
    if (this.#busy === taken) this.#busy = undefined
  }

  #demandSound(): void {
    if (this.#failure !== undefined) throw this.#failure
  }
}
