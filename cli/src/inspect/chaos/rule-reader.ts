/** Reads rules as people write them: a list of objects. What is wrong is said with its place, what was expected and what was found. */

import { boundedLine } from '@parley/acp/guard'
import { isObject, type JsonObject } from '../../json-object.js'
import { type ChaosRule, CLOSINGS, DAMAGES, DEEDS, type Deed, KINDS, type Range } from './rule.js'

/** What is wrong with rules. */
export class RuleFlaw extends Error {
  override readonly name = 'RuleFlaw'
  constructor(path: string, expected: string, found: unknown) {
    super(`${path === '' ? '/' : path}: expected ${expected}; found ${inShort(found)}`)
  }
}

const MOST_RULES = 100
const MOST_MILLISECONDS = 600_000
const SHARED = ['do', 'to', 'method', 'session', 'kind', 'nth', 'probability']
const OWN: Readonly<Record<Deed['do'], readonly string[]>> = {
  delay: ['ms'],
  drop: [],
  duplicate: ['times'],
  reorder: ['by'],
  split: ['bytes', 'ms'],
  malform: ['how'],
  disconnect: ['close'],
  hold: [],
}

export function readRules(text: string): readonly ChaosRule[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RuleFlaw('', 'JSON: a list of rules', text)
  }
  if (isObject(value)) return [readRule(value, '')]
  if (!Array.isArray(value)) throw new RuleFlaw('', 'a list of rules', value)
  if (value.length > MOST_RULES) throw new RuleFlaw('', `at most ${MOST_RULES} rules`, value.length)
  return value.map((each: unknown, index) => readRule(each, `/${index}`))
}

function readRule(value: unknown, path: string): ChaosRule {
  if (!isObject(value)) throw new RuleFlaw(path, 'an object', value)
  const name = oneOf(DEEDS, value.do, `${path}/do`)
  const known = [...SHARED, ...OWN[name]]
  const stranger = Object.keys(value).find(key => !known.includes(key))
  if (stranger !== undefined)
    throw new RuleFlaw(`${path}/${boundedLine(stranger, 40)}`, `one of ${known.join(', ')}`, stranger)
  return {
    deed: readDeed(name, value, path),
    to: optional(value.to, each => oneOf(['agent', 'client'] as const, each, `${path}/to`)),
    method: optional(value.method, each => text(each, `${path}/method`)),
    session: optional(value.session, each => text(each, `${path}/session`)),
    kind: optional(value.kind, each => oneOf(KINDS, each, `${path}/kind`)),
    nth: optional(value.nth, each => counts(each, `${path}/nth`)),
    probability: optional(value.probability, each => number(each, `${path}/probability`, [0, 1])),
  }
}

function readDeed(name: Deed['do'], value: JsonObject, path: string): Deed {
  switch (name) {
    case 'delay':
      return { do: name, ms: range(value.ms, `${path}/ms`) }
    case 'duplicate':
      return { do: name, times: count(value.times ?? 1, `${path}/times`, 1_000) }
    case 'reorder':
      return { do: name, by: count(value.by ?? 1, `${path}/by`, 10_000) }
    case 'split':
      return {
        do: name,
        bytes: count(value.bytes ?? 1, `${path}/bytes`, 1_000_000),
        ms: range(value.ms ?? 1, `${path}/ms`),
      }
    case 'malform':
      return { do: name, how: oneOf(DAMAGES, value.how ?? 'not_json', `${path}/how`) }
    case 'disconnect':
      return { do: name, close: oneOf(CLOSINGS, value.close ?? 'kill', `${path}/close`) }
    case 'drop':
    case 'hold':
      return { do: name }
  }
}

function optional<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
  return value === undefined ? undefined : read(value)
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown, path: string): Word {
  const word = words.find(each => each === value)
  if (word === undefined) throw new RuleFlaw(path, `one of ${words.join(', ')}`, value)
  return word
}

function text(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw new RuleFlaw(path, 'text', value)
  return value
}

function number(value: unknown, path: string, [least, most]: Range): number {
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throw new RuleFlaw(path, `a number from ${least} to ${most}`, value)
  return value
}

function count(value: unknown, path: string, most: number): number {
  if (!Number.isInteger(value)) throw new RuleFlaw(path, `a whole number from 1 to ${most}`, value)
  return number(value, path, [1, most])
}

function counts(value: unknown, path: string): readonly number[] {
  if (!Array.isArray(value)) return [count(value, path, Number.MAX_SAFE_INTEGER)]
  return value.map((each: unknown, index) => count(each, `${path}/${index}`, Number.MAX_SAFE_INTEGER))
}

function range(value: unknown, path: string): Range {
  if (!Array.isArray(value)) {
    const one = number(value, path, [0, MOST_MILLISECONDS])
    return [one, one]
  }
  if (value.length !== 2) throw new RuleFlaw(path, 'two numbers, the least and the most', value)
  const least = number(value[0], `${path}/0`, [0, MOST_MILLISECONDS])
  return [least, number(value[1], `${path}/1`, [least, MOST_MILLISECONDS])]
}

function inShort(value: unknown): string {
  return value === undefined
    ? 'nothing'
    : boundedLine(typeof value === 'string' ? value : JSON.stringify(value), 60)
}
