import { expect, test } from 'vitest'
import { connected, connecting, newSession, text } from '../protocol/parties.fixture.js'
import type { Host } from './host.js'

const lending: Host = { files: { read: () => ({ content: 'lent' }) } }

test('what an agent asks right behind its answer to initialize is answered once the two have agreed', async () => {
  const { far, client } = connecting(lending)
  const { id } = await far.nextOf('initialize')
  far.answer(id, { protocolVersion: 1, agentCapabilities: {}, authMethods: [] })
  far.request('early', '_vendor/hello', {})
  expect(await far.answerTo('early')).toMatchObject({ error: { code: -32601 } })
  await (await client).close()
})

test('what an agent asks when no agreement is reached is refused, not left waiting', async () => {
  const { far, client } = connecting(lending)
  const { id } = await far.nextOf('initialize')
  far.request('early', 'fs/read_text_file', { sessionId: 's', path: '/work/a' })
  far.answer(id, { protocolVersion: 99 })
  await expect(client).rejects.toMatchObject({ reason: 'version_mismatch' })
  expect(await far.answerTo('early')).toHaveProperty('error')
})

test('a session lends its files from the message after the answer to session/new', async () => {
  const { far, client } = await connected(lending)
  const session = client.newSession({ cwd: '/work' })
  const { id } = await far.nextOf('session/new')
  far.answer(id, { sessionId: 'fresh' })
  far.request('file', 'fs/read_text_file', { sessionId: 'fresh', path: '/work/a' })
  expect(await far.answerTo('file')).toMatchObject({ result: { content: 'lent' } })
  expect((await session).roots).toEqual(['/work'])
  await client.close()
})

test('a question that crossed our cancel on the way is answered as cancelled, and the host is not asked', async () => {
  let asked = 0
  const host: Host = {
    permission: ({ options }) => {
      asked++
      return options[0]
    },
  }
  const both = await connected(host)
  const session = await newSession(both)
  const ask = (id: string) =>
    both.far.request(id, 'session/request_permission', {
      sessionId: session.id,
      toolCall: { toolCallId: 'c', title: 'Remove everything' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    })
  const turn = session.prompt('go')
  const { id } = await both.far.nextOf('session/prompt')
  turn.cancel()
  await both.far.nextOf('session/cancel')
  ask('late')
  expect(await both.far.answerTo('late')).toMatchObject({ result: { outcome: { outcome: 'cancelled' } } })
  both.far.answer(id, { stopReason: 'cancelled' })
  await turn.outcome
  expect(asked).toBe(0)
  const next = session.prompt([...text('again')])
  const again = await both.far.nextOf('session/prompt')
  ask('anew')
  expect(await both.far.answerTo('anew')).toMatchObject({ result: { outcome: { optionId: 'yes' } } })
  both.far.answer(again.id, { stopReason: 'end_turn' })
  await next.outcome
  expect(asked).toBe(1)
  await both.client.close()
})

test('a session whose id is refused is not lent anything either', async () => {
  const { far, client } = await connected(lending)
  const session = client.newSession({ cwd: '/work' })
  const { id } = await far.nextOf('session/new')
  const sessionId = 'x'.repeat(300)
  far.answer(id, { sessionId })
  far.request('file', 'fs/read_text_file', { sessionId, path: '/work/a' })
  expect(await far.answerTo('file')).toMatchObject({ error: { code: -32002 } })
  await expect(session).rejects.toMatchObject({ reason: 'invalid_result' })
  await client.close()
})

test('a question of no session, or one without a clear choice, is not put to the host', async () => {
  let asked = 0
  const both = await connected({
    permission: ({ options }) => {
      asked++
      return options[0]
    },
  })
  const session = await newSession(both)
  const turn = session.prompt('go')
  const { id } = await both.far.nextOf('session/prompt')
  const yes = { optionId: 'yes', name: 'Yes', kind: 'allow_once' }
  const many = Array.from({ length: 17 }, (_, index) => ({ ...yes, optionId: `${index}` }))
  const ask = async (sessionId: string, options: readonly object[]) => {
    const name = `${sessionId} ${options.length}`
    both.far.request(name, 'session/request_permission', {
      sessionId,
      toolCall: { toolCallId: 'c' },
      options,
    })
    return (await both.far.answerTo(name)).result
  }
  for (const refused of [
    ask('nobody', [yes]),
    ask(session.id, []),
    ask(session.id, [yes, yes]),
    ask(session.id, many),
  ])
    expect(await refused).toEqual({ outcome: { outcome: 'cancelled' } })
  expect(asked).toBe(0)
  expect(await ask(session.id, [yes])).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } })
  both.far.answer(id, { stopReason: 'end_turn' })
  await turn.outcome
  await both.client.close()
})
