/**
 * Reads a recording that comes in pieces, line by line. A line that is none harms itself alone; the header alone is needed.
 * What people leave out of one that they write by hand, times and sizes, is filled in.
 */

import { decode, defaultLimits, Malformed } from '../jsonrpc/index.js'
import type { Carrier, Entry, EventEntry, Header, NoiseEntry } from './entry.js'
import { type Fields, isFields } from './fields.js'
import type { RecordingFlaw } from './recording.js'

/** Somebody who reads a recording as it comes. */
export interface RecordingReader {
  /** The entries that are whole by now. */
  push(text: string): readonly Entry[]
  /** There is no more: the last line may lack its end. */
  end(): readonly Entry[]
  /** The header, or what is wrong with it; before it was read, that there is none. */
  readonly header: Header | RecordingFlaw
  readonly flaws: readonly RecordingFlaw[]
}

type Fault = Omit<RecordingFlaw, 'line'>

const FORMAT = 1
const CARRIERS: readonly unknown[] = ['stdio', 'websocket', 'http', 'memory'] satisfies Carrier[]
const NOISES: readonly unknown[] = [
  'parse_error',
  'too_large',
  'too_deep',
  'not_utf8',
] satisfies NoiseEntry['noise'][]
const EVENTS: readonly unknown[] = [
  'started',
  'client_closed',
  'agent_closed',
  'exited',
  'omitted',
  'injected',
  'remark',
] satisfies EventEntry['event'][]
/** Deeper than anything that is recorded as a message; whoever reads on goes down into it. */
const LIMITS = { ...defaultLimits, depth: 256, items: Number.MAX_SAFE_INTEGER }
/** Nobody watches for longer, and nobody who replays it should wait for longer. */
const LONGEST_MILLISECONDS = 1e12
/** So many are told; a file that is none of ours has a flaw in every line. */
const MOST_FLAWS = 1_000

/** Reads a recording piece by piece, so that a file of any size can be. */
export function createRecordingReader(): RecordingReader {
  const lines = new LineReader()
  let rest = ''
  return {
    push: text => {
      const entries: Entry[] = []
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const entry = lines.read(rest + text.slice(from, end), false)
        rest = ''
        from = end + 1
        if (entry !== undefined) entries.push(entry)
      }
      rest += text.slice(from)
      return entries
    },
    end: () => {
      const entry = rest === '' ? undefined : lines.read(rest, true)
      rest = ''
      return entry === undefined ? [] : [entry]
    },
    get header() {
      return lines.header
    },
    flaws: lines.flaws,
  }
}

class LineReader {
  header: Header | RecordingFlaw = { line: 1, expected: 'the header of a recording', found: 'nothing' }
  readonly flaws: RecordingFlaw[] = []
  #line = 0
  /** The time of the entry before. */
  #last = 0

  read(text: string, isLast: boolean): Entry | undefined {
    this.#line++
    if (this.#line === 1) {
      this.#readHeader(text.replace(/^\ufeff/, ''), isLast)
      return undefined
    }
    if ('line' in this.header || text.trim() === '') return undefined
    const value = parse(text, isLast)
    const entry = 'found' in value ? value : readEntry(value.value, this.#last)
    if (!('found' in entry)) {
      this.#last = entry.at
      return entry
    }
    if (this.flaws.length < MOST_FLAWS) this.flaws.push({ line: this.#line, ...entry })
    return undefined
  }

  #readHeader(text: string, isLast: boolean): void {
    const value = parse(text, isLast)
    const header = 'found' in value ? value : readHeader(value.value)
    this.header = 'found' in header ? { line: 1, ...header } : header
  }
}

function parse(text: string, isLast: boolean): { readonly value: unknown } | Fault {
  const value = decode(text, LIMITS)
  if (!(value instanceof Malformed)) return { value }
  if (value.reason === 'too_deep')
    return { expected: `a line nested no deeper than ${LIMITS.depth} levels`, found: 'a deeper one' }
  return {
    expected: 'a line of JSON',
    found: isLast ? 'a line that was cut off' : text.trim() === '' ? 'an empty line' : 'something else',
  }
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER

const isMoment = (value: unknown): value is number => isTime(value) && value <= LONGEST_MILLISECONDS

function readHeader(value: unknown): Header | Fault {
  if (!isFields(value) || !('recording' in value))
    return { expected: 'the header of a recording: {"recording":1, …}', found: kindOf(value) }
  if (value.recording !== FORMAT)
    return {
      expected: `a recording of format ${FORMAT}`,
      found: typeof value.recording === 'number' ? `format ${value.recording}` : 'no number',
    }
  const { startedAt = 0, by = 'hand', carrier = 'stdio', agent, title, redaction = 'secrets' } = value
  if (!isTime(startedAt)) return { expected: '/startedAt: a time in milliseconds', found: kindOf(startedAt) }
  if (typeof by !== 'string') return { expected: '/by: a text', found: kindOf(by) }
  if (!isCarrier(carrier)) return { expected: `/carrier: ${CARRIERS.join(', ')}`, found: kindOf(carrier) }
  const words = Array.isArray(agent) ? agent.filter(word => typeof word === 'string') : undefined
  return {
    recording: FORMAT,
    startedAt,
    by,
    carrier,
    ...(words === undefined ? {} : { agent: words }),
    ...(typeof title === 'string' ? { title } : {}),
    redaction: redaction === 'contents' || redaction === 'none' ? redaction : 'secrets',
  }
}

const isCarrier = (value: unknown): value is Carrier => CARRIERS.includes(value)
const isNoise = (value: unknown): value is NoiseEntry['noise'] => NOISES.includes(value)
const isEvent = (value: unknown): value is EventEntry['event'] => EVENTS.includes(value)

/** An entry; without a time it is of the same moment as the one before, without a size it has that of its text. */
function readEntry(value: unknown, last: number): Entry | Fault {
  if (!isFields(value)) return { expected: 'an entry', found: kindOf(value) }
  const { at = last } = value
  if (!isMoment(at)) return { expected: '/at: milliseconds, no more than thirty years', found: kindOf(at) }
  if ('stderr' in value)
    return typeof value.stderr === 'string'
      ? { at, stderr: value.stderr }
      : { expected: '/stderr: a text', found: kindOf(value.stderr) }
  if ('event' in value) return readEvent(value, at)
  return readPassing(value, at)
}

function readEvent({ event, detail = '' }: Fields, at: number): Entry | Fault {
  if (!isEvent(event)) return { expected: `/event: ${EVENTS.join(', ')}`, found: kindOf(event) }
  if (typeof detail !== 'string') return { expected: '/detail: a text', found: kindOf(detail) }
  return { at, event, detail }
}

function readPassing(value: Fields, at: number): Entry | Fault {
  const { to, noise, text = '' } = value
  if (to !== 'agent' && to !== 'client') return { expected: '/to: agent or client', found: kindOf(to) }
  if ('message' in value) {
    const { message, bytes } = value
    return { at, to, message, bytes: isTime(bytes) ? bytes : sizeOf(message) }
  }
  if (!isNoise(noise)) return { expected: '/message, /noise, /stderr or /event', found: 'none of them' }
  if (typeof text !== 'string') return { expected: '/text: a text', found: kindOf(text) }
  return { at, to, noise, text, bytes: isTime(value.bytes) ? value.bytes : text.length }
}

const sizeOf = (message: unknown): number => new TextEncoder().encode(JSON.stringify(message)).length

/** What a value is, and nothing of it. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'another text' : `a value of type ${typeof value}`
}
