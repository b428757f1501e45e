/** The fuzzer's end of the wire to one target: everything sent is judged, everything heard is inspected and settled. */
import { Inspector, type Said } from './inspector.js'
import { judge, type Manners } from './judge.js'
import { Ledger } from './ledger.js'
import { Failure, type Tally } from './oracles.js'
import type { Random } from './random.js'
import { Record } from './record.js'
import { spell } from './spelling.js'
import { Target } from './target.js'
import { cut, type Framing, frame, framesIn, OutputReader } from './wire.js'

const PATIENCE_MILLISECONDS = 5_000
const ENDING_MILLISECONDS = 6_000
const MOST_BYTES = 300_000_000
const UNHANDLED = 86

export interface LinkOptions {
  readonly side: 'agent' | 'client'
  readonly contract: string
  readonly framing: Framing
  readonly tally: Tally
  readonly random: Random
}

export class Link {
  readonly target: Target
  readonly inspector: Inspector
  readonly record = new Record()
  readonly ledger = new Ledger()
  readonly options: LinkOptions
  /** What to do about a call of the target. */
  onCall: (call: Said) => void = () => {}
  manners: Manners
  /** Where what is owed cannot be known: only the form of messages and the ending are looked at. */
  isLenient = false
  readonly #reader = new OutputReader()
  readonly #random: Random
  readonly #awaited = new Map<unknown, (answer: Said) => void>()
  #trouble: unknown
  #raise: (error: unknown) => void = () => {}
  readonly #troubled: Promise<never>
  #written = Promise.resolve()
  #isEnding = false
  #probes = 0

