import { expect, test } from 'vitest'
import type { PermissionRequest } from '../../client/index.js'
import { findCommand, hasUnreadableCommand } from './claimed-command.js'

const find = (rawInput: unknown) =>
  findCommand({ toolCall: { toolCallId: 'one', rawInput } } as PermissionRequest, ['/w', '/x'])

test.each([
  ['one text', { command: 'npm test' }, { argv: ['npm test'], cwd: '/w' }],
  ['a program and its words', { command: 'npm', args: ['test'] }, { argv: ['npm', 'test'], cwd: '/w' }],
  ['words', { command: ['npm', 'test'] }, { argv: ['npm', 'test'], cwd: '/w' }],
  ['a place of its own', { command: 'ls', cwd: '/w/a' }, { argv: ['ls'], cwd: '/w/a' }],
  ['no place', { command: 'ls', cwd: null, args: null }, { argv: ['ls'], cwd: '/w' }],
  ['as many words as may be', { command: Array(64).fill('a') }, { argv: Array(64).fill('a'), cwd: '/w' }],
  ['as long as may be', { command: 'a'.repeat(4_096) }, { argv: ['a'.repeat(4_096)], cwd: '/w' }],
])('a command is found as %s', (_, rawInput, found) => {
  expect(find(rawInput)).toEqual(found)
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'ls'],
  ['an object without one', { path: 'a' }],
  ['a number', { command: 1 }],
  ['no words', { command: [] }],
  ['an empty text', { command: '' }],
  ['a word that is no text', { command: 'ls', args: [1] }],
  ['a place that is no text', { command: 'ls', cwd: 1 }],
  ['more than anybody reads', { command: 'a'.repeat(4_097) }],
  ['more words than anybody reads', { command: Array(65).fill('a') }],
])('no command is found in %s', (_, rawInput) => {
  expect(find(rawInput)).toBeUndefined()
})

test.each([
  [undefined, false],
  [null, false],
  ['ls', false],
  [{ path: 'a' }, false],
  [{ command: null }, false],
  [{ command: 'ls' }, false],
  [{ command: 1 }, true],
  [{ command: 'ls', cwd: 1 }, true],
  [{ command: 'a'.repeat(4_097) }, true],
])('a command that cannot be read is told from none: %j', (rawInput, isUnreadable) => {
  const request = { toolCall: { toolCallId: 'one', rawInput } } as PermissionRequest
  expect(hasUnreadableCommand(request, ['/w'])).toBe(isUnreadable)
})
