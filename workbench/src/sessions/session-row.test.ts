import { emptyThread, reduce } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { scout, talkWith } from '../showcase/means.fixture.js'
import type { ListedSession, Talk } from '../state/talk.js'
import { abilitiesFor, digestOf, rowsOf, stateOf, titleOf } from './session-row.js'

const listed: ListedSession = {
  ...{ key: 'scout/1', agent: 'scout', sessionId: '1', cwd: '/home/ada/shop', title: 'Listed' },
  ...{ isArchived: false, state: 'saved', updatedAt: '2026-01-02T03:04:05Z' },
}

const rowsWith = (talks: readonly Talk[]) =>
  rowsOf({ listed: [listed], agents: [scout], talks: new Map(talks.map(talk => [talk.key, talk])) })

test('what is open here is listed once, as it is here', () => {
  const rows = rowsWith([talkWith({ title: 'Open', turn: { state: 'working' } })])
  expect(rows).toMatchObject([{ key: 'scout/1', title: 'Open', state: 'working', isOpen: true }])
})

test('what is listed has its time; a time that cannot be read is none', () => {
  expect(rowsWith([])[0]?.at).toBe(Date.parse('2026-01-02T03:04:05Z'))
  const rows = rowsOf({ listed: [{ ...listed, updatedAt: 'soon' }], agents: [], talks: new Map() })
  expect(rows[0]).not.toHaveProperty('at')
})

test('a question outweighs the turn that it belongs to, and a failure everything', () => {
  const question = { is: 'url', id: 'q', askedAt: 0, message: '', url: '' } as const
  const asked = talkWith({ turn: { state: 'working' }, questions: [question] })
  expect(stateOf(asked)).toBe('needs-you')
  expect(stateOf({ ...asked, phase: 'failed' })).toBe('broken')
})

test('a conversation without a title is called by what was first asked', () => {
  const thread = reduce(emptyThread(1), { type: 'prompt', content: [{ type: 'text', text: 'Fix\nit' }] })
  expect(titleOf(undefined, thread)).toBe('Fix·it')
  expect(titleOf(undefined, emptyThread(1))).toBe('New conversation')
})

test('a title hides nothing and goes on forever for nobody', () => {
  expect(titleOf('safe\u202e\u0007title')).toBe('safe·title')
  expect(titleOf('x'.repeat(5000)).length).toBeLessThanOrEqual(80)
})

test('what the agent says does not change the digest, what a list shows does', () => {
  const talk = talkWith({ title: 'Same' })
  const said = reduce(talk.thread, {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'word' },
  })
  const digest = (parts: Partial<Talk>): string => digestOf(new Map([['k', { ...talk, ...parts }]]))
  expect(digest({ thread: said })).toBe(digest({}))
  expect(digest({ turn: { state: 'working' } })).not.toBe(digest({}))
})

test('what an agent cannot do is known from any of its conversations', () => {
  const talk = talkWith()
  const talks = new Map([[talk.key, { ...talk, abilities: { ...talk.abilities, fork: false } }]])
  expect(abilitiesFor({ talks }, 'scout/other', 'scout').fork).toBe(false)
  expect(abilitiesFor({ talks }, 'ranger/1', 'ranger').fork).toBe(true)
})
