import { expect, test } from 'vitest'
import { scout, talkWith } from '../showcase/means.fixture.js'
import { question } from './busy-talk.fixture.js'
import { connectionOf, connectionWords } from './connection.js'

test.each([
  [{}, {}, 'live'],
  [{ phase: 'opening' }, {}, 'connecting'],
  [{ phase: 'replaying' }, {}, 'replaying'],
  [{ phase: 'offline' }, {}, 'offline'],
  [{ phase: 'failed' }, { link: 'waiting' }, 'failed'],
  [{ phase: 'failed', failure: { message: 'x', isElsewhere: true } }, {}, 'elsewhere'],
  [{}, { link: 'waiting' }, 'offline'],
  [{}, { link: 'connecting' }, 'connecting'],
  [{ questions: [question] }, {}, 'waiting-for-you'],
  [{ questions: [question], phase: 'offline' }, {}, 'offline'],
] as const)('a conversation %j over a link %j is %s', (talk, agent, state) => {
  expect(connectionOf(talkWith(talk), { ...scout, ...agent }).state).toBe(state)
})

test('offline says when the next try is, as long as there is something to wait for', () => {
  const connection = connectionOf(talkWith({ phase: 'offline' }), { ...scout, retryAt: 10_000 })
  expect(connectionWords(connection, 3_500)).toBe('offline, tries again in 7 s')
  expect(connectionWords(connection, 10_001)).toBe('offline')
})
