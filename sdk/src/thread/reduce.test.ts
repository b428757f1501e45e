/** Every update that the schemas allow, and nearly every one that they do not. */
import { expect, test } from 'vitest'
import { manifoldMutants, mutants } from '../schema/mutants.fixture.js'
import { loadSubjects } from '../schema/oracle.fixture.js'
import { Sampler } from '../schema/sampler.fixture.js'
import { changedFiles } from './changed-files.js'
import { fold, freeze, glance, type Happening, said } from './fold.fixture.js'
import { toMarkdown } from './markdown.js'
import { reduce } from './reduce.js'
import { entriesOf, lastMessage, modeOf, openToolCalls, plansOf } from './selectors.js'
import { toText } from './text.js'
import { emptyThread, type Thread, type ThreadVersion } from './thread.js'
import { toHistory, toValue } from './value.js'

const SAMPLES_MUTATED = 60
const MUTANTS_EACH = 120

const contracts = (await loadSubjects()).map(({ name, definitions }) => ({
  name,
  version: (name.startsWith('v1') ? 1 : 2) as ThreadVersion,
  samples: new Sampler(definitions).of('SessionUpdate') as Happening[],
}))

function readEverything(thread: Thread): void {
  toValue(thread)
  toHistory(thread)
  toText(thread)
  toMarkdown(thread)
  changedFiles(thread)
  openToolCalls(thread)
  plansOf(thread)
  lastMessage(thread)
  modeOf(thread)
}

const tagOf = (event: Happening): string => ('sessionUpdate' in event ? event.sessionUpdate : event.type)
const isExtension = (event: Happening): boolean => /^_|^text$/.test(tagOf(event))

test.each(contracts)('$name: every update that the schema allows is understood', ({ version, samples }) => {
  const rest = samples.filter(sample => !isExtension(sample))
  expect(new Set(rest.map(tagOf)).size).toBeGreaterThan(13)
  for (const sample of rest) {
    const entries = entriesOf(fold(version, sample))
    expect(
      entries.map(({ kind }) => kind),
      JSON.stringify(sample),
    ).not.toContain('raw')
  }
})

test.each(contracts)('$name: an update that nobody knows is kept as it came', ({ version }) => {
  for (const sessionUpdate of ['_mine', 'constructor', '__proto__', 'toString']) {
    const update = { sessionUpdate, deep: [{ a: null }] } as never
    expect(entriesOf(fold(version, update))).toEqual([{ kind: 'raw', update }])
  }
})

test('an update of the other version is not understood', () => {
  expect(glance(fold(2, { sessionUpdate: 'plan', entries: [] }))).toEqual(['raw'])
  expect(glance(fold(1, { sessionUpdate: 'agent_message', messageId: 'm' }))).toEqual(['raw'])
})

test.each(contracts)(
  '$name: no update, however spoiled, throws or changes an older thread',
  ({ version, samples }) => {
    const stride = Math.ceil(samples.length / SAMPLES_MUTATED)
    for (const sample of samples.filter((_, index) => index % stride === 0)) {
      const all = mutants(sample)
      const step = Math.ceil(all.length / MUTANTS_EACH)
      const spoiled = [
        ...all.filter((_, index) => index % step === 0).map(make => make()),
        ...manifoldMutants(sample, 5),
      ] as Happening[]
      let thread = freeze(fold(version, sample))
      for (const event of spoiled) thread = freeze(reduce(thread, freeze(event)))
      readEverything(thread)
    }
  },
)

test('what is no object at all changes nothing', () => {
  const thread = fold(1, said('agent', 'a'))
  for (const nothing of [null, undefined, 5, 'x', [], true])
    expect(reduce(thread, nothing as never)).toBe(thread)
})

test('ids that name what every object has are ids like any other', () => {
  const ids = ['__proto__', 'constructor', 'hasOwnProperty', '']
  for (const version of [1, 2] as const) {
    const thread = ids.reduce(
      (made, id) =>
        [
          {
            sessionUpdate: 'tool_call_update',
            toolCallId: id,
            title: id,
            _meta: JSON.parse(`{"${id}":{"polluted":1}}`),
          },
          said('agent', id, id),
          { sessionUpdate: 'plan_update', plan: { type: 'items', planId: id, entries: [] } },
          { sessionUpdate: 'compaction_update', compactionId: id, status: 'completed' },
          { type: 'terminal', terminalId: id, output: id },
        ].reduce((each, event) => reduce(each, event as Happening), made),
      emptyThread(version),
    )
    readEverything(thread)
    expect(toValue(thread).entries).toHaveLength(ids.length * 4)
    expect(toValue(thread).terminals).toHaveLength(ids.length)
    expect(JSON.parse('{}')).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(toValue(thread).entries[0]?.meta)).toBe(Object.prototype)
  }
})
