/** Reads the text of a policy file: strict, whole or not at all. Every flaw says where, what was expected, what was found. */

import { findJsonFlaw } from './json-flaw.js'
import { findDoubleKey } from './json-keys.js'
import { brokenPolicy, type Policy, type PolicyFlaw, type PolicySource, type Rule } from './policy.js'
import { isObject, toFound } from './policy-value.js'
import { readRule } from './rule-reader.js'

// Of the file, not of the protocol.
const EDITION = 1
const MOST_CHARACTERS = 262_144
const MOST_RULES = 1_000

/** What reading a policy file gave: its meaning, or everything that is wrong with it. */
export type PolicyReading = { readonly policy: Policy } | { readonly flaws: readonly PolicyFlaw[] }

const flaw = (path: string, expected: string, value: unknown): PolicyFlaw => ({
  path,
  expected,
  found: toFound(value),
})

function parse(text: string): { readonly value: unknown } | { readonly flaws: readonly PolicyFlaw[] } {
  if (text.length > MOST_CHARACTERS) {
    const found = `${text.length} characters`
    return { flaws: [{ path: '$', expected: `at most ${MOST_CHARACTERS} characters`, found }] }
  }
  try {
    const value: unknown = JSON.parse(text)
    const double = findDoubleKey(text)
    if (double === undefined) return { value }
    return {
      flaws: [{ path: '$', expected: 'every key once in its object', found: `${toFound(double)} twice` }],
    }
  } catch {
    return { flaws: [{ path: '$', expected: 'JSON', found: findJsonFlaw(text) ?? 'something else' }] }
  }
}

type Top = Readonly<Record<string, unknown>>

function findTopFlaws(top: Top, source: PolicySource): PolicyFlaw[] {
  const known = source === 'user' ? ['version', 'headless', 'delegateAlways', 'rules'] : ['version', 'rules']
  const flaws = Object.keys(top)
    .filter(key => !known.includes(key))
    .map(key => flaw(`$.${key}`, `no other keys than ${known.join(', ')}`, key))
  const { version: edition } = top
  if (edition !== EDITION) flaws.push(flaw('$.version', String(EDITION), edition))
  if (source === 'user' && top.headless !== undefined && top.headless !== 'deny')
    flaws.push(flaw('$.headless', '"deny"', top.headless))
  if (source === 'user' && top.delegateAlways !== undefined && typeof top.delegateAlways !== 'boolean')
    flaws.push(flaw('$.delegateAlways', 'true or false', top.delegateAlways))
  if (!Array.isArray(top.rules)) flaws.push(flaw('$.rules', 'a list of rules', top.rules))
  return flaws
}

function readRules(rules: readonly unknown[], source: PolicySource): { rules: Rule[]; flaws: PolicyFlaw[] } {
  if (rules.length > MOST_RULES) {
    const found = `${rules.length} rules`
    return { rules: [], flaws: [{ path: '$.rules', expected: `at most ${MOST_RULES} rules`, found }] }
  }
  const readings = rules.map((rule, index) => readRule(rule, { source, index }))
  return {
    rules: readings.flatMap(reading => ('rule' in reading ? [reading.rule] : [])),
    flaws: readings.flatMap(reading => ('flaws' in reading ? reading.flaws : [])),
  }
}

/** What a policy file means, or every flaw it has; with a flaw nothing of it counts, and `brokenPolicy` stands for it. */
export function readPolicy(text: string, source: PolicySource): PolicyReading {
  const parsed = parse(text)
  if ('flaws' in parsed) return parsed
  if (!isObject(parsed.value)) return { flaws: [flaw('$', 'an object', parsed.value)] }
  const top = parsed.value
  const { rules, flaws } = readRules(Array.isArray(top.rules) ? top.rules : [], source)
  const all = [...findTopFlaws(top, source), ...flaws]
  if (all.length > 0) return { flaws: all }
  return {
    policy: { source, headless: 'deny', delegateAlways: top.delegateAlways === true, rules, isBroken: false },
  }
}

/** The policy to judge by, whatever the reading gave. */
export const policyOf = (reading: PolicyReading, source: PolicySource): Policy =>
  'policy' in reading ? reading.policy : brokenPolicy(source)
