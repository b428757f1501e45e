/** Carries out rules on a wire: each direction is a lane, and what is done is told to everybody who watches. */

import { boundedLine } from '@parley/acp/guard'
import type { Heading } from '@parley/acp/inspect'
import { defaultLimits } from '@parley/acp/jsonrpc'
import type { Detour, DetourMeans } from '../proxy/proxy.js'
import type { Outlet } from '../proxy/pump.js'
import { spoil } from './damage.js'
import { type Dice, makeDice, throwIn } from './dice.js'
import { Judge, type Sentence } from './judge.js'
import { Lane, type Load } from './lane.js'
import type { ChaosRule, Closing, Deed } from './rule.js'
import { type Subject, Subjects } from './subject.js'
import { WholeLines } from './whole-lines.js'

const BLANK = /^\s*$/

/** A message to which something is done. */
interface Case {
  readonly bytes: Uint8Array
  readonly subject: Subject
  readonly sentence: Sentence
}

/** A message that is held back until so many others have passed. */
interface HeldBack {
  readonly load: Load
  left: number
}

export class Chaos {
  readonly #judge: Judge
  readonly #subjects = new Subjects()
  readonly #lanes = new Map<Heading, Lane>()
  readonly #held = new Map<string, () => void>()
  #heldCount = 0
  #means: DetourMeans | undefined

  constructor(rules: readonly ChaosRule[], seed: number) {
    this.#judge = new Judge(rules, seed)
  }

  /** To be put into the way of a wire. */
  detour(means: DetourMeans): Detour {
    this.#means = means
    return (outlet, to) => {
      const lane = new Lane(outlet)
      this.#lanes.set(to, lane)
      return this.#tampered(lane, to)
    }
  }

  /** Lets a message go that was held. */
  release(id: string): void {
    this.#held.get(id)?.()
    this.#held.delete(id)
  }

  #tampered(lane: Lane, to: Heading): Outlet {
    const lines = new WholeLines(defaultLimits.messageBytes)
    const back: HeldBack[] = []
    return {
      write: bytes => {
        for (const line of lines.push(bytes))
          if (line.isPiece) lane.push(line)
          else this.#take(line.bytes, { to, lane, back })
        return lane.hasRoom
      },
      onRoom: call => lane.onRoom(call),
      end: async () => {
        const last = lines.end()
        if (last !== undefined) this.#take(last.bytes, { to, lane, back })
        for (const { load } of back.splice(0)) lane.push(load)
        // Whoever could let it go may have left: what is held goes its way.
        for (const id of [...this.#held.keys()]) this.release(id)
        await lane.end()
      },
    }
  }

  #take(
    bytes: Uint8Array,
    { to, lane, back }: { readonly to: Heading; readonly lane: Lane; readonly back: HeldBack[] },
  ): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    if (BLANK.test(text)) return lane.push({ bytes })
    const subject = this.#subjects.read(text, to)
    const sentence = this.#judge.judge(subject)
    const deed = sentence?.rule.deed
    if (sentence !== undefined && deed?.do === 'reorder') {
      this.#tell(`held back behind ${deed.by}`, { bytes, subject, sentence })
      back.push({ load: { bytes }, left: deed.by })
      return
    }
    const loads = sentence === undefined ? [{ bytes }] : this.#carryOut({ bytes, subject, sentence })
    for (const load of loads) lane.push(load)
    for (const { load } of takeDue(back)) lane.push(load)
  }

  #carryOut(message: Case): readonly Load[] {
    const { bytes, sentence } = message
    const { deed } = sentence.rule
    switch (deed.do) {
      case 'delay': {
        const ms = throwIn(deed.ms, sentence.dice)
        this.#tell(`delayed by ${ms} ms`, message)
        return [{ bytes, wait: () => pause(ms) }]
      }
      case 'duplicate':
        this.#tell(`sent ${deed.times + 1} times`, message)
        return Array.from({ length: deed.times + 1 }, () => ({ bytes }))
      case 'split':
        return this.#split(message, deed)
      case 'malform':
        this.#tell(`malformed (${deed.how})`, message)
        return [{ bytes: spoil(bytes, deed.how, sentence.dice) }]
      case 'disconnect':
        this.#tell(`disconnected (${deed.close})`, message)
        this.#disconnect(deed.close)
        return []
      case 'hold':
        return [{ bytes, wait: this.#hold(message) }]
      default:
        this.#tell('dropped', message)
        return []
    }
  }

  #split(message: Case, deed: Extract<Deed, { do: 'split' }>): readonly Load[] {
    const { bytes, sentence } = message
    const count = Math.ceil(bytes.length / deed.bytes)
    this.#tell(`split into ${count} pieces`, message)
    // Dice of its own: pauses are thrown as the pieces go, and what is judged meanwhile must not depend on how far they got.
    const dice = makeDice(Math.floor(sentence.dice() * 2 ** 32), 'split')
    return [{ bytes, parts: () => piecesOf(bytes, deed, dice) }]
  }

  #hold(message: Case): () => Promise<void> {
    const id = `h${++this.#heldCount}`
    const released = new Promise<void>(resolve => this.#held.set(id, resolve))
    this.#tell(`held as ${id}`, message)
    return () => released
  }

  #disconnect(closing: Closing): void {
    if (closing === 'kill') this.#means?.agent.signal('SIGKILL')
    else void this.#lanes.get(closing === 'stdin' ? 'agent' : 'client')?.shut()
  }

  #tell(what: string, { bytes, subject, sentence }: Case): void {
    const method = subject.method === undefined ? 'a message' : boundedLine(subject.method, 80)
    const name = subject.kind === 'answer' ? `the answer to ${method}` : method
    const session = subject.session === undefined ? '' : ` of ${boundedLine(subject.session, 60)}`
    this.#means?.note(
      `${what}: ${name}${session} to the ${subject.to}, ${bytes.length} bytes (rule ${sentence.number})`,
    )
  }
}

/** One more has passed: those that have waited for enough of them, in the order in which they came. */
function takeDue(back: HeldBack[]): readonly HeldBack[] {
  for (const each of back) each.left--
  const due = back.filter(({ left }) => left <= 0)
  if (due.length > 0) back.splice(0, back.length, ...back.filter(({ left }) => left > 0))
  return due
}

/** Made one by one: a large message has millions of them. */
function* piecesOf(
  bytes: Uint8Array,
  deed: Extract<Deed, { do: 'split' }>,
  dice: Dice,
): Generator<Load, undefined> {
  for (let at = 0; at < bytes.length; at += deed.bytes) {
    const ms = at === 0 ? 0 : throwIn(deed.ms, dice)
    yield { bytes: bytes.subarray(at, at + deed.bytes), wait: () => pause(ms) }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
