import { expect, test } from 'vitest'
import { agent } from '../agent/agent.js'
import { memoryJournal } from '../store/index.js'
import { memoryPair, tap } from '../transport/index.js'
import { connect } from './connect.js'

test.each([1, 2] as const)(
  'version %s: what begins, opens and prompts goes out by itself and never in an array',
  async version => {
    const [near, far] = memoryPair()
    const sent: unknown[] = []
    agent({
      name: 'plain',
      version: '1',
      sessions: memoryJournal(),
      auth: { methods: [{ id: 'key', name: 'Key' }], login: () => {} },
      async prompt(turn) {
        await turn.say('done')
      },
    }).serve(near)
    const watched = tap(far, (direction, message) => direction === 'sent' && sent.push(message))
    const client = await connect(watched, {}, { version })
    await client.authenticate('key')
    const session = await client.newSession({ cwd: '/work' })
    await session.prompt('hello').outcome
    await session.close()
    await client.loadSession({ sessionId: session.id, cwd: '/work' })
    await client.close()
    expect(sent.filter(Array.isArray)).toEqual([])
    const methods = sent.map(message => (message as { readonly method?: string }).method)
    expect(methods).toEqual(expect.arrayContaining(['initialize', 'session/new', 'session/prompt']))
    expect(methods.filter(method => /authenticate|login|load|resume/.test(method ?? ''))).toHaveLength(2)
  },
)
