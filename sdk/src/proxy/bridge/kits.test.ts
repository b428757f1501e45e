import { expect, test } from 'vitest'
import type { AgentDefinition } from '../../agent/definition.js'
import { memoryJournal } from '../../store/index.js'
import { follow, kindsOf, meet } from './parties.fixture.js'

const definition: Partial<AgentDefinition> = {
  sessions: memoryJournal(),
  modes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
  settings: [{ type: 'boolean', id: 'web', name: 'Web', initial: false }],
  commands: [{ name: 'greet', description: 'Greets', run: async turn => void turn.say('Hi') }],
  async prompt(turn) {
    turn.think('hm')
    turn.say('Hello ')
    turn.say('world')
    const edit = turn.tool({ title: 'Edit', kind: 'edit', locations: [{ path: '/a', line: 3 }] })
    const chosen = await turn.ask(edit)
    if (chosen?.kind === 'allow_once')
      edit.complete([{ type: 'diff', path: '/a', oldText: 'x\n', newText: 'y\n' }])
    else edit.fail('not allowed')
    turn.plan([{ content: 'Look', priority: 'high', status: 'completed' }])
    await turn.session.setMode('code')
    if (turn.text === 'wait')
      await new Promise(resolve => turn.signal.addEventListener('abort', resolve, { once: true }))
    if (turn.text === 'fail') throw new Error('a bug')
  },
}

test.each([1, 2] as const)(
  'a client of version %i has a whole turn with an agent of the other',
  async version => {
    const asked: unknown[] = []
    const { client, atClient } = await meet<1 | 2>(version, {
      definition,
      host: {
        permission: ({ title, options }) => {
          asked.push(title)
          return options.find(({ kind }) => kind === 'allow_once')?.optionId
        },
      },
    })
    expect(client.version).toBe(version)
    expect(client.info?.name).toBe('far')
    const session = await client.newSession({ cwd: '/' })
    expect(session.mode).toBe('ask')
    const { updates, outcome } = await follow(session.prompt('go'))
    console.log(
      JSON.stringify(
        atClient.map(({ message }) => message),
        null,
        1,
      ),
    )
    expect(outcome.stopReason).toBe('end_turn')
    expect(asked).toEqual(['Edit'])
    expect(kindsOf(updates)).toEqual([])
  },
)
