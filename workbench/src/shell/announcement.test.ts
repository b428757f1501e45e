import { expect, test } from 'vitest'
import { talkWith } from '../showcase/means.fixture.js'
import type { Talk } from '../state/talk.js'
import { emptyWorkbench, type Workbench } from '../state/workbench.js'
import { announce } from './announcement.js'
import { question } from './busy-talk.fixture.js'
import { pageTitle } from './page-title.js'
import { visited } from './shell-state.js'

const withTalk = (parts: Partial<Talk>, current = 'scout/1'): Workbench => ({
  ...emptyWorkbench,
  talks: new Map([['scout/1', talkWith(parts)]]),
  current,
})

const said = (before: Partial<Talk>, after: Partial<Talk>): readonly string[] =>
  announce(withTalk(before), withTalk(after)).map(({ text }) => text)

test('the turn is told as it begins and as it ends', () => {
  expect(said({}, { turn: { state: 'working' } })).toEqual(['working'])
  expect(said({ turn: { state: 'working' } }, {})).toEqual(['finished'])
  expect(said({ turn: { state: 'cancelling' } }, {})).toEqual(['stopped'])
})

test('a question is told with what it wants, once', () => {
  const asked = { turn: { state: 'working' }, questions: [question] } as const
  expect(said({ turn: { state: 'working' } }, asked)).toEqual(['needs permission: npm test'])
  expect(said(asked, { ...asked, title: 'Another' })).toEqual([])
})

test('only failures interrupt, and they name the cure', () => {
  const failure = { message: 'It ended.', cure: 'Try again.' }
  const [told] = announce(withTalk({}), withTalk({ phase: 'failed', failure }))
  expect(told).toMatchObject({ text: 'It ended. Try again.', isUrgent: true })
})

test('other conversations are told by their project', () => {
  const [told] = announce(withTalk({}, 'other'), withTalk({ turn: { state: 'working' } }, 'other'))
  expect(told?.text).toBe('ada/shop: working')
})

test('a command that hides something is marked', () => {
  const hidden = { ...question, command: 'rm\u202e -rf' }
  expect(said({}, { questions: [hidden] })).toEqual(['needs permission: rm· -rf'])
})

test('nothing is told of a conversation that has only just come', () => {
  expect(announce(emptyWorkbench, withTalk({ turn: { state: 'working' } }))).toEqual([])
})

test.each([
  [withTalk({ questions: [question] }), '? needs you · shop'],
  [withTalk({ questions: [question] }, 'other'), '? needs you · shop'],
  [withTalk({ turn: { state: 'working' } }), '◐ working · shop'],
  [withTalk({ phase: 'offline' }), '✗ offline · shop'],
  [withTalk({}), 'shop · Parley'],
  [emptyWorkbench, 'Parley'],
])('the tab says how it is, and where (%#)', (workbench, title) => {
  expect(pageTitle(workbench)).toBe(title)
})

test('what is visited stands first, and once', () => {
  expect(visited(['a', 'b'], 'b')).toEqual(['b', 'a'])
  expect(
    visited(
      Array.from({ length: 40 }, (_, place) => `${place}`),
      'x',
    ),
  ).toHaveLength(20)
})
