import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { newSession } from '../protocol/parties.fixture.js'
import { ableAgent, chunk, refuse, tell, versions } from './agents.fixture.js'

const over = { name: 'ConnectionError', reason: 'closed' }

for (const version of versions) {
  test(`version ${version}: whatever waits for an answer fails when the agent goes away`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const { client } = both
    const waiting = [
      client.newSession({ cwd: '/work' }),
      client.loadSession({ sessionId: 'a', cwd: '/work' }),
      client.resumeSession({ sessionId: 'b', cwd: '/work' }),
      client.listSessionsPage(),
      client.listSessions()[Symbol.asyncIterator]().next(),
      client.deleteSession('c'),
      client.authenticate('token'),
      client.logout(),
      session.fork(),
      session.close(),
    ]
    await calm()
    await both.far.close()
    for (const each of waiting) await expect(each).rejects.toMatchObject(over)
    expect((await client.closed).reason).toContain('closed')
    await expect(client.newSession({ cwd: '/work' })).rejects.toMatchObject(over)
  })

  test(`version ${version}: what runs, waits, is held or is being cancelled ends when the agent goes away`, async () => {
    const both = await ableAgent(version, { permission: () => new Promise(() => {}) })
    const session = await newSession(both)
    const running = session.prompt('one')
    const held = session.prompt('two', { queue: true })
    await both.far.nextOf('session/prompt')
    tell(both, chunk('last words'))
    const stopped = [running.cancel(), session.cancel()]
    const waiting = session.prompt('three', { queue: true })
    await calm()
    await both.far.close()
    await Promise.all(stopped)
    for (const turn of [running, held, waiting]) await expect(turn.outcome).rejects.toMatchObject(over)
    for (const turn of [held, waiting]) for await (const _ of turn.updates) throw new Error('nothing to read')
    const said: unknown[] = []
    for await (const update of running.updates) said.push(update)
    expect(said).toHaveLength(1)
    expect(session.isClosed).toBe(true)
    await expect(session.prompt('four').outcome).rejects.toMatchObject(over)
    await both.client.closed
  })

  test(`version ${version}: an agent that goes away while somebody signs in fails what demanded it`, async () => {
    let choose: (value: undefined) => void = () => {}
    const chosen = new Promise<undefined>(resolve => {
      choose = resolve
    })
    const both = await ableAgent(version, { auth: { choose: () => chosen } })
    const session = await newSession(both)
    const turn = session.prompt('go')
    await refuse(both, 'session/prompt', { code: -32000 })
    await calm()
    await both.far.close()
    await expect(turn.outcome).rejects.toMatchObject(over)
    for await (const _ of turn.updates) throw new Error('there was nothing to read')
    choose(undefined)
    await both.client.closed
  })

  test(`version ${version}: this side's own close ends all of it too`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const turns = [session.prompt('one'), session.prompt('two', { queue: true })]
    await both.client.close()
    for (const turn of turns) await expect(turn.outcome).rejects.toMatchObject(over)
    await both.client.closed
  })
}
