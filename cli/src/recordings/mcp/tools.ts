/** What an agent may ask of the recordings. Every answer is bounded, and says how to go on. */

import { boundedLine } from '@parley/acp/guard'
import { compareRecordings, type Row } from '@parley/acp/inspect'
import { demandTest, toPlainLine } from '../../inspect/timeline/plain.js'
import { type Library, textOf } from './library.js'

type Args = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly about: string
  readonly schema: { readonly properties: Readonly<Record<string, object>>; readonly required?: string[] }
  call(args: Args, library: Library): Promise<unknown>
}

const RECORDING = { type: 'string', description: 'A name from list_recordings, its beginning, or "last"' }
const OFFSET = { type: 'integer', minimum: 0, description: 'How many to leave out first' }
const LIMIT = { type: 'integer', minimum: 1, maximum: 500, description: 'How many at most' }
const USUAL_LIMIT = 100
const EXCERPT = 120
const MESSAGE_CHARACTERS = 20_000

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

export const TOOLS: readonly Tool[] = [
  {
    name: 'list_recordings',
    about: 'Which recordings there are, the latest first: agent, time, messages, findings, size.',
    schema: { properties: { limit: LIMIT } },
    call: async ({ limit }, library) => library.list(count(limit, 20)),
  },
  {
    name: 'read_timeline',
    about:
      'The rows of a recording in order, one line each: number, time, direction, kind, method, session, label, latency, size, faults. Filter by words and fields, such as: session/update is:broken -kind:stderr latency:>500',
    schema: {
      properties: { recording: RECORDING, filter: { type: 'string' }, offset: OFFSET, limit: LIMIT },
      required: ['recording'],
    },
    async call({ recording, filter, offset, limit }, library) {
      const { onlooker } = await library.open(text(recording))
      const rows = onlooker.rows.filter(demandTest(text(filter) === '' ? undefined : text(filter)))
      return page(rows, { offset, limit }, row => `${row.number} ${toPlainLine(row)}`)
    },
  },
  {
    name: 'read_message',
    about: 'One row of a recording with what was said, whole where it is not too long.',
    schema: {
      properties: { recording: RECORDING, row: { type: 'integer', minimum: 0 }, offset: OFFSET },
      required: ['recording', 'row'],
    },
    async call({ recording, row, offset }, library) {
      const { onlooker, recording: read } = await library.open(text(recording))
      const found = onlooker.rows[count(row, -1)]
      if (found === undefined) throw new Error(`there are rows 0 to ${onlooker.rows.length - 1}`)
      const entry = read.entries[found.entry]
      const whole = JSON.stringify(entry)
      const from = count(offset, 0)
      if (whole.length <= MESSAGE_CHARACTERS && from === 0) return { row: found, entry }
      const part = whole.slice(from, from + MESSAGE_CHARACTERS)
      return { row: found, part, characters: whole.length, next: nextOf(from + part.length, whole.length) }
    },
  },
  {
    name: 'list_findings',
    about:
      'What breaks the schema or a rule of the protocol, by whom, in which row; and how many rules were applied.',
    schema: {
      properties: {
        recording: RECORDING,
        weight: { type: 'string', enum: ['must', 'should', 'note'] },
        ...{ offset: OFFSET, limit: LIMIT },
      },
      required: ['recording'],
    },
    async call({ recording, weight, offset, limit }, library) {
      const { onlooker } = await library.open(text(recording))
      const findings = onlooker.findings.filter(each => weight === undefined || each.weight === weight)
      const applied = onlooker.tallies().filter(({ looked }) => looked > 0).length
      return { applied, ...page(findings, { offset, limit }, each => each) }
    },
  },
  {
    name: 'turn_timings',
    about:
      'How long each turn took: until something was heard, until the first words, tools, questions, silences.',
    schema: { properties: { recording: RECORDING, offset: OFFSET, limit: LIMIT }, required: ['recording'] },
    async call({ recording, offset, limit }, library) {
      const { onlooker } = await library.open(text(recording))
      return page(onlooker.turns, { offset, limit }, each => each)
    },
  },
  {
    name: 'compare_recordings',
    about:
      'What two recordings say otherwise. Ids and times count as the same where they play the same part.',
    schema: {
      properties: { left: RECORDING, right: RECORDING, offset: OFFSET, limit: LIMIT },
      required: ['left', 'right'],
    },
    async call({ left, right, offset, limit }, library) {
      const { recording: mine } = await library.open(text(left))
      const { recording: other } = await library.open(text(right))
      return page(compareRecordings(mine.entries, other.entries), { offset, limit }, each => each)
    },
  },
  {
    name: 'search_text',
    about: 'Rows in which a text stands, in a message, on stderr or in noise, with what is around it.',
    schema: {
      properties: {
        recording: RECORDING,
        text: { type: 'string', minLength: 1 },
        offset: OFFSET,
        limit: LIMIT,
      },
      required: ['recording', 'text'],
    },
    async call({ recording, text: sought, offset, limit }, library) {
      const { onlooker, recording: read } = await library.open(text(recording))
      const found = onlooker.rows.flatMap(row => search(row, textOf(read.entries[row.entry]), text(sought)))
      return page(found, { offset, limit }, each => each)
    },
  },
]

function search(row: Row, said: string, sought: string): readonly object[] {
  const at = said.toLowerCase().indexOf(sought.toLowerCase())
  if (at < 0) return []
  const excerpt = said.slice(Math.max(0, at - EXCERPT), at + sought.length + EXCERPT)
  return [{ row: row.number, method: row.method, excerpt: boundedLine(excerpt, 2 * EXCERPT + sought.length) }]
}

function page<T>(all: readonly T[], { offset, limit }: Args, show: (item: T) => unknown): object {
  const from = count(offset, 0)
  const items = all.slice(from, from + count(limit, USUAL_LIMIT))
  return { total: all.length, items: items.map(show), next: nextOf(from + items.length, all.length) }
}

/** The offset to go on with; null at the end. */
function nextOf(end: number, total: number): number | null {
  return end < total ? end : null
}
