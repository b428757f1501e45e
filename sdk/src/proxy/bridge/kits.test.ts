import { describe, expect, test } from 'vitest'
import type { AgentDefinition } from '../../agent/definition.js'
import type { Host } from '../../client/index.js'
import { memoryJournal } from '../../store/index.js'
import { emptyThread, reduce, type ThreadUpdate, toText } from '../../thread/index.js'
import { follow, kindsOf, meet } from './parties.fixture.js'

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))

const definition = (): Partial<AgentDefinition> => ({
  sessions: memoryJournal(),
  modes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
  settings: [{ type: 'boolean', id: 'web', name: 'Web', initial: false }],
  commands: [{ name: 'greet', description: 'Greets', run: async turn => void turn.say('Hi') }],
  async prompt(turn) {
    if (turn.text === 'fail') throw new Error('a bug')
    turn.say('Hello ')
    turn.say('world')
    if (turn.text === 'wait') return untilAborted(turn.signal)
    const edit = turn.tool({ title: 'Edit', kind: 'edit', locations: [{ path: '/a', line: 3 }] })
    const chosen = await turn.ask(edit)
    if (chosen?.kind !== 'allow_once') return edit.fail('not allowed')
    edit.complete([{ type: 'diff', path: '/a', oldText: 'x\n', newText: 'y\n' }])
    turn.plan([{ content: 'Look', priority: 'high', status: 'completed' }])
    await turn.session.setMode('code')
  },
})

const textIn = (version: 1 | 2, updates: readonly ThreadUpdate[]): string =>
  toText(updates.reduce((thread, update) => reduce(thread, update), emptyThread(version)))

/** Version 1 tells what the user said only to those who load it. */
const withoutPrompt = (text: string): string => text.replace(/^User:\n {2}go\n\n/, '')

const allowing: Host = { permission: ({ options }) => options.find(({ kind }) => kind === 'allow_once') }

describe.each([1, 2] as const)(
  'our client in version %i with our agent that speaks only the other',
  version => {
    test('has a turn with a tool call, leave, a plan and another mode', async () => {
      const asked: string[] = []
      const { client } = await meet<1 | 2>(version, {
        definition: definition(),
        host: {
          permission: ({ title, options }) => {
            asked.push(title)
            return options.find(({ kind }) => kind === 'allow_once')
          },
        },
      })
      expect(client.version).toBe(version)
      expect(client.info?.name).toBe('far')
      const session = await client.newSession({ cwd: '/' })
      expect(session.mode).toBe('ask')
      expect(session.options).toMatchObject([{ id: 'mode' }, { id: 'web', value: false }])
      const { updates, outcome } = await follow(session.prompt('go'))
      expect(outcome.stopReason).toBe('end_turn')
      expect(asked).toEqual(['Edit'])
      // Version 1 tells of commands when the session is there: by then the turn may have begun.
      const asides = ['state_update', 'user_message', 'available_commands_update']
      const kinds = kindsOf(updates).filter(kind => !asides.includes(kind))
      const calls =
        version === 1
          ? ['tool_call', 'tool_call_update', 'plan']
          : ['tool_call_update', 'tool_call_update', 'plan_update']
      // Agents of version 1 tell of a mode in two ways, and both are news of the settings.
      const news =
        version === 1
          ? ['config_option_update', 'current_mode_update']
          : ['config_option_update', 'config_option_update']
      expect(kinds).toEqual(['agent_message_chunk', 'agent_message_chunk', ...calls, ...news])
      expect(session.mode).toBe('code')
      expect(session.commands.map(({ name }) => name)).toEqual(['greet'])
    })

    test('has its turn refused, cancelled and failed', async () => {
      const { client } = await meet<1 | 2>(version, { definition: definition() })
      const session = await client.newSession({ cwd: '/' })
      expect((await follow(session.prompt('go'))).outcome.stopReason).toBe('end_turn')
      const turn = session.prompt('wait')
      for await (const _ of turn.updates) turn.cancel()
      expect((await turn.outcome).stopReason).toBe('cancelled')
      const failed = await session.prompt('fail').outcome.catch(error => error)
      expect(failed).toMatchObject({ code: -32603 })
      expect((await session.prompt('/greet').outcome).stopReason).toBe('end_turn')
    })

    test('loads what was said, and sees what was seen', async () => {
      const { client } = await meet<1 | 2>(version, { definition: definition(), host: allowing })
      const session = await client.newSession({ cwd: '/' })
      const { updates } = await follow(session.prompt('go'))
      const seen = textIn(version, updates)
      expect(seen).toContain('Hello world')
      await session.close()
      const told: ThreadUpdate[] = []
      const onUpdate = (update: ThreadUpdate) => void told.push(update)
      const loaded = await client.loadSession({ sessionId: session.id, cwd: '/', onUpdate })
      expect(withoutPrompt(textIn(version, told))).toBe(withoutPrompt(seen))
      expect(loaded.mode).toBe('code')
      const ids: string[] = []
      for await (const { sessionId } of client.listSessions()) ids.push(sessionId)
      expect(ids).toEqual([session.id])
      await client.deleteSession(session.id)
      await expect(client.loadSession({ sessionId: session.id, cwd: '/' })).rejects.toMatchObject({
        code: -32002,
      })
    })

    test('sets a mode and settings', async () => {
      const { client } = await meet<1 | 2>(version, { definition: definition() })
      const session = await client.newSession({ cwd: '/' })
      await session.setMode('code')
      expect(session.mode).toBe('code')
      await session.setOption('web', true)
      expect(session.options.find(({ id }) => id === 'web')?.value).toBe(true)
      await expect(session.setMode('none')).rejects.toThrow()
    })

    test('sends prompts while one is worked on', async () => {
      const { client } = await meet<1 | 2>(version, {
        definition: { ...definition(), whileBusy: 'queue' },
        host: allowing,
      })
      const session = await client.newSession({ cwd: '/' })
      const turns = ['go', '/greet', '/greet'].map(words => session.prompt(words))
      expect(await Promise.all(turns.map(async turn => (await turn.outcome).stopReason))).toEqual(
        turns.map(() => 'end_turn'),
      )
    })

    test('signs in and out', async () => {
      const methods = [{ id: 'browser', name: 'Browser' }]
      const { client } = await meet<1 | 2>(version, {
        definition: { auth: { methods, login() {}, logout() {} } },
        host: { auth: { choose: ([first]) => first } },
      })
      await client.newSession({ cwd: '/' })
      await client.logout()
      const { client: other } = await meet<1 | 2>(version, {
        definition: { auth: { methods, login() {}, logout() {} } },
      })
      await expect(other.newSession({ cwd: '/' })).rejects.toMatchObject({ code: -32000 })
    })
  },
)
