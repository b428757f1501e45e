import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { memoryJournal } from '../store/index.js'
import { findInvocation } from './command.js'
import type { AgentDefinition } from './definition.js'
import { load, newSession, turnOf, visit } from './visits.fixture.js'

const commands = {
  commands: [
    {
      name: 'test',
      description: 'Runs the tests',
      hint: 'which ones',
      async run(turn, input) {
        turn.say(`testing ${input}`)
        return 'max_tokens'
      },
    },
    { name: 'note', description: 'Takes a note' },
  ],
  async prompt(turn) {
    turn.say(JSON.stringify([turn.command?.command.name ?? null, turn.command?.input ?? null]))
  },
} satisfies Partial<AgentDefinition>

test('version 1: commands are offered right after the answer that opens a session, new or loaded', async () => {
  const sessions = memoryJournal()
  const caller = await visit({ ...commands, sessions })
  const sessionId = await newSession(caller)
  await calm()
  const offer = {
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { name: 'test', description: 'Runs the tests', input: { hint: 'which ones' } },
      { name: 'note', description: 'Takes a note' },
    ],
  }
  expect(caller.far.updates()).toEqual([offer])
  const { before } = await load(caller, sessionId)
  expect(before).toEqual([])
  await calm()
  expect(caller.far.updates()).toEqual([offer, offer])
  await caller.served.close()
})

test('version 2: commands stand in the answer that opens a session', async () => {
  const sessions = memoryJournal()
  const caller = await visit({ ...commands, sessions }, 2)
  const offer = [
    {
      type: 'command',
      name: 'test',
      description: 'Runs the tests',
      input: { type: 'text', hint: 'which ones' },
    },
    { type: 'command', name: 'note', description: 'Takes a note' },
  ]
  const { result } = await caller.far.ask('session/new', { cwd: '/work' })
  expect(result).toMatchObject({ availableCommands: offer })
  const { sessionId } = result as { sessionId: string }
  expect((await load(caller, sessionId)).result).toMatchObject({ availableCommands: offer })
  await calm()
  expect(JSON.stringify(caller.far.updates())).not.toContain('available_commands_update')
  await caller.served.close()
})

for (const version of [1, 2] as const)
  test(`version ${version}: a command with a run of its own answers it, any other message goes to the prompt`, async () => {
    const caller = await visit(commands, version)
    const sessionId = await newSession(caller)
    const said = async (words: string) => {
      const { stopReason, updates } = await turnOf(caller, sessionId, words)
      const chunks = updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
      return [stopReason, ...chunks.map(({ content }) => (content as { text: string }).text)]
    }
    expect(await said('/test the  parser\nagain')).toEqual(['max_tokens', 'testing the  parser\nagain'])
    expect(await said('/note')).toEqual(['end_turn', '["note",""]'])
    expect(await said('/note milk')).toEqual(['end_turn', '["note","milk"]'])
    expect(await said('/unknown x')).toEqual(['end_turn', '[null,null]'])
    expect(await said('please /test')).toEqual(['end_turn', '[null,null]'])
    await caller.served.close()
  })

test('a command is a slash and its whole name', () => {
  const all = commands.commands
  expect(findInvocation(all, '/tests')).toBeUndefined()
  expect(findInvocation(all, '/')).toBeUndefined()
  expect(findInvocation(all, '')).toBeUndefined()
  expect(findInvocation(all, '/test')?.input).toBe('')
})
