/** A conversation that crosses to the other version and back is the same conversation. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Shape } from '../../../schema/trail.js'
import { SessionUpdate as StableOldUpdate } from '../../../schema/v1/shapes.gen.js'
import { SessionUpdate as OldUpdate } from '../../../schema/v1-unstable/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2-unstable/shapes.gen.js'
import { reduce } from '../../../thread/reduce.js'
import { emptyThread, type ThreadVersion } from '../../../thread/thread.js'
import { type ThreadValue, toValue } from '../../../thread/value.js'
import { FORMS, findFlaw, newConversation, oldConversation, type Update } from './conversations.fixture.js'
import { type Hearing, nothingTold, type Told, toldTo } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

const RUNS = Number(process.env.PARLEY_FUZZ_RUNS ?? 1000)
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const TIMEOUT = 60_000 + RUNS * 60

type Cross = (told: Told, update: never) => { readonly told: Told; readonly updates: readonly unknown[] }

/** What of a conversation arrives on the other side, as it does over a wire. */
function cross(
  told: Told,
  updates: readonly Update[],
  [to, shape]: readonly [Cross, Shape],
): readonly Update[] {
  const arrived: Update[] = []
  let state = told
  for (const update of updates) {
    const said = to(state, update as never)
    state = said.told
    for (const each of said.updates) {
      const copy = JSON.parse(JSON.stringify(each))
      const flaw = findFlaw(copy, shape)
      if (flaw !== undefined) throw new Error(`${flaw} for ${JSON.stringify(update)}`)
      arrived.push(copy)
    }
  }
  return arrived
}

function threadOf(updates: readonly Update[], version: ThreadVersion): ThreadValue {
  return toValue(updates.reduce((thread, update) => reduce(thread, update as never), emptyThread(version)))
}

const hearing = fc.record<Hearing>({
  notices: fc.boolean(),
  compaction: fc.boolean(),
  subagents: fc.boolean(),
  plans: fc.boolean(),
  booleans: fc.boolean(),
})

test('there are enough forms of updates to choose from', () => {
  console.log(
    `seed ${SEED}, ${RUNS} conversations each way, of ${FORMS.old} and ${FORMS.new} forms of updates`,
  )
  expect(FORMS.old).toBeGreaterThan(200)
  expect(FORMS.new).toBeGreaterThan(200)
})

test('what version 1 says is the same after it was said in version 2', { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(oldConversation, said => {
      const there = cross(nothingTold, said, [toNewUpdate, NewUpdate])
      const all = toldTo({ notices: true, compaction: true, subagents: true, plans: true, booleans: true })
      const back = cross(all, there, [toOldUpdate, OldUpdate])
      expect(threadOf(back, 1)).toEqual(threadOf(said, 1))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

test('what version 2 says is the same after it was said in version 1', { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(newConversation, hearing, (said, hears) => {
      const isStable = !hears.plans && !hears.subagents
      const there = cross(toldTo(hears), said, [toOldUpdate, isStable ? StableOldUpdate : OldUpdate])
      const back = cross(nothingTold, there, [toNewUpdate, NewUpdate])
      expect(threadOf(back, 2)).toEqual(threadOf(said, 2))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
