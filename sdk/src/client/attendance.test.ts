import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { newSession } from '../protocol/parties.fixture.js'
import { ableAgent, answer, versions } from './agents.fixture.js'
import type { Host } from './host.js'

/** A host that keeps a diary. */
function diarist(more: Host = {}) {
  const diary: string[] = []
  const host: Host = {
    ...more,
    sessionOpened: (session, agent) =>
      void diary.push(`opened ${session.id} ${session.roots} ${agent?.name}`),
    sessionCancelled: id => void diary.push(`cancelled ${id}`),
    sessionClosed: id => void diary.push(`closed ${id}`),
    close: async () => {
      await calm()
      diary.push('end')
    },
  }
  return { host, diary }
}

for (const version of versions) {
  test(`version ${version}: a host learns of every session, its cancel, its close and the end of the connection`, async () => {
    const { host, diary } = diarist()
    const both = await ableAgent(version, host)
    const session = await newSession(both)
    expect(diary).toEqual([expect.stringMatching(/^opened s1 \/work /)])
    const turn = session.prompt('go')
    turn.outcome.catch(() => {})
    await both.far.nextOf('session/prompt')
    void session.cancel()
    expect(diary.slice(1)).toEqual(['cancelled s1'])
    const closing = session.close()
    await answer(both, 'session/close', {})
    await closing
    expect(diary.slice(2)).toEqual(['closed s1'])
    await both.client.close()
    expect(diary.slice(3)).toEqual(['end'])
  })

  test(`version ${version}: sessions are closed before a connection that breaks off counts as closed`, async () => {
    const { host, diary } = diarist()
    const both = await ableAgent(version, host)
    await newSession(both)
    await both.far.close()
    await both.client.closed
    expect(diary.slice(1)).toEqual(['closed s1', 'end'])
  })

  test(`version ${version}: a host that fails at an ending harms nobody`, async () => {
    const fail = (): never => {
      throw new Error('a bug of the host')
    }
    const host = { sessionOpened: fail, sessionCancelled: fail, sessionClosed: fail, close: fail }
    const both = await ableAgent(version, host)
    const session = await newSession(both)
    await session.cancel()
    await both.client.close()
    expect(both.log.filter(({ event }) => event === 'host_failed')).toHaveLength(4)
  })
}

test('what is lent is called off when the turn is cancelled, also what is asked for after that', async () => {
  const signals: AbortSignal[] = []
  const read = (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<{ content: string }>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('called off')), { once: true }),
    )
  }
  const both = await ableAgent(1, { files: { read } })
  const session = await newSession(both)
  const turn = session.prompt('go')
  turn.outcome.catch(() => {})
  await both.far.nextOf('session/prompt')
  both.far.request(1, 'fs/read_text_file', { sessionId: 's1', path: '/work/a' })
  await calm()
  expect(signals[0]?.aborted).toBe(false)
  void session.cancel()
  expect(signals[0]?.aborted).toBe(true)
  both.far.request(2, 'fs/read_text_file', { sessionId: 's1', path: '/work/a' })
  await calm()
  expect(signals[1]?.aborted).toBe(true)
  await both.client.close()
})
