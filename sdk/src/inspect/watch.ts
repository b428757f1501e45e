/** Somebody at work watching one wire: every entry becomes rows, and every message is shown to the rules. */

import type { Side } from '../protocol/index.js'
import type { Entry, EventEntry, MessageEntry } from './entry.js'
import { idOf, kindOf } from './envelope.js'
import { type Fields, isFields } from './fields.js'
import type { Finding } from './finding.js'
import { labelOf, labelOfOther } from './label.js'
import type { Onlooker } from './onlooker.js'
import { type OpenCall, OpenCalls } from './open-calls.js'
import { Places } from './places.js'
import type { Row } from './row.js'
import { isPassing, makeRow, type OpenRow, type PassingRow } from './row-maker.js'
import { RowShelf } from './row-shelf.js'
import type { Tally } from './rule.js'
import { judgeEntry, judgeReading, judgeValue } from './rules/text.js'
import { createWatchers } from './rules/watchers.js'
import { rules, rulesOfMemory } from './rules.js'
import type { Talk } from './talk.js'
import { TallyBook } from './tally-book.js'
import type { Tongue } from './tongue.js'
import { TurnClock } from './turn-clock.js'
import { type Reading, ValueReader } from './value-reader.js'

const other: Readonly<Record<Side, Side>> = { agent: 'client', client: 'agent' }

export class Watch implements Onlooker {
  readonly #talk: Talk
  readonly #forgetsRows: boolean
  readonly #rows = new RowShelf()
  readonly #book = new TallyBook(rules, this.#rows)
  readonly #clock = new TurnClock()
  readonly #reader = new ValueReader()
  readonly #places = new Places()
  // Under whom they wait for.
  readonly #calls: Readonly<Record<Side, OpenCalls>> = { agent: new OpenCalls(), client: new OpenCalls() }
  readonly #watchers: ReturnType<typeof createWatchers>
  readonly rows: readonly Row[] = this.#rows.kept
  readonly findings: readonly Finding[] = this.#book.findings
  readonly turns = this.#clock.turns
  #entries = 0
  #isBatched = false

  constructor(talk: Talk, forgetsRows: boolean) {
    this.#talk = talk
    this.#forgetsRows = forgetsRows
    this.#watchers = createWatchers(talk.facts)
  }

  get version(): 1 | 2 | undefined {
    return this.#talk.version
  }

  see(entry: Entry): readonly Row[] {
    if (this.#forgetsRows) {
      this.#rows.forget()
      this.#book.forget()
    }
    const from = this.#rows.count
    if ('message' in entry) this.#seeMessages(entry)
    else this.#seeOther(entry)
    this.#entries++
    return this.#rows.from(from)
  }

