import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { AgentFixture } from './fixture.js'
import { scout } from './fixtures/scout.js'
import { examineProgram } from './peers.fixture.js'

const pathOf = (place: string): string => fileURLToPath(new URL(place, import.meta.url))

test('scout keeps every requirement that it can be driven to', { timeout: 180_000 }, async () => {
  const command = [process.execPath, pathOf('../../../cli/dist/main.js'), 'agent']
  const { broken, skipped } = await examineProgram(command, scout, { SCOUT_DISCOVERY: 'off' })
  expect(broken).toEqual([])
  expect(skipped).toEqual({
    'nothing was seen that it could be judged by': ['agent.tool-call.revived'],
    'the agent offers no way to sign in': [
      'agent.auth.required',
      'agent.auth.unknown-method',
      'agent.auth.signed-in',
      'agent.auth.logout',
    ],
  })
})

/** What the agent of the fixtures understands. */
const official: AgentFixture = {
  name: 'official',
  prompts: { say: 'say {text}', talk: 'talk', write: 'write {path} {text}' },
}

test('an agent on the official SDK breaks nothing that it must keep', { timeout: 180_000 }, async () => {
  const command = [process.execPath, pathOf('../fixtures/official-agent.mjs')]
  const { broken, skipped } = await examineProgram(command, official)
  // It asks neither whether a folder is absolute nor whether there is such a session, and may leave that out.
  expect(broken).toEqual([
    'noted agent.session.relative-cwd: found a result',
    'noted agent.session.unknown-id: found a result',
  ])
  expect(Object.keys(skipped).filter(why => !/no words for|does not advertise|offers? no/.test(why))).toEqual(
    [
      'nothing was seen that it could be judged by',
      'the agent has no options that are on or off',
      'the agent does not offer both modes and an option for the mode',
    ],
  )
})
