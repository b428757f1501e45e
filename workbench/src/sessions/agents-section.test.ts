import { expect, test } from 'vitest'
import { scout } from '../showcase/means.fixture.js'
import { linkWords } from './agents-section.js'

test.each([
  [{ link: 'open' }, 'connected'],
  [{ link: 'open', needsSignIn: true }, 'needs a sign-in'],
  [{ link: 'idle' }, 'not started'],
  [{ link: 'connecting' }, 'connecting'],
  [{ link: 'closed' }, 'not connected'],
  [{ link: 'waiting', retryAt: 4_200 }, 'tries again in 4 s'],
  [{ link: 'waiting', retryAt: 100 }, 'tries again now'],
] as const)('a link that is %j is said to be %s', (parts, words) => {
  expect(linkWords({ ...scout, ...parts }, 500)).toBe(words)
})
