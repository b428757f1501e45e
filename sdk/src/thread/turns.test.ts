import { expect, test } from 'vitest'
import { fold, glance, type Happening, prompt, said } from './fold.fixture.js'
import { entriesOf, isWaiting, isWorking } from './selectors.js'

const end = (stopReason: string, more: object = {}): Happening => ({ type: 'end', stopReason, ...more })
const state = (name: string, more: object = {}) =>
  ({ sessionUpdate: 'state_update', state: name, ...more }) as Happening

test('version 1: the agent works from the prompt to the end of its turn', () => {
  expect(isWorking(fold(1))).toBe(false)
  expect(isWorking(fold(1, prompt('a'), said('agent', 'b')))).toBe(true)
  expect(isWorking(fold(1, prompt('a'), prompt('b'), end('end_turn')))).toBe(true)
  expect(isWorking(fold(1, prompt('a'), prompt('b'), end('end_turn'), end('end_turn')))).toBe(false)
  expect(isWorking(fold(1, said('user', 'replayed'), said('agent', 'too')))).toBe(false)
})

test('an end stands in the timeline with its reason, its error and its usage', () => {
  const error = { code: 1, message: 'no' }
  const thread = fold(
    1,
    prompt('a'),
    end('error', { error, usage: { totalTokens: 3 } }),
    prompt('b'),
    end('refusal'),
  )
  expect(entriesOf(thread).filter(({ kind }) => kind === 'stop')).toEqual([
    { kind: 'stop', stopReason: 'error', error, usage: { totalTokens: 3 } },
    { kind: 'stop', stopReason: 'refusal' },
  ])
})

test('version 2: the states of the agent say when it works and when it waits', () => {
  expect(isWorking(fold(2, prompt('a')))).toBe(true)
  expect(isWorking(fold(2, state('running')))).toBe(true)
  expect(isWorking(fold(2, state('running'), state('requires_action')))).toBe(true)
  expect(isWaiting(fold(2, state('running'), state('requires_action')))).toBe(true)
  expect(isWaiting(fold(2, state('requires_action'), state('running')))).toBe(false)
  expect(isWorking(fold(2, prompt('a'), state('running'), state('idle', { stopReason: 'end_turn' })))).toBe(
    false,
  )
  expect(isWorking(fold(2, prompt('a'), state('unknown'), state('_mine')))).toBe(true)
})

test('version 2: work that ends leaves one stop, whoever says so', () => {
  const error = { code: 1, message: 'no' }
  const idle = state('idle', { stopReason: 'error', error })
  const stop = { kind: 'stop', stopReason: 'error', error }
  expect(entriesOf(fold(2, state('running'), idle))).toEqual([stop])
  expect(entriesOf(fold(2, state('running'), idle, idle, end('error', { error })))).toEqual([stop])
  expect(entriesOf(fold(2, state('running'), state('idle')))).toEqual([
    { kind: 'stop', stopReason: 'end_turn' },
  ])
})

test('version 2: an idle state that follows no work is no end', () => {
  expect(glance(fold(2, state('idle', { stopReason: 'cancelled' })))).toEqual([])
})

test('version 2: background work is what the latest state reports', () => {
  const background = [{ type: 'terminal', terminalId: 't' }]
  expect(fold(2, state('idle', { background })).state).toEqual({ state: 'idle', background })
  expect(fold(2, state('idle', { background }), state('idle', { background: [] })).state?.background).toEqual(
    [],
  )
  expect(fold(2, state('idle', { background }), state('running')).state?.background).toBeUndefined()
})
