import { expect, test } from 'vitest'
import type { PermissionQuestion } from '../state/question.js'
import { isDestructive } from './destructive.js'
import { GUARD } from './early.js'
import { farKeys, keyOf, permissionAction } from './permission-keys.js'
import { CHOICES, claimed, command, edit, permission } from './question.fixture.js'

interface Pressing {
  readonly question?: PermissionQuestion
  readonly isFocused?: boolean
  readonly age?: number
  readonly isRepeated?: boolean
}

function press(
  keys: string,
  { question = command, isFocused = true, age = 1_000, isRepeated = false }: Pressing = {},
) {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const stroke = {
    ...{ key, code: `Key${key.toUpperCase()}`, isRepeated, isControl: parts.includes('Control') },
    ...{ isShift: parts.includes('Shift'), isAlt: parts.includes('Alt') },
  }
  return permissionAction(stroke, question, { isFocused, age })
}

const choose = (optionId: string) => ({ do: 'choose', optionId })
const all = permission({ choices: [...CHOICES, { optionId: 'never', name: 'Never', kind: 'reject_always' }] })

test.each([
  ['a', 'once'],
  ['A', 'session'],
  ['r', 'no'],
  ['R', 'never'],
  ['1', 'once'],
  ['3', 'project'],
  ['Shift+Alt+a', 'once'],
  ['Shift+Alt+q', 'session'],
  ['Shift+Alt+x', 'no'],
])('%s answers with %s', (keys, optionId) => {
  expect(press(keys, { question: all })).toEqual(choose(optionId))
})

test('w opens the place for a reason, where there is a no that holds once', () => {
  expect(press('w')).toEqual({ do: 'explain' })
  expect(press('w', { question: permission({ choices: CHOICES.slice(0, 3) }) })).toEqual({ do: 'nothing' })
})

test('Escape dismisses', () => {
  expect(press('Escape')).toEqual({ do: 'dismiss' })
})

test('letters answer nothing while the focus is elsewhere; keys with Shift and Alt do', () => {
  for (const key of ['a', 'A', 'r', 'w', '1', 'Escape', 'Enter'])
    expect(press(key, { isFocused: false })).toBeUndefined()
  expect(press('Shift+Alt+a', { isFocused: false })).toEqual(choose('once'))
})

test.each(['a', 'A', 'r', 'w', '1', 'Escape', 'Enter', 'Shift+Alt+a', 'Shift+Alt+q', 'Shift+Alt+x'])(
  '%s answers nothing before somebody can have read the question',
  keys => {
    expect(press(keys, { question: claimed, age: GUARD - 1 })).toEqual({ do: 'nothing' })
    expect(press(keys, { question: claimed, age: GUARD })).not.toBeUndefined()
  },
)

test('a key that is held down answers no further question', () => {
  expect(press('a', { isRepeated: true })).toEqual({ do: 'nothing' })
})

test('Enter answers only what the gateway says destroys nothing', () => {
  expect(press('Enter', { question: command })).toEqual({ do: 'nothing' })
  expect(press('Enter', { question: edit })).toEqual({ do: 'nothing' })
  expect(press('Enter', { question: claimed })).toEqual({ do: 'nothing' })
  expect(press('Enter', { question: { ...claimed, isEstablished: true } })).toEqual(choose('once'))
})

test.each([
  ['edit', true],
  ['delete', true],
  ['move', true],
  ['execute', true],
  ['other', true],
  ['a kind of its own', true],
  ['switch_mode', true],
  ['read', false],
  ['search', false],
])('%s: destructive is %s', (toolKind, is) => {
  expect(isDestructive(permission({ toolKind, isEstablished: true }))).toBe(is)
  // An agent may call its own doing what it likes.
  expect(isDestructive(permission({ toolKind }))).toBe(true)
})

test('what is called reading and runs a command is destructive all the same', () => {
  const read = { toolKind: 'read', isEstablished: true }
  expect(isDestructive(permission({ ...read, command: 'rm -rf /' }))).toBe(true)
  expect(isDestructive(permission({ ...read, changes: [{ path: '/a', newText: '' }] }))).toBe(true)
})

test('a key for an answer that is not offered is taken and does nothing', () => {
  expect(press('A', { question: claimed })).toEqual({ do: 'nothing' })
  expect(press('9')).toEqual({ do: 'nothing' })
})

test('keys with Control belong to the browser', () => {
  expect(press('Control+a')).toBeUndefined()
  expect(press('Control+r')).toBeUndefined()
})

test('every answer shows a key that gives it', () => {
  for (const choice of all.choices)
    expect(press(keyOf(all.choices, choice)!, { question: all })).toEqual(choose(choice.optionId))
})

test('only keys that answer something are told, each with the answer that it gives', () => {
  const choice = (optionId: string, kind: string, name: string) => ({ optionId, kind, name })
  const choices = [
    choice('no', 'reject_always', 'Never'),
    choice('yes', 'allow_once', 'Allow once'),
    choice('session', 'allow_always', 'Allow in this session'),
    choice('always', 'allow_always', 'Allow always'),
  ]
  expect(farKeys(choices).map(([chord, { name }]) => `${chord} ${name}`)).toEqual([
    'Shift+Alt+A Allow once',
    'Shift+Alt+Q Allow in this session',
    'Shift+Alt+X Never',
  ])
  expect(farKeys(choices.slice(0, 1)).map(([chord]) => chord)).toEqual(['Shift+Alt+X'])
})
