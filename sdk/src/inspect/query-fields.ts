/** What a filter can ask of a row by name, and how each of these is written. */

import type { Row, RowKind } from './row.js'

/** Whether a row is shown. */
export type Condition = (row: Row) => boolean

/** One name that may stand before a colon. */
export interface NamedCondition {
  readonly about: string
  /** What may follow the colon. */
  readonly expected: string
  /** Undefined when it cannot be understood. */
  read(value: string): Condition | undefined
}

const SLOW_MILLISECONDS = 1_000

const kinds: Readonly<Record<RowKind, true>> = {
  request: true,
  notification: true,
  result: true,
  error: true,
  noise: true,
  stderr: true,
  event: true,
}

const states: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ['broken', row => row.findings.length > 0],
  ['flawed', row => row.flaws.length > 0],
  ['slow', ({ latency }) => latency !== undefined && latency >= SLOW_MILLISECONDS],
  ['request', row => row.kind === 'request'],
  ['notification', row => row.kind === 'notification'],
  ['answer', row => row.kind === 'result' || row.kind === 'error'],
  ['error', row => row.kind === 'error'],
  ['open', row => row.kind === 'request' && row.answer === undefined],
])

const times = new Map([
  ['', 1],
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
])
const sizes = new Map([
  ['', 1],
  ['b', 1],
  ['k', 1_024],
  ['kb', 1_024],
  ['m', 1_048_576],
  ['mb', 1_048_576],
])

const part = (expected: string, about: string, of: (row: Row) => string | undefined): NamedCondition => ({
  about,
  expected,
  read(value) {
    const pattern = globOf(value, 'anywhere')
    return row => {
      const text = of(row)
      return text !== undefined && pattern.test(text)
    }
  },
})

const amount = (
  units: ReadonlyMap<string, number>,
  about: string,
  of: (row: Row) => number | undefined,
): NamedCondition => ({
  about,
  expected: `a number such as >500 or <=2${[...units.keys()].at(-1)}`,
  read: value => {
    const test = comparisonOf(value, units)
    if (test === undefined) return undefined
    return row => {
      const number = of(row)
      return number !== undefined && test(number)
    }
  },
})

/** All names, in the order of the help. */
export const conditions: ReadonlyMap<string, NamedCondition> = new Map<string, NamedCondition>([
  [
    'method',
    { about: 'the method, * stands for anything', expected: 'a method such as session/*', read: readMethod },
  ],
  [
    'kind',
    {
      about: 'request, notification, result, error, noise, stderr or event',
      expected: Object.keys(kinds).join(', '),
      read: readKind,
    },
  ],
  ['to', { about: 'whom it was on its way to', expected: 'agent or client', read: readHeading }],
  ['session', part('a session id or a part of it', 'the session', row => row.session)],
  ['tool', part('a tool call id or a part of it', 'the tool call', row => row.toolCall)],
  ['turn', amount(new Map([['', 1]]), 'the turn, from 0', row => row.turn)],
  [
    'id',
    {
      about: 'the id of the request',
      expected: 'an id',
      read: value => row => row.id !== undefined && String(row.id) === value,
    },
  ],
  [
    'is',
    {
      about: [...states.keys()].join(', '),
      expected: [...states.keys()].join(', '),
      read: value => states.get(value.toLowerCase()),
    },
  ],
  [
    'rule',
    {
      about: 'a rule that it breaks, * stands for anything',
      expected: 'a rule such as turn.*',
      read: readRule,
    },
  ],
  ['latency', amount(times, 'how long the answer took, in milliseconds', row => row.latency)],
  ['size', amount(sizes, 'how many bytes it took', row => row.bytes)],
  ['at', amount(times, 'when it passed, since the beginning', row => row.at)],
])

function readMethod(value: string): Condition {
  const pattern = globOf(value, 'whole')
  const known = new Map<string, boolean>()
  return ({ method }) => {
    if (method === undefined) return false
    const is = known.get(method) ?? pattern.test(method)
    known.set(method, is)
    return is
  }
}

function readKind(value: string): Condition | undefined {
  const kind = value.toLowerCase()
  return Object.hasOwn(kinds, kind) ? row => row.kind === kind : undefined
}

function readHeading(value: string): Condition | undefined {
  const to = value.toLowerCase()
  return to === 'agent' || to === 'client' ? row => row.to === to : undefined
}

function readRule(value: string): Condition {
  const pattern = globOf(value, 'whole')
  return ({ findings }) => findings.length > 0 && findings.some(({ rule }) => pattern.test(rule))
}

/** Lazy stars in a row would try every division of a text; one star does as well. */
function globOf(value: string, where: 'whole' | 'anywhere'): RegExp {
  const body = value
    .replace(/\*+/g, '*')
    .replace(/[\\^$.+?()[\]{}|/]/g, '\\$&')
    .replaceAll('*', '.*')
  return new RegExp(where === 'whole' ? `^${body}$` : body, 'i')
}

const COMPARISON = /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)([a-z]*)$/i

function comparisonOf(
  value: string,
  units: ReadonlyMap<string, number>,
): ((number: number) => boolean) | undefined {
  const found = COMPARISON.exec(value)
  const unit = units.get(found?.[3]?.toLowerCase() ?? '')
  if (found === null || unit === undefined) return undefined
  const limit = Number(found[2]) * unit
  switch (found[1]) {
    case '>':
      return number => number > limit
    case '<':
      return number => number < limit
    case '>=':
      return number => number >= limit
    case '<=':
      return number => number <= limit
    default:
      return number => number === limit
  }
}
