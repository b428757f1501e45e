import { expect, test } from 'vitest'
import { agentDeeds } from './fixture.js'
import { agentFixtures } from './fixtures.js'

const PLACES = { read: ['path'], write: ['path', 'text'], run: ['text'], mcp: ['server'], fail: ['path'] }

test('plain words ask for all that an agent with a model can be asked for', () => {
  const plain = agentFixtures.find(({ name }) => name === 'plain')
  const missing = agentDeeds.filter(deed => plain?.prompts[deed] === undefined)
  expect(missing).toEqual(['form', 'visit', 'switch', 'notice', 'compact'])
})

test.for(agentFixtures)('the words of $name have a place for all that they need', ({ prompts }) => {
  for (const [deed, names] of Object.entries(PLACES))
    for (const name of names) expect(prompts[deed as keyof typeof PLACES], deed).toContain(`{${name}}`)
})
