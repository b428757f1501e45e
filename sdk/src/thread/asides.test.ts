import { expect, test } from 'vitest'
import { fold, type Happening, said, text } from './fold.fixture.js'
import { toValue } from './value.js'

const entriesAfter = (version: 1 | 2, ...events: object[]) =>
  toValue(fold(version, ...(events as unknown as Happening[]))).entries

const compaction = (status: string, more: object = {}) => ({
  sessionUpdate: 'compaction_update',
  compactionId: 'c',
  status,
  ...more,
})
const piece = (words: string) => ({
  sessionUpdate: 'compaction_summary_chunk',
  compactionId: 'c',
  content: text(words),
})
const message = (more: object) => ({ sessionUpdate: 'session_message', messageId: 'm', ...more })
const child = (more: object) => ({ sessionUpdate: 'subagent_update', sessionId: 's', ...more })

test.each([1, 2] as const)('version %i: a compaction keeps its place while its summary grows', version => {
  const started = [compaction('in_progress'), said('agent', 'x', 'm'), piece('a'), piece('b')]
  const [first, second] = entriesAfter(version, ...started, compaction('completed'))
  expect(first).toEqual({
    kind: 'compaction',
    compactionId: 'c',
    status: 'completed',
    summary: [text('ab')],
  })
  expect(second?.kind).toBe('message')
  expect(
    entriesAfter(version, ...started, compaction('completed', { summary: [text('all')] }))[0],
  ).toMatchObject({
    summary: [text('all')],
  })
  expect(
    entriesAfter(version, ...started, compaction('failed', { summary: null, error: 'no' }))[0],
  ).toMatchObject({
    summary: [],
    error: 'no',
  })
  expect(
    entriesAfter(version, compaction('failed', { error: 'no' }), compaction('failed', { error: null }))[0],
  ).not.toHaveProperty('error')
})

test.each([1, 2] as const)('version %i: a subagent is patched where it was announced', version => {
  const state = { state: 'running' }
  const announced = child({
    title: 'helper',
    description: 'helps',
    state,
    cwd: '/a',
    additionalDirectories: ['/b'],
  })
  expect(entriesAfter(version, announced, child({ state: { state: 'idle' } }))).toEqual([
    {
      kind: 'subagent',
      sessionId: 's',
      title: 'helper',
      description: 'helps',
      state: { state: 'idle' },
      cwd: '/a',
      additionalDirectories: ['/b'],
    },
  ])
  expect(entriesAfter(version, announced, child({ state: null, title: null }))[0]).not.toHaveProperty('state')
})

test.each([1, 2] as const)(
  'version %i: a message between sessions grows, and is replaced as a whole',
  version => {
    const more = { sessionUpdate: 'session_message_chunk', messageId: 'm', content: text('b') }
    const first = message({ senderSessionId: 's', recipientMessageId: 'r', content: [text('a')] })
    expect(entriesAfter(version, first, more)).toEqual([
      {
        kind: 'session_message',
        messageId: 'm',
        senderSessionId: 's',
        recipientMessageId: 'r',
        content: [text('ab')],
      },
    ])
    expect(entriesAfter(version, more, message({ content: null, senderSessionId: null }))).toEqual([
      { kind: 'session_message', messageId: 'm', content: [] },
    ])
  },
)
