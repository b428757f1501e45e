/** What is missing or wrong in a form that is about to be sent. Judges by the facts, as a strict sender would. */

import type { Fact, Facts, StructFact } from '../schema/facts.js'
import type { Flaw } from '../schema/index.js'
import { isDateTime, isUri } from '../schema/leaf.js'
import { isFields } from './fields.js'
import { below } from './form-value.js'
import { factInWords } from './form-words.js'
import { findMember, layoutOf, type PlainFact, resolve, takes } from './layout.js'

interface Spot {
  readonly fact: Fact
  readonly path: string
}

/** Everything that keeps the value from being what the fact says. */
export function faultsOf(facts: Facts, { fact, path }: Spot, value: unknown): readonly Flaw[] {
  const target = resolve(facts, fact)
  if (target.kind === 'struct' && isFields(value)) return structFaults(facts, { struct: target, path }, value)
  if (target.kind === 'list' && Array.isArray(value)) {
    if (target.filled === true && value.length === 0) return [fault(facts, { fact, path }, value)]
    return value.flatMap((item, index) =>
      faultsOf(facts, { fact: target.item, path: below(path, index) }, item),
    )
  }
  if (target.kind === 'table' && isFields(value))
    return Object.entries(value).flatMap(([key, item]) =>
      faultsOf(facts, { fact: target.item, path: below(path, key) }, item),
    )
  if (target.kind === 'options') return optionFaults(facts, { fact, path, members: target.members }, value)
  return takes(facts, target, value) && isInBounds(target, value) ? [] : [fault(facts, { fact, path }, value)]
}

function fault(facts: Facts, { fact, path }: Spot, value: unknown): Flaw {
  return { path, expected: factInWords(facts, fact), found: sortOf(value), fatal: true }
}

function sortOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (value === '') return 'empty string'
  return Array.isArray(value) ? (value.length === 0 ? 'empty list' : 'list') : typeof value
}

function isInBounds(fact: PlainFact, value: unknown): boolean {
  if (fact.kind === 'number' && typeof value === 'number')
    return value >= (fact.low ?? Number.NEGATIVE_INFINITY) && value <= (fact.high ?? Number.POSITIVE_INFINITY)
  if (fact.kind !== 'text') return true
  if (fact.format === 'uri') return isUri(value)
  return fact.format === 'date-time' ? isDateTime(value) : !(fact.filled === true && value === '')
}

function structFaults(
  facts: Facts,
  { struct, path }: { readonly struct: StructFact; readonly path: string },
  value: Readonly<Record<string, unknown>>,
): readonly Flaw[] {
  const { properties, choosers } = layoutOf(facts, struct, value)
  const undecided = choosers
    .filter(({ chosen }) => chosen === undefined)
    .map(({ choice }) => ({
      path: choice.key === undefined ? path : below(path, choice.key),
      expected: choice.variants.flatMap(({ tag }) => tag ?? []).join(', '),
      found: choice.key === undefined ? 'none' : sortOf(value[choice.key]),
      fatal: true,
    }))
  const inner = properties.flatMap(({ name, fact, required, nullable }) => {
    const item = value[name]
    if (item === undefined)
      return required === true ? [fault(facts, { fact, path: below(path, name) }, item)] : []
    if (item === null && nullable === true) return []
    return faultsOf(facts, { fact, path: below(path, name) }, item)
  })
  return [...undecided, ...inner]
}

function optionFaults(
  facts: Facts,
  { fact, path, members }: Spot & { readonly members: readonly Fact[] },
  value: unknown,
): readonly Flaw[] {
  const fitting = members.filter(member => takes(facts, member, value))
  const judged = fitting.map(member => faultsOf(facts, { fact: member, path }, value))
  if (judged.some(faults => faults.length === 0)) return []
  return findMember(facts, members, value) === undefined
    ? [fault(facts, { fact, path }, value)]
    : (judged[0] ?? [])
}
