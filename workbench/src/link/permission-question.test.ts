import type { PermissionRequest } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { toPermissionQuestion } from './permission-question.js'

const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
]
const requestWith = (more: object): PermissionRequest =>
  ({ sessionId: '1', title: 'Edit', options, raw: {}, ...more }) as unknown as PermissionRequest
const diff = { type: 'diff', path: '/a', oldText: null, newText: 'new' }
const toolCall = { toolCallId: 't', kind: 'edit', content: [diff], locations: [{ path: '/a' }] }
const named = { id: 'q', askedAt: 1 }

test('what only the agent says is its claim: its changes are shown, and nothing is established', () => {
  const question = toPermissionQuestion(requestWith({ toolCall, raw: { toolCall } }), named)
  expect(question).toMatchObject({
    id: 'q',
    toolCallId: 't',
    toolKind: 'edit',
    changes: [{ path: '/a', newText: 'new' }],
  })
  expect(question.lines).toBeUndefined()
  expect(question.isEstablished).toBe(false)
  expect(question.choices).toEqual(options.map(each => ({ ...each, rule: undefined })))
})

test('what the gateway has established stands for what will happen, with the rule of each lasting answer', () => {
  const ask = {
    ...{ isEstablished: true, description: 'Nothing allows it yet.' },
    ...{ lines: ['writes /b', 7], command: 'npm test', cwd: '/shop', rules: { always: 'npm test in /shop' } },
    changes: [{ path: '/b', newText: 'other', oldText: 'old' }, { path: '/c' }],
  }
  const raw = { toolCall, _meta: { 'parley.dev/ask': ask } }
  const question = toPermissionQuestion(requestWith({ toolCall, raw }), named)
  expect(question).toMatchObject({
    isEstablished: true,
    lines: ['writes /b'],
    command: 'npm test',
    cwd: '/shop',
    reason: 'Nothing allows it yet.',
    // The call is the gateway's own: none of this is what the agent says.
    ...{ locations: [], content: [], rawInput: undefined },
  })
  expect(question.changes).toEqual([{ path: '/b', newText: 'other', oldText: 'old' }])
  expect(question.choices.map(({ rule }) => rule)).toEqual([undefined, 'npm test in /shop'])
})

test('what the gateway tells of an agent’s own question is still the agent’s word', () => {
  const ask = { isEstablished: false, lines: ['The agent says, and nobody checked:'], command: 'ls' }
  const question = toPermissionQuestion(requestWith({ raw: { _meta: { 'parley.dev/ask': ask } } }), named)
  expect(question).toMatchObject({ isEstablished: false, lines: ask.lines, command: 'ls' })
})

test('facts that nobody can read to their end say so', () => {
  const raw = { _meta: { 'parley.dev/ask': { lines: Array.from({ length: 5_000 }, () => 'x') } } }
  const { lines } = toPermissionQuestion(requestWith({ raw }), named)
  expect(lines).toHaveLength(4_001)
  expect(lines?.at(-1)).toContain('do not allow it')
})