  end(): void {
    for (const watcher of this.#watchers[this.#talk.tongue.version]) watcher.end?.(this.#book)
  }

  tallies(): readonly Tally[] {
    return this.#book.tallies()
  }

  #add(kind: Row['kind'], entry: Entry): OpenRow {
    const row = makeRow(kind, { number: this.#rows.count, entry: this.#entries }, entry)
    this.#rows.add(row)
    return row
  }

  #seeOther(entry: Exclude<Entry, MessageEntry>): void {
    const row = this.#add('noise' in entry ? 'noise' : 'stderr' in entry ? 'stderr' : 'event', entry)
    row.label = labelOfOther(entry)
    if ('noise' in entry) {
      row.to = entry.to
      row.bytes = entry.bytes
      judgeEntry(entry, this.#book)
    }
    if ('event' in entry) this.#seeEvent(entry)
  }

  #seeEvent(entry: EventEntry): void {
    if (entry.event === 'omitted') this.#book.silence(rulesOfMemory)
    for (const watcher of this.#watchers[this.#talk.tongue.version]) watcher.happened?.(entry, this.#book)
  }

  #seeMessages(entry: MessageEntry): void {
    const { message, bytes } = entry
    const batch = Array.isArray(message) && message.length > 0 ? message : undefined
    const share = batch === undefined ? bytes : Math.round(bytes / batch.length)
    this.#isBatched = batch !== undefined
    for (const one of batch ?? [message]) this.#seeMessage(entry, one, share)
  }

  #seeMessage(entry: MessageEntry, message: unknown, bytes: number): void {
    const { to } = entry
    const row = this.#add('noise', entry)
    row.to = to
    row.bytes = bytes
    judgeEntry(entry, this.#book)
    if (!isFields(message)) {
      row.label = judgeValue(message, to, this.#book)
      return
    }
    row.kind = kindOf(message)
    row.id = idOf(message)
    if (!isPassing(row)) return
    if (row.kind === 'request' || row.kind === 'notification') this.#seeCall(row, message)
    else this.#seeAnswer(row, message)
  }

  #seeCall(row: PassingRow, message: Fields): void {
    const { params, method: name } = message
    const { kind, to } = row
    if (typeof name !== 'string' || (kind !== 'request' && kind !== 'notification')) return
    const tongue = name === 'initialize' && to === 'agent' ? this.#talk.offered(params) : this.#talk.tongue
    this.#book.turnTo(this.#talk.tongue.version)
    const methodRow = tongue.to[to][kind].get(name)
    const method = methodRow?.name ?? this.#places.keep(name)
    row.method = method
    row.label = labelOf(kind, name, message)
    const reading = this.#reader.params(tongue, methodRow, params)
    row.flaws = reading.flaws
    const { session, toolCall } = this.#places.placeOf(params)
    row.session = session
    row.toolCall = toolCall
    row.turn = this.#clock.note({ row, value: params, call: undefined, turnEndsBy: tongue.turnEndsBy })
    if (kind === 'request' && row.id !== undefined) {
      const { number, at, turn } = row
      const { value } = reading
      this.#calls[to].add(row.id, { row: number, at, to, method, params, value, session, toolCall, turn })
    }
    this.#show(row, { message, reading, tongue, call: undefined })
  }

  #seeAnswer(row: PassingRow, message: Fields): void {
    // What is no answer takes nothing away from the one that may still come.
    const isAnswer = row.kind !== 'noise' && row.id !== undefined
    const call = isAnswer ? this.#calls[other[row.to]].take(row.id) : undefined
    const tongue = this.#tongueOfAnswer(row, message, call)
    this.#book.turnTo(tongue.version)
    row.label = labelOf(row.kind, call?.method, message)
    const reading = this.#reader.result(tongue, message, call)
    row.flaws = reading.flaws
    if (call !== undefined) {
      row.method = call.method
      row.asked = call.row
      const request = this.#rows.at(call.row)
      if (request !== undefined) request.answer = row.number
      row.latency = row.at - call.at
      row.session = call.session ?? this.#places.placeOf(message.result).session
      row.toolCall = call.toolCall
      const turn = this.#clock.note({ row, value: message.result, call, turnEndsBy: tongue.turnEndsBy })
      row.turn = turn ?? call.turn
    }
    this.#show(row, { message, reading, tongue, call })
  }

  #tongueOfAnswer(row: OpenRow, message: Fields, call: OpenCall | undefined): Tongue {
    if (call?.method !== 'initialize' || row.kind !== 'result') return this.#talk.tongue
    const tongue = this.#talk.answering(call.params, message.result)
    this.#talk.settled(tongue, call.params, message.result)
    return tongue
  }

  #show(row: PassingRow, seen: Seen): void {
    const { message, reading, tongue, call } = seen
    const by = other[row.to]
    const { value } = reading
    const { contract } = tongue
    const { agreed } = this.#talk
    judgeReading(reading, by, this.#book)
    const isBatched = this.#isBatched
    const sighting = { row, by, message, value, askedValue: call?.value, contract, agreed, isBatched }
    for (const watcher of this.#watchers[tongue.version]) watcher.see(sighting, this.#book)
  }
}

interface Seen {
  readonly message: Fields
  readonly reading: Reading
  readonly tongue: Tongue
  readonly call: OpenCall | undefined
}
