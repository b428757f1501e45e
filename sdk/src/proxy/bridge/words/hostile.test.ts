/** Whatever a peer says, nothing here throws, and what was given stays as it was. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../../runs.fixture.js'
import { mutants } from '../../../schema/mutants.fixture.js'
import { newConversation, oldConversation } from './conversations.fixture.js'
import { toNewOpened, toOldOpened } from './opened.js'
import { nothingTold, type Told, toldTo } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

const RUNS = 75
const runs = atLeast(RUNS)
const TIMEOUT = runs > RUNS ? 3_600_000 : 60_000
const UNTEXTUAL = { toString: 1, valueOf: null, length: -1 }
const POISONS = JSON.parse('[{"__proto__":{"polluted":true}},{"constructor":null},{"hasOwnProperty":1}]')
const all = toldTo({ notices: true, compaction: true, subagents: true, plans: true, booleans: true })

const odd = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(UNTEXTUAL, [UNTEXTUAL], ...POISONS))

/** Anything under one of the names that things are laid away under. */
const laid = fc.dictionary(
  fc.constantFrom(
    'update',
    'fields',
    'cleared',
    'made',
    'hidden',
    'item',
    'block',
    'diff',
    'chunk',
    'id',
    'meta',
  ),
  odd,
)
const hostileMeta = fc.record({ 'parley.dev/v1': fc.oneof(laid, odd), 'parley.dev/v2': fc.oneof(laid, odd) })

function hear(told: Told, updates: readonly unknown[]): void {
  let [there, back] = [told, told]
  for (const update of updates) {
    const before = JSON.stringify(update)
    there = toNewUpdate(there, update as never).told
    back = toOldUpdate(back, update as never).told
    expect(JSON.stringify(update)).toBe(before)
  }
}

const bend = fc.record({ at: fc.nat(), meta: hostileMeta, value: odd })

test('no update makes the translation throw, whatever stands in its fields', {
  timeout: TIMEOUT,
}, () => {
  fc.assert(
    fc.property(fc.oneof(oldConversation, newConversation), bend, (said, { at, meta, value }) => {
      const bent = said.flatMap(update => {
        const makers = mutants(update, 3)
        const keys = Object.keys(update).filter(key => key !== 'sessionUpdate')
        const key = keys[at % Math.max(1, keys.length)] ?? '_meta'
        return [
          update,
          makers[at % makers.length]?.(),
          { ...update, [key]: value },
          { ...update, _meta: meta },
        ]
      })
      hear(at % 2 === 0 ? nothingTold : all, bent)
    }),
    { numRuns: runs },
  )
})

test('no answer makes the translation throw', { timeout: TIMEOUT }, () => {
  const answers = fc.record({ modes: odd, configOptions: odd, availableCommands: odd, _meta: hostileMeta })
  fc.assert(
    fc.property(answers, answer => {
      const { told, answer: heard } = toNewOpened(nothingTold, answer)
      toOldOpened(told, heard)
      toOldOpened(all, answer)
    }),
    { numRuns: runs },
  )
})

test('a patch that is no text and a field of an odd name are passed on as they are', () => {
  const content = [
    { type: 'diff', changes: [{ operation: 'add', path: '/a' }], patch: { format: 'git_patch', text: 5 } },
  ]
  const update = {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c',
    title: 'T',
    content,
    constructor: null,
  }
  const { updates } = toOldUpdate(nothingTold, update as never)
  expect(Object.hasOwn(updates[0] ?? {}, 'constructor')).toBe(false)
  expect(toNewUpdate(nothingTold, updates[0] as never).updates).toEqual([update])
})

test('nobody can be poisoned by the name of a field', () => {
  const update = JSON.parse(
    '{"sessionUpdate":"tool_call_update","toolCallId":"__proto__","__proto__":{"polluted":1}}',
  )
  const { told, updates } = toNewUpdate(nothingTold, update)
  toOldUpdate(told, updates[0] as never)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
