/** Our reading against the official SDK's, message by message. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { crossbreeds, manifoldMutants, mutants } from './mutants.fixture.js'
import { loadSubjects, type Pair, type Subject } from './oracle.fixture.js'
import { Sampler } from './sampler.fixture.js'
import { type Shape, Trail } from './trail.js'
import { findDifference } from './verdict.fixture.js'

interface SeedExample {
  readonly seed: string
  readonly type: string
  readonly value: unknown
}

const SEEDS: readonly SeedExample[] = JSON.parse(
  readFileSync(new URL('./fixtures/seed-examples.json', import.meta.url), 'utf8'),
)
// A quarter of those that lie deeper, unless there is time for all of them.
const SHARE = process.env.PARLEY_FUZZ_RUNS === undefined ? 0.25 : 1
const MOST_MUTANTS = 400 * SHARE
const BORROWED_MUTANTS = 60 * SHARE
const PER_FORM = 30 * SHARE
const MOST_OTHERS = 60 * SHARE
const TAGS = ['type', 'mode', 'action', 'outcome', 'operation', 'state', 'sessionUpdate', 'stopReason']

const subjects = await loadSubjects()

/**
 * All mutants of the own fields of the first sample; of its parts, of the other forms and of the samples that differ
 * in one part only some, for the parts are types that have their turn.
 */
function corpusOf({ type, isBorrowed }: Pair, subject: Subject, sampler: Sampler): unknown[] {
  const seeds = subject.name === 'v1' ? SEEDS.filter(seed => seed.type === type).map(seed => seed.value) : []
  const samples = sampler.of(type)
  const first = [...new Map(samples.toReversed().map(sample => [formOf(sample), sample])).values()]
  const rest = samples.filter(sample => !first.includes(sample))
  const others = rest.filter((_, index) => index % Math.ceil(rest.length / MOST_OTHERS) === 0)
  const limit = isBorrowed ? BORROWED_MUTANTS : MOST_MUTANTS
  const shallow = isBorrowed ? [] : mutants(samples[0], 1)
  const scattered = [
    ...scatter(first, Math.max(limit, first.length * PER_FORM)),
    ...scatter(others, limit / 3),
    ...scatter(seeds, limit / 3),
  ]
  const made = [...shallow, ...scattered].map(make => make())
  return [...seeds, ...samples, ...crossbreeds(samples), ...made, ...manifoldMutants(samples[0], 20)]
}

// Scattered rather than every n-th: the kinds of mutants come round in a fixed order.
function scatter(samples: readonly unknown[], limit: number): (() => unknown)[] {
  const all = samples.flatMap(sample => mutants(sample))
  const stride = Math.max(1, Math.ceil(all.length / limit))
  return all.filter((_, index) => ((index * 2_654_435_761) >>> 7) % stride === 0)
}

function formOf(sample: unknown): string {
  if (typeof sample !== 'object' || sample === null) return typeof sample
  return JSON.stringify(Object.entries(sample).filter(([key]) => TAGS.includes(key)))
}

interface Tally {
  cases: number
  refused: number
  readonly differences: string[]
}

function tally(subject: Subject): Tally {
  const sampler = new Sampler(subject.definitions)
  const counts: Tally = { cases: 0, refused: 0, differences: [] }
  for (const pair of subject.pairs) {
    const { type, ours, theirs } = pair
    for (const value of corpusOf(pair, subject, sampler)) {
      counts.cases++
      const difference = findDifference(value, ours, given => {
        const verdict = theirs(given)
        if (!verdict.success) counts.refused++
        return verdict
      })
      if (difference === undefined) continue
      counts.differences.push(`${subject.name} ${type} ${JSON.stringify(value)}: ${difference}`)
    }
  }
  return counts
}

for (const subject of subjects) {
  test(`${subject.name} reads every message as the official SDK does`, { timeout: 60_000 }, () => {
    const { cases, refused, differences } = tally(subject)
    console.log(
      `${subject.name}: ${cases} cases of ${subject.pairs.length} types, ${refused} refused by both`,
    )
    expect(differences.slice(0, 5)).toEqual([])
    expect(differences).toHaveLength(0)
    expect(cases).toBeGreaterThanOrEqual(10_000)
  })

  test(`${subject.name} has a sample for the params and the result of every method`, () => {
    const sampler = new Sampler(subject.definitions)
    const typed = Object.entries(subject.definitions).filter(([, schema]) => 'x-method' in schema)
    expect(typed.length).toBeGreaterThanOrEqual(subject.methods.length)
    for (const [type] of typed) expect(sampler.of(type), type).not.toHaveLength(0)
  })
}

test('a shape that takes everything, refuses everything or forgets to drop is found out', () => {
  const [v1] = subjects
  if (v1 === undefined) throw new Error('no contracts')
  const lax: Shape = value => value
  const harsh: Shape = (value, trail) => trail.fail('nothing', value)
  const broken: Record<string, Shape> = {
    ContentBlock: lax,
    ToolCallUpdate: lax,
    PlanEntry: harsh,
    Implementation: lax,
  }
  const pairs = v1.pairs.flatMap(pair => {
    const ours = broken[pair.type]
    return ours === undefined ? [] : [{ ...pair, ours }]
  })
  const { differences } = tally({ ...v1, pairs })
  for (const type of Object.keys(broken))
    expect(
      differences.some(line => line.startsWith(`v1 ${type} `)),
      type,
    ).toBe(true)
})

test('the one known difference: blanks around a uri are forgiven by both, but only they cut them off', () => {
  const link = { name: 'n', uri: '\u00a0https://example.com\t' }
  const pair = subjects
    .find(subject => subject.name === 'v2')
    ?.pairs.find(({ type }) => type === 'ResourceLink')
  if (pair === undefined) throw new Error('no ResourceLink')
  expect(pair.ours(link, new Trail())).toBe(link)
  expect(pair.theirs(link)).toMatchObject({ success: true, data: { uri: 'https://example.com' } })
})
