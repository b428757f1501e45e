/** Failures that are known: they do not fail a run, and one that is mended does, until its line is taken out of the file. */

import type { Report, Verdict } from '../verdict.js'
import { isJson } from '../wire/json.js'

/** One failure that is known, and why it is there. */
export interface Expectation {
  readonly id: string
  readonly reason: string
}

/** What is broken as was expected. */
export interface Known extends Verdict {
  readonly reason: string
}

/** How a run compares with what was expected of it. */
export interface Comparison {
  /** Broken, and nobody said so. */
  readonly unexpected: readonly Verdict[]
  /** Broken, as was said, and why. */
  readonly known: readonly Known[]
  /** Said to be broken, and kept. */
  readonly mended: readonly Expectation[]
  /** Said to be broken, and no requirement of this list. */
  readonly strange: readonly Expectation[]
}

/** Reads the file; throws with what was expected, what was found and where. */
export function readExpectations(text: string): readonly Expectation[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('expected JSON, found something else')
  }
  const list = isJson(value) ? value.expected : undefined
  if (!Array.isArray(list)) throw new Error('/expected: expected an array of {"id", "reason"}')
  return list.map((each: unknown, index) => {
    if (!isJson(each) || typeof each.id !== 'string' || typeof each.reason !== 'string' || each.reason === '')
      throw new Error(`/expected/${index}: expected an object with the texts "id" and "reason"`)
    return { id: each.id, reason: each.reason }
  })
}

/** Holds a report against what was expected. With `isStrict` a broken SHOULD counts like a broken MUST. */
export function compare(
  { verdicts }: Report,
  expectations: readonly Expectation[],
  isStrict: boolean,
): Comparison {
  const isBroken = ({ outcome }: Verdict): boolean =>
    outcome === 'failed' || (isStrict && outcome === 'warned')
  const expected = new Map(expectations.map(({ id, reason }) => [id, reason]))
  const outcomes = new Map(verdicts.map(({ requirement, outcome }) => [requirement.id, outcome]))
  return {
    unexpected: verdicts.filter(verdict => isBroken(verdict) && !expected.has(verdict.requirement.id)),
    known: verdicts.flatMap(verdict => {
      const reason = expected.get(verdict.requirement.id)
      return reason === undefined || !isBad(verdict.outcome) ? [] : [{ ...verdict, reason }]
    }),
    mended: expectations.filter(({ id }) => outcomes.get(id) === 'passed'),
    strange: expectations.filter(({ id }) => !outcomes.has(id)),
  }
}

function isBad(outcome: Verdict['outcome']): boolean {
  return outcome === 'failed' || outcome === 'warned' || outcome === 'noted'
}

/** The reason that was given for what is broken, by requirement. */
export function reasonsOf(comparison: Comparison | undefined): ReadonlyMap<string, string> {
  return new Map(comparison?.known.map(({ requirement, reason }) => [requirement.id, reason]))
}
