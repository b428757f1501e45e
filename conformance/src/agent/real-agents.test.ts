import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { AgentFixture } from './fixture.js'
import { scout } from './fixtures/scout.js'
import { examineProgram, type Subject } from './peers.fixture.js'

const pathOf = (place: string): string => fileURLToPath(new URL(place, import.meta.url))

const scoutAgent: Subject = {
  command: [process.execPath, pathOf('../../../cli/dist/main.js'), 'agent'],
  fixture: scout,
  env: { SCOUT_DISCOVERY: 'off' },
}

test('scout keeps every requirement that it can be driven to', { timeout: 180_000 }, async () => {
  const { broken, skipped } = await examineProgram(1, scoutAgent)
  expect(broken).toEqual([])
  expect(skipped).toEqual({
    'nothing was seen that it could be judged by': ['agent.tool-call.revived'],
    'the agent has no way to sign in that needs a terminal': ['agent.initialize.terminal-sign-in'],
    'the agent offers no way to sign in': [
      'agent.initialize.auth-methods',
      'agent.auth.required',
      'agent.auth.unknown-method',
      'agent.auth.signed-in',
      'agent.auth.logout',
    ],
  })
})

test('scout keeps every requirement of version 2 that it can be driven to', {
  timeout: 180_000,
}, async () => {
  const { broken, skipped } = await examineProgram(2, scoutAgent)
  expect(broken).toEqual([])
  expect(skipped).toEqual({
    'nothing was seen that it could be judged by': ['agent.message.lines', 'agent.tool-call.revived'],
    'the agent has no way to sign in that needs a terminal': ['agent.initialize.terminal-sign-in'],
    'the agent offers no way to sign in': [
      'agent.initialize.auth-methods',
      'agent.initialize.auth-type',
      'agent.auth.required',
      'agent.auth.unknown-method',
      'agent.auth.signed-in',
      'agent.auth.logout',
      'agent.auth.both',
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
  const { broken, skipped } = await examineProgram(1, { command, fixture: official })
  // It asks neither whether a folder is absolute nor whether there is such a session, and may leave that out.
  expect(broken).toEqual([
    'noted agent.session.relative-cwd: found a result',
    'noted agent.session.unknown-id: found a result',
  ])
  expect(Object.keys(skipped).filter(why => !/no words for|does not advertise|offers? no/.test(why))).toEqual(
    [
      'nothing was seen that it could be judged by',
      'the agent has no way to sign in that needs a terminal',
      'the agent has no options that are on or off',
      'the agent does not offer both modes and an option for the mode',
    ],
  )
})

test('an agent on the official SDK breaks nothing of version 2 that it must keep', {
  timeout: 180_000,
}, async () => {
  const command = [process.execPath, pathOf('../fixtures/official-agent-v2.mjs')]
  const { broken, skipped } = await examineProgram(2, { command, fixture: official })
  // It does not ask whether a folder is absolute, and may leave that out.
  expect(broken).toEqual(['noted agent.session.relative-cwd: found a result'])
  const others = Object.entries(skipped).filter(
    ([why]) => !/no words for|does not advertise|offers? no/.test(why),
  )
  expect(Object.fromEntries(others)).toEqual({
    'nothing was seen that it could be judged by': [
      'agent.message.meta',
      'agent.turn.usage',
      'agent.command.names',
    ],
    'the agent has no way to sign in that needs a terminal': ['agent.initialize.terminal-sign-in'],
    'the agent showed no diff': ['agent.diff.changes', 'agent.diff.patch', 'agent.diff.offered'],
  })
})