  constructor(options: LinkOptions) {
    const { side, contract, framing, tally, random } = options
    this.options = options
    this.#random = random.fork()
    this.manners = { answersNoise: side === 'agent', takesBatches: false, skipsEmpty: framing === 'lines' }
    this.inspector = new Inspector(tally, side)
    this.#troubled = new Promise((_, reject) => {
      this.#raise = reject
    })
    this.#troubled.catch(() => {})
    this.target = new Target(side, [contract], chunk => this.#guard(() => this.#hear(chunk)))
    this.target.onLog(line => this.#guard(() => this.inspector.inspectLog(line)))
    void this.target.exited.then(() => this.#guard(() => this.#noticeExit()))
  }

  /** Sends one payload as a frame, in one piece or in many. */
  async send(payload: Buffer): Promise<void> {
    const { framing } = this.options
    for (const each of framesIn(payload, framing)) this.ledger.expect(judge(each, this.manners))
    this.options.tally.messages++
    await this.sendBytes(frame(payload, framing))
  }

  sendValue(value: unknown): Promise<void> {
    return this.send(Buffer.from(spell(value)))
  }

  /** Sends bytes that are no frame, or whose worth the caller knows. Frames never mix, however they are cut. */
  sendBytes(bytes: Buffer): Promise<void> {
    this.#written = this.#written.then(() => this.#write(bytes))
    return this.#written
  }

  /** Asks, and waits for the answer; fails when it takes too long. */
  async ask(id: string, method: string, params: unknown): Promise<Said> {
    const answer = new Promise<Said>(resolve => this.#awaited.set(id, resolve))
    await this.sendValue({ jsonrpc: '2.0', id, method, params })
    return this.within(answer, () => new Failure('probe', `${method} (${id}) was not answered in 5 seconds`))
  }

  /** Still there, still right, still small? */
  async probe(): Promise<void> {
    const { tally, side, contract } = this.options
    const number = ++this.#probes
    const { result, error } = await this.ask(`probe-${number}`, '_fuzz/probe', { number })
    const isRight =
      side === 'client' || this.inspector.contract === undefined
        ? Number.isInteger(error?.code)
        : (result as { number?: unknown } | undefined)?.number === number
    tally.demand('probe', isRight, () => `the probe was answered ${JSON.stringify({ result, error })}`)
    const peak = this.target.measure()
    tally.notePeak(`${side} ${contract}`, peak)
    tally.demand('memory', peak < MOST_BYTES, () => `${Math.round(peak / 1e6)} MB were resident`)
  }

  /** Waits until nothing is owed any more. */
  async settle(): Promise<void> {
    const { tally } = this.options
    await this.until(
      () => this.ledger.isSettled,
      () => new Failure('answer', this.ledger.describe()),
    )
    tally.demand('answer', true, () => '')
  }

  /** Waits for something to become true. */
  async until(isSo: () => boolean, failure: () => Failure): Promise<void> {
    const end = Date.now() + PATIENCE_MILLISECONDS
    while (!isSo()) {
      if (Date.now() > end) throw failure()
      await this.#race(pause(2))
    }
  }

  /** Ends the input and sees the target off. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.target.end()
    const { tally } = this.options
    const exit = await this.#race(Promise.race([this.target.exited, pause(ENDING_MILLISECONDS)]))
    tally.demand('quiet', exit?.code !== UNHANDLED, () => this.target.stderr)
    tally.demand('ending', exit !== undefined, () => 'it still runs 6 seconds after its input ended')
    tally.demand(
      'ending',
      exit?.code === 0,
      () => `it ended with ${JSON.stringify(exit)}: ${this.target.stderr}`,
    )
    const { remainder } = this.#reader
    tally.demand(
      'form',
      remainder === '' || this.isLenient,
      () => `its last words have no end: ${remainder.slice(0, 200)}`,
    )
  }

  /** Stops reading, as a peer that was killed would; what comes out until the end has nobody to judge it. */
  deafen(): void {
    this.#isEnding = true
    this.target.deafen()
  }

  async within<T>(work: Promise<T>, failure: () => Failure): Promise<T> {
    const winner = await this.#race(Promise.race([work, pause(PATIENCE_MILLISECONDS, failure)]))
    if (winner instanceof Failure) throw winner
    return winner as T
  }

  async #write(bytes: Buffer): Promise<void> {
    this.record.add(bytes)
    this.options.tally.bytes += bytes.length
    const pieces = cut(bytes, this.#random)
    for (const piece of pieces) {
      await this.#race(this.target.write(piece))
      // A breath between two writes makes them two reads on the other side.
      if (pieces.length > 1 && pieces.length < 8) await new Promise(resolve => setImmediate(resolve))
    }
  }

  #race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#troubled])
  }

  #hear(chunk: Buffer): void {
    for (const text of this.#reader.push(chunk))
      for (const said of this.inspector.read(text))
        if (said.method === undefined) this.#settle(said)
        else this.#takeCall(said)
  }

  #takeCall(call: Said): void {
    if (!this.isLenient) this.inspector.inspectCall(call)
    this.onCall(call)
  }

  #settle(said: Said): void {
    const { tally } = this.options
    const { method, complaint } = this.ledger.settle(said.id)
    tally.demand(
      'answer',
      complaint === undefined || this.isLenient,
      () => `${complaint}: ${JSON.stringify(said).slice(0, 300)}`,
    )
    tally.countAnswer(said.error === undefined ? 'result' : String(said.error.code))
    this.#awaited.get(said.id)?.(said)
    this.#awaited.delete(said.id)
    if (said.error === undefined) this.inspector.inspectResult(method, said.result)
    else this.inspector.inspectError(said.error)
  }

  #noticeExit(): void {
    const { tally } = this.options
    const { code, signal } = this.target.exit ?? {}
    tally.demand('quiet', code !== UNHANDLED, () => this.target.stderr)
    const how = (): string => `it ended with ${code ?? signal} while spoken to: ${this.target.stderr}`
    tally.demand('alive', this.#isEnding || (this.isLenient && code === 0), how)
  }

  #guard(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.#trouble ??= error
      this.#raise(this.#trouble)
    }
  }
}

function pause<T = undefined>(milliseconds: number, value?: () => T): Promise<T | undefined> {
  return new Promise(resolve => {
    setTimeout(() => resolve(value?.()), milliseconds).unref()
  })
}
