import { expect, test } from 'vitest'
import { Trail } from '../schema/trail.js'
import { SessionUpdate as OldUpdate } from '../schema/v1/shapes.gen.js'
import { toVersion1, toVersion2 } from './respelling.js'

test('what version 1 cannot say is said in other words or left out', () => {
  expect(
    toVersion1({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'cancelled', title: null }),
  ).toEqual([{ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' }])
  expect(toVersion1({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'paused' })).toMatchObject([
    { status: 'in_progress' },
  ])
  const content = [{ type: 'diff', changes: [{ operation: 'add', path: '/a' }] }] as const
  expect(toVersion1({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content })).toMatchObject([
    { content: [{ type: 'content', content: { text: 'add /a' } }] },
  ])
  expect(toVersion1({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: '' })).toEqual([])
  expect(
    toVersion1({
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }),
  ).toMatchObject([
    { sessionUpdate: 'agent_message_chunk', content: { text: 'a' }, messageId: 'm' },
    { sessionUpdate: 'agent_message_chunk', content: { text: 'b' }, messageId: 'm' },
  ])
})

test('words that version 1 does not know become the nearest that it has: what comes of it is valid', () => {
  const steps = [
    { content: 'a', priority: 'high', status: 'completed' },
    { content: 'b', priority: 'low', status: 'cancelled' },
    { content: 'c', priority: 'urgent', status: 'blocked' },
  ]
  const plan = { type: 'items', planId: 'p', entries: steps }
  const said = [
    { sessionUpdate: 'plan_update', plan },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'dreaming', kind: 'dance' },
  ].flatMap(update => toVersion1(update as never))
  expect(said).toEqual([
    { sessionUpdate: 'plan', entries: [steps[0], { content: 'c', priority: 'medium', status: 'pending' }] },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'in_progress', kind: 'other' },
  ])
  for (const update of said) expect(OldUpdate(update, new Trail())).toBe(update)
})

test('what version 1 left without a name has one in version 2', () => {
  expect(
    toVersion2({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'a' },
      messageId: null,
    }),
  ).toMatchObject([{ messageId: expect.stringMatching(/./) }])
})

test('a diff of version 1 is a patch in version 2, and a new file is a diff again in version 1', () => {
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 'c' } as const
  const made = { type: 'diff', path: '/w/a', oldText: null, newText: 'one\ntwo' } as const
  const [said] = toVersion2({ ...call, content: [made] })
  const text =
    'diff --git /w/a /w/a\nnew file mode 100644\n--- /dev/null\n+++ /w/a\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n'
  expect(said).toMatchObject({
    content: [{ changes: [{ operation: 'add', path: '/w/a' }], patch: { format: 'git_patch', text } }],
  })
  expect(said && toVersion1(said)).toMatchObject([{ content: [made] }])
})

test('the change of a file is shown in version 1 as the patch it was in version 2', () => {
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 'c' } as const
  const [said] = toVersion2({
    ...call,
    content: [{ type: 'diff', path: '/w/a', oldText: 'one\n', newText: 'two\n' }],
  })
  const text =
    'modify /w/a\n\n```diff\ndiff --git /w/a /w/a\n--- /w/a\n+++ /w/a\n@@ -1,1 +1,1 @@\n-one\n+two\n```'
  expect(said && toVersion1(said)).toMatchObject([
    { content: [{ type: 'content', content: { type: 'text', text } }] },
  ])
})

test('an update that is spoiled is respelled without harm', () => {
  const content = [{ type: 'diff', changes: [{ operation: '_own' }], patch: { format: '_own', text: 'x' } }]
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', content }
  expect(toVersion1(update as never)).toMatchObject([{ content: [{ content: { text: '_own' } }] }])
})
