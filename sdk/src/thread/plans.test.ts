import { expect, test } from 'vitest'
import { fold, glance, type Happening, said } from './fold.fixture.js'
import { plansOf } from './selectors.js'

const step = (content: string, status = 'pending') => ({ content, priority: 'medium', status })
const only = (...entries: object[]) => ({ sessionUpdate: 'plan', entries }) as Happening
const items = (planId: string, ...entries: object[]) =>
  ({ sessionUpdate: 'plan_update', plan: { type: 'items', planId, entries } }) as Happening

test('version 1: a plan replaces the plan before it, in its place', () => {
  const thread = fold(1, only(step('a')), said('agent', 'on it'), only(step('a', 'completed'), step('b')))
  expect(glance(thread)).toEqual(['plan', 'agent: on it'])
  expect(plansOf(thread)).toEqual([
    { kind: 'plan', plan: { type: 'items', entries: [step('a', 'completed'), step('b')] } },
  ])
})

test('version 1: the plan of a later turn leaves that of an earlier one as it was', () => {
  const thread = fold(
    1,
    said('user', 'one', 'm1'),
    only(step('a', 'completed')),
    said('user', 'two', 'm2'),
    only(step('b')),
    only(step('b', 'in_progress')),
  )
  expect(glance(thread)).toEqual(['user: one', 'plan', 'user: two', 'plan'])
  expect(plansOf(thread).map(({ plan }) => plan)).toMatchObject([
    { entries: [step('a', 'completed')] },
    { entries: [step('b', 'in_progress')] },
  ])
})

test.each([1, 2] as const)('version %i: several plans are told apart by their ids', version => {
  const file = {
    sessionUpdate: 'plan_update',
    plan: { type: 'file', planId: 'f', uri: 'file:///p' },
  } as const
  const prose = {
    sessionUpdate: 'plan_update',
    plan: { type: 'markdown', planId: '__proto__', content: 'p' },
  } as const
  const thread = fold(version, items('i', step('a')), file, prose, items('i', step('b')), items('only'))
  expect(plansOf(thread).map(({ planId }) => planId)).toEqual(['i', 'f', '__proto__', 'only'])
  expect(plansOf(thread)[0]?.plan).toMatchObject({ entries: [step('b')] })
})

test.each([1, 2] as const)('version %i: a removed plan is gone, and comes back as a new one', version => {
  const removed = { sessionUpdate: 'plan_removed', planId: 'i' } as const
  const before = [items('i', step('a')), said('agent', 'x', 'm'), removed] as const
  expect(glance(fold(version, ...before))).toEqual(['agent: x'])
  expect(glance(fold(version, ...before, removed))).toEqual(['agent: x'])
  expect(glance(fold(version, ...before, items('i', step('b'))))).toEqual(['agent: x', 'plan'])
})

test('a plan with an id is never the one plan of version 1', () => {
  expect(plansOf(fold(1, only(step('a')), items('only'), items(''), items('id only')))).toHaveLength(4)
})
