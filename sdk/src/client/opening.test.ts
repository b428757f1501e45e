import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { newSession } from '../protocol/parties.fixture.js'
import { ableAgent, answer, chunk, finish, refuse, tell, versions, wordsOf } from './agents.fixture.js'

const loads = { 1: 'session/load', 2: 'session/resume' } as const
const kept = { sessionId: 's1', cwd: '/work', additionalDirectories: [] }

for (const version of versions) {
  test(`version ${version}: a loaded session tells its past, in order, before it is handed out`, async () => {
    const both = await ableAgent(version)
    const heard: unknown[] = []
    const loading = both.client.loadSession({ ...kept, onUpdate: update => heard.push(wordsOf(update)) })
    const { id, params } = await both.far.nextOf(loads[version])
    expect(params).toEqual({
      ...kept,
      mcpServers: [],
      ...(version === 2 ? { replayFrom: { type: 'start' } } : {}),
    })
    for (let index = 0; index < 50; index++) tell(both, chunk(`${index}`))
    await calm()
    expect(heard).toHaveLength(50)
    both.far.answer(id, {})
    tell(both, chunk('live'))
    const session = await loading
    await calm()
    expect(heard).toEqual([...Array.from({ length: 50 }, (_, index) => `${index}`), 'live'])
    expect(session.id).toBe('s1')
    await both.client.close()
  })

  test(`version ${version}: what came under a session's id before it was asked for is none of its past`, async () => {
    const both = await ableAgent(version)
    tell(both, chunk('of another life'))
    await calm()
    const heard: unknown[] = []
    const loading = both.client.loadSession({ ...kept, onUpdate: update => heard.push(wordsOf(update)) })
    const { id } = await both.far.nextOf(loads[version])
    tell(both, chunk('past'))
    both.far.answer(id, {})
    await loading
    expect(heard).toEqual(['past'])
    await both.client.close()
  })

  test(`version ${version}: the past of a loaded session is kept for whoever listens first`, async () => {
    const both = await ableAgent(version)
    const loading = both.client.loadSession(kept)
    const { id } = await both.far.nextOf(loads[version])
    for (let index = 0; index < 2_000; index++) tell(both, chunk(`${index}`))
    both.far.answer(id, {})
    const heard: unknown[] = []
    const session = await loading
    session.onUpdate(update => heard.push(wordsOf(update)))
    await calm()
    expect(heard).toEqual(Array.from({ length: 2_000 }, (_, index) => `${index}`))
    await both.client.close()
  })

  test(`version ${version}: a session that cannot be loaded is an error, and never a new one`, async () => {
    const both = await ableAgent(version)
    const loading = both.client.loadSession(kept)
    await refuse(both, loads[version], { code: -32002, data: { sessionId: 's1' } })
    await expect(loading).rejects.toMatchObject({ name: 'RpcError', code: -32002 })
    await calm()
    expect(both.far.heard.map(({ method }) => method)).not.toContain('session/new')
    const again = both.client.loadSession(kept)
    await answer(both, loads[version], {})
    expect((await again).isClosed).toBe(false)
    await both.client.close()
  })

  test(`version ${version}: a session that cannot be loaded is let go, and lends nothing more`, async () => {
    const both = await ableAgent(version, { permission: ({ options }) => options[0] })
    const loading = both.client.loadSession(kept)
    await refuse(both, loads[version], { code: -32002 })
    await expect(loading).rejects.toMatchObject({ code: -32002 })
    both.far.request('q', 'session/request_permission', {
      sessionId: 's1',
      title: 'may I',
      toolCall: { toolCallId: 't' },
      options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }],
    })
    expect((await both.far.answerTo('q')).result).toEqual({ outcome: { outcome: 'cancelled' } })
    await both.client.close()
  })

  test(`version ${version}: of two that load a session at once, one that fails takes nothing from the other`, async () => {
    const both = await ableAgent(version)
    const heard: unknown[] = []
    const failing = both.client.loadSession(kept)
    const loading = both.client.loadSession({ ...kept, onUpdate: update => heard.push(wordsOf(update)) })
    await refuse(both, loads[version], { code: -32603 })
    await expect(failing).rejects.toMatchObject({ code: -32603 })
    const { id } = await both.far.nextOf(loads[version])
    tell(both, chunk('past'))
    both.far.answer(id, {})
    const session = await loading
    expect([session.isClosed, heard]).toEqual([false, ['past']])
    const third = both.client.loadSession(kept)
    await refuse(both, loads[version], { code: -32603 })
    await expect(third).rejects.toMatchObject({ code: -32603 })
    const turn = session.prompt('go')
    await finish(both, version)
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    await both.client.close()
  })

  test(`version ${version}: a session that two load at once in vain is let go by the last of them`, async () => {
    const both = await ableAgent(version)
    const loading = [both.client.loadSession(kept), both.client.loadSession(kept)]
    const tentative = both.client.session('s1', kept)
    for (const each of loading) {
      expect(tentative.isClosed).toBe(false)
      await refuse(both, loads[version], { code: -32603 })
      await expect(each).rejects.toMatchObject({ code: -32603 })
    }
    expect(tentative.isClosed).toBe(true)
    await both.client.close()
  })

  test(`version ${version}: a resumed session is not told again, and takes prompts`, async () => {
    const both = await ableAgent(version)
    const resuming = both.client.resumeSession({ ...kept, cwd: '/other' })
    expect(await answer(both, 'session/resume', {})).not.toHaveProperty('replayFrom')
    const session = await resuming
    expect(session.roots).toEqual(['/other'])
    const turn = session.prompt('go')
    await finish(both, version)
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    await both.client.close()
  })

  test(`version ${version}: a session that works on a turn is not loaded again`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const turn = session.prompt('go')
    await expect(both.client.loadSession(kept)).rejects.toMatchObject({ reason: 'session_busy' })
    await finish(both, version)
    await turn.outcome
    await both.client.close()
  })

  test(`version ${version}: a fork is a session of its own that works where the first one does`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const forking = session.fork()
    expect(await answer(both, 'session/fork', { sessionId: 's2' })).toEqual({
      sessionId: 's1',
      cwd: '/work',
      mcpServers: [],
    })
    const fork = await forking
    expect([fork.id, fork.roots]).toEqual(['s2', ['/work']])
    const heard: unknown[] = []
    fork.onUpdate(update => heard.push(wordsOf(update)))
    tell(both, chunk('first'), 's1')
    tell(both, chunk('second'), 's2')
    await calm()
    expect(heard).toEqual(['second'])
    await both.client.close()
  })
}

test('a fork is not asked for where the unstable parts are not spoken', async () => {
  const both = await ableAgent(1, {}, { unstable: false })
  const session = await newSession(both)
  await expect(session.fork()).rejects.toMatchObject({ name: 'AcpError' })
  await both.client.close()
})

test('a listener that was given at the beginning hears what came before the answer', async () => {
  const both = await ableAgent(1)
  const heard: unknown[] = []
  const pending = both.client.newSession({ cwd: '/work', onUpdate: update => heard.push(wordsOf(update)) })
  const { id } = await both.far.nextOf('session/new')
  tell(both, chunk('early'))
  both.far.answer(id, { sessionId: 's1' })
  tell(both, chunk('late'))
  await pending
  await calm()
  expect(heard).toEqual(['early', 'late'])
  await both.client.close()
})
