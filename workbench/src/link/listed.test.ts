import { emptyThread } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import type { Talk } from '../state/talk.js'
import { NO_ABILITIES } from './facts.js'
import { isSameList, toListed, withTalks } from './listed.js'

const NOW = '2026-01-03T00:00:00.000Z'
const own = (sessionId: string, more: object = {}) => ({
  ...{
    sessionId,
    cwd: '/shop',
    isBusy: false,
    isWaiting: false,
    isOpen: false,
    isArchived: false,
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  },
})
const talkOf = (sessionId: string, more: Partial<Talk> = {}): Talk => ({
  ...{
    key: `here-${sessionId}`,
    agent: 'scout',
    sessionId,
    cwd: '/shop',
    phase: 'live',
    thread: emptyThread(1),
  },
  ...{ turn: { state: 'idle' }, queue: [], isQueueHeld: false, questions: [], modes: [], options: [] },
  ...{
    commands: [],
    abilities: NO_ABILITIES,
    people: [],
    isViewer: false,
    remarks: [],
    startedAt: new Map(),
    endedAt: new Map(),
  },
  ...more,
})

test('what the gateway keeps and what the agent has become one list; what was archived says so', () => {
  const listed = toListed('scout', {
    own: [own('a', { isBusy: true }), own('b', { isOpen: true }), own('c')],
    theirs: [
      { sessionId: 'a', cwd: '/shop', title: 'named by the agent' },
      { sessionId: 'd', cwd: '/else' },
    ],
    archived: [
      { sessionId: 'c', cwd: '/shop' },
      { sessionId: 'e', cwd: '/else' },
    ],
  })
  expect(listed.map(({ sessionId, state, isArchived }) => [sessionId, state, isArchived])).toEqual([
    ['a', 'working', false],
    ['d', 'saved', false],
    ['c', 'saved', true],
    ['e', 'saved', true],
    ['b', 'idle', false],
  ])
  const asked = { own: [own('a', { isBusy: true, isWaiting: true })], theirs: [], archived: [] }
  expect(toListed('scout', asked)).toMatchObject([{ state: 'needs-you' }])
  expect(listed[0]).toMatchObject({ key: 'scout/a', title: 'named by the agent' })
})

test('of conversations that are open here more is known; those nobody has listed yet are there, and the latest come first', () => {
  const found = toListed('scout', {
    own: [own('a'), own('b', { updatedAt: '2026-01-02T00:00:00.000Z' })],
    theirs: [],
    archived: [],
  })
  const question = { is: 'sign-in', id: 'x', askedAt: 0, agent: 'scout' } as const
  const talks = [
    talkOf('a', { questions: [question], title: 'Mine' }),
    talkOf('new', { turn: { state: 'working' } }),
    talkOf('', { sessionId: undefined }),
  ]
  const listed = withTalks(found, talks, NOW)
  expect(listed.map(({ key, state, title }) => [key, state, title])).toEqual([
    ['here-new', 'working', undefined],
    ['scout/b', 'saved', undefined],
    ['here-a', 'needs-you', 'Mine'],
  ])
  expect(isSameList(listed, withTalks(found, talks, NOW))).toBe(true)
  expect(isSameList(listed, withTalks(found, [], NOW))).toBe(false)
})
