import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { connected, newSession } from '../protocol/parties.fixture.js'
import { ableAgent, answer, chunk, finish, refuse, tell, versions } from './agents.fixture.js'

for (const version of versions) {
  test(`version ${version}: a closed session takes no more prompts, and says so by itself`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const closing = session.close()
    expect(await answer(both, 'session/close', {})).toEqual({ sessionId: 's1' })
    await closing
    expect(session.isClosed).toBe(true)
    const turn = session.prompt('go')
    await expect(turn.outcome).rejects.toMatchObject({ name: 'AcpError', reason: 'session_closed' })
    for await (const _ of turn.updates) throw new Error('there was nothing to read')
    await expect(session.setMode('x')).rejects.toMatchObject({ name: 'AcpError' })
    await session.close()
    await calm()
    expect(both.far.heard.filter(({ method }) => method === 'session/prompt')).toEqual([])
    expect(both.far.heard.filter(({ method }) => method === 'session/close')).toHaveLength(1)
    await both.client.close()
  })

  test(`version ${version}: to close or delete what is not there is a success`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const closing = session.close()
    await refuse(both, 'session/close', { code: -32002 })
    await closing
    expect(session.isClosed).toBe(true)
    const deleting = both.client.deleteSession('gone')
    await refuse(both, 'session/delete', { code: -32002, data: { sessionId: 'gone' } })
    await deleting
    await both.client.close()
  })

  test(`version ${version}: a close that the agent refuses leaves the session as it was`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const closing = session.close()
    await refuse(both, 'session/close', { code: -32603 })
    await expect(closing).rejects.toMatchObject({ code: -32603 })
    const turn = session.prompt('go')
    await finish(both, version)
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    await both.client.close()
  })

  test(`version ${version}: what is under way when a session is closed fails, unless the agent ends it first`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const [running, waiting] = [session.prompt('one'), session.prompt('two', { queue: true })]
    await both.far.nextOf('session/prompt')
    const closing = session.close()
    await answer(both, 'session/close', {})
    await closing
    for (const turn of [running, waiting]) {
      await expect(turn.outcome).rejects.toMatchObject({ reason: 'session_closed' })
      for await (const _ of turn.updates) throw new Error('there was nothing to read')
    }
    await both.client.close()
  })

  test(`version ${version}: what the agent still says of a closed session is not taken for the next one of its name`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const closing = session.close()
    await answer(both, 'session/close', {})
    await closing
    tell(both, chunk('late'))
    await calm()
    const heard: unknown[] = []
    const again = both.client.session('s1', { cwd: '/work' })
    again.onUpdate(update => heard.push(update))
    expect(again).not.toBe(session)
    expect(heard).toEqual([])
    await both.client.close()
  })

  test(`version ${version}: a question that is open when its session is closed is dismissed`, async () => {
    const both = await ableAgent(version, { permission: () => new Promise(() => {}) })
    const session = await newSession(both)
    session.prompt('go')
    await both.far.nextOf('session/prompt')
    both.far.request('q', 'session/request_permission', {
      sessionId: 's1',
      title: 'may I',
      toolCall: { toolCallId: 't' },
      options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }],
    })
    await calm()
    const closing = session.close()
    expect((await both.far.answerTo('q')).result).toEqual({ outcome: { outcome: 'cancelled' } })
    await answer(both, 'session/close', {})
    await closing
    await both.client.close()
  })

  test(`version ${version}: a deleted or archived session is over on this side too`, async () => {
    const both = await ableAgent(version)
    for (const [id, end] of [
      ['s1', 'session/delete'],
      ['s2', 'session/archive'],
    ] as const) {
      const session = await newSession(both, id)
      const ending = end === 'session/delete' ? both.client.deleteSession(id) : both.client.archiveSession(id)
      await answer(both, end, {})
      await ending
      await expect(session.prompt('go').outcome).rejects.toMatchObject({ reason: 'session_closed' })
    }
    await both.client.close()
  })

  test(`version ${version}: sessions are archived and back, asked for their state, and named`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const back = both.client.unarchiveSession('old')
    expect(await answer(both, 'session/unarchive', {})).toEqual({ sessionId: 'old' })
    await back
    const status = both.client.sessionStatus('old')
    await answer(both, 'session/status', { status: 'saved' })
    expect(await status).toBe('saved')
    const naming = session.setTitle(' A talk ')
    expect(await answer(both, 'session/set_title', { title: 'A talk' })).toEqual({
      sessionId: 's1',
      title: ' A talk ',
    })
    await naming
    expect(session.title).toBe('A talk')
    const renaming = both.client.renameSession('s1', 'Another')
    await answer(both, 'session/set_title', { title: 'Another' })
    expect(await renaming).toBe('Another')
    expect(session.title).toBe('Another')
    await both.client.close()
  })
}

test('what the agent cannot do is not asked of it', async () => {
  const both = await connected()
  const session = await newSession(both)
  const attempts = [
    () => both.client.loadSession({ sessionId: 's', cwd: '/work' }),
    () => both.client.resumeSession({ sessionId: 's', cwd: '/work' }),
    () => both.client.listSessionsPage(),
    () => both.client.deleteSession('s'),
    () => both.client.logout(),
  ]
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ name: 'AcpError', reason: 'capability_missing' })
  expect(both.far.heard.map(({ method }) => method)).toEqual(['initialize', 'session/new'])
  const turn = session.prompt('still there')
  await finish(both, 1)
  await turn.outcome
  await both.client.close()
})

test('a session of an agent that cannot close is told to stop, and let go on this side', async () => {
  const both = await connected()
  const session = await newSession(both)
  const [running, waiting] = [session.prompt('one'), session.prompt('two')]
  await both.far.nextOf('session/prompt')
  await session.close()
  expect(session.isClosed).toBe(true)
  for (const turn of [running, waiting])
    await expect(turn.outcome).rejects.toMatchObject({ reason: 'session_closed' })
  await both.far.nextOf('session/cancel')
  expect(both.log).toContainEqual(expect.objectContaining({ level: 'info', event: 'session_let_go' }))
  const idle = await newSession(both, 's2')
  await idle.close()
  expect(idle.isClosed).toBe(true)
  await calm()
  expect(both.far.heard.filter(({ method }) => method === 'session/cancel')).toHaveLength(1)
  expect(both.far.heard.map(({ method }) => method)).not.toContain('session/close')
  await both.client.close()
})
