import { expect, test } from 'vitest'
import { newFar } from '../model/far.js'
import { aModel, openTalk, Play } from '../model/model.fixture.js'
import { farewell } from './farewell.js'

const WAY = { id: 'abcd', command: 'npm start --' }

test('every conversation in which something was said is named, the one looked at first, with a line that works', () => {
  const { thread } = new Play().news({
    is: 'updates',
    updates: [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } }],
  }).talk
  const facts = (title: string) => ({ ...openTalk().facts, title })
  const talks = [
    openTalk({ key: 'talk-1', record: 'r1', thread, facts: facts('Tidy the tests') }),
    openTalk({ key: 'talk-2', record: 'r2', thread, facts: facts(`Port\u001b[2J ${'x'.repeat(99)}`) }),
    openTalk({ key: 'talk-3', record: 'r3' }),
  ]
  const lines = farewell(aModel({ talks, active: 'talk-2' }), 'left', WAY)
  expect(lines).toHaveLength(5)
  expect(lines[1]).toMatch(/^To go on with “Port.*x…?”:$/)
  expect(lines[1]).not.toContain('\u001b')
  expect(lines[1]?.length).toBeLessThan(90)
  expect(lines.slice(2)).toEqual([
    '  npm start -- chat --resume r2',
    'To go on with “Tidy the tests”:',
    '  npm start -- chat --resume r1',
  ])
  const options = ['--token-file', "/home/o'neil/my token", '--ca', '/etc/ca.pem']
  const far = (isGuest: boolean) =>
    newFar({ sessionId: 's 1', name: 'me', isViewer: false, isGuest, options })
  const shared = [true, false].map(isGuest => ({
    ...openTalk({ key: `talk-${isGuest}`, record: 'r', thread, facts: facts('Ours') }),
    far: far(isGuest),
  }))
  const said = farewell(aModel({ talks: shared, active: 'talk-true' }), 'left', WAY)
  expect(said.slice(1)).toEqual([
    '“Ours” goes on. To come back, ask for another link.',
    '“Ours” goes on. To come back:',
    expect.stringMatching(
      /^ {2}npm start -- attach \S+ 's 1' --token-file '\/home\/o'\\''neil\/my token' --ca \/etc\/ca\.pem$/,
    ),
  ])
  expect(farewell(aModel(), 'left', WAY)).toEqual([])
  expect(farewell(aModel(), 'detached', WAY)).toEqual([
    'The agents go on. To come back: npm start -- attach abcd',
  ])
})
