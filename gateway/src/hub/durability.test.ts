import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from '../seat/client.fixture.js'
import { TroubledJournal } from './journal.fixture.js'
import { makePlace, type Place } from './place.fixture.js'

const QUEUED = { 'parley.dev/queue': true }

async function makeTroubled(): Promise<Place & { readonly trouble: TroubledJournal }> {
  const troubled: TroubledJournal[] = []
  const place = await makePlace({
    wrap: inner => {
      const journal = new TroubledJournal(inner)
      troubled.push(journal)
      return journal
    },
  })
  const [trouble] = troubled
  if (trouble === undefined) throw new Error('a place has a journal')
  return { ...place, trouble }
}

test('nothing is told before it lasts, and the agent does not hear a prompt that does not', async () => {
  const { hub, folder, carriedOut, trouble } = await makeTroubled()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  trouble.hold()
  const { answer } = client.prompt(sessionId, 'slowly 60')
  await wait(150)
  expect(await carriedOut()).toEqual([])
  trouble.release()
  await client.until(sessionId, () => client.said(sessionId).includes('1'))
  trouble.hold()
  // The agent goes on meanwhile; what lasted before may still be on its way.
  await expect.poll(() => trouble.held.length).toBeGreaterThan(5)
  const lasting = Number(/"text":"(\d+) "/.exec(JSON.stringify(trouble.held))?.[1]) - 1
  const heard = (): readonly string[] => client.said(sessionId).trim().split(' ')
  await client.until(sessionId, () => heard().length >= lasting)
  await wait(200)
  expect(heard()).toHaveLength(lasting)
  trouble.release()
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  expect(heard()).toHaveLength(60)
})

test('on a full disk new prompts are refused and a turn under way finishes', async () => {
  const { hub, folder, carriedOut, trouble } = await makeTroubled()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const { answer } = client.prompt(sessionId, 'slowly 20')
  await client.until(sessionId, () => client.said(sessionId).includes('1'))
  trouble.trouble = 'full'
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  await expect(client.turn(sessionId, 'say refused')).rejects.toMatchObject({
    data: { reason: 'store_full' },
  })
  trouble.trouble = 'none'
  expect(await client.turn(sessionId, 'say room')).toEqual({ stopReason: 'end_turn' })
  expect(await carriedOut()).toEqual(['slowly 20', 'say room'])
})

test('on a full disk those in line are refused too, and nobody is kept from what there is room for later', async () => {
  const { hub, folder, carriedOut, trouble } = await makeTroubled()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const running = client.prompt(sessionId, 'hang')
  const line = ['one', 'two', 'three'].map(text => client.prompt(sessionId, `say ${text}`, QUEUED))
  await client.until(sessionId, () => client.said(sessionId).includes('hanging'))
  trouble.trouble = 'full'
  client.notify('$/cancel_request', { requestId: running.id })
  for (const { answer } of line)
    expect((await answer).error).toMatchObject({ data: { reason: 'store_full' } })
  trouble.trouble = 'none'
  expect(await client.turn(sessionId, 'say room')).toEqual({ stopReason: 'end_turn' })
  expect(await carriedOut()).toEqual(['hang', 'say room'])
}, 8_000)

test('a journal that failed closes its sessions loudly', async () => {
  const { hub, folder, trouble } = await makeTroubled()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'say fine')
  const { ear } = client.stream(sessionId)
  trouble.trouble = 'failed'
  const { answer } = client.prompt(sessionId, 'say lost')
  await ear?.closed
  expect((await answer).error).toMatchObject({ data: { reason: 'store_failed' } })
  expect(client.said(sessionId)).toBe('fine ')
  await expect(client.turn(sessionId, 'say more')).rejects.toMatchObject({ data: { reason: 'store_failed' } })
  await expect(client.ask('session/load', { sessionId, cwd: folder, mcpServers: [] })).rejects.toMatchObject({
    data: { reason: 'store_failed' },
  })
})

test('a journal that failed in the middle of a turn ends it, and the end of the agent ends nothing else', async () => {
  const { hub, folder, trouble } = await makeTroubled()
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const { ear } = client.stream(sessionId)
  const { answer } = client.prompt(sessionId, 'hang')
  await client.until(sessionId, () => client.said(sessionId).includes('hanging'))
  trouble.trouble = 'failed'
  const setting = client.request('session/set_mode', { sessionId, modeId: 'code' })
  await ear?.closed
  // It was put down before anybody knew, and will never last.
  expect((await setting.answer).error).toMatchObject({ data: { reason: 'store_failed' } })
  expect((await answer).error).toMatchObject({ data: { reason: 'store_failed' } })
  const { pid } = await client.ask('_fixture/pid')
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(async () => (await client.ask('_fixture/pid')).pid).not.toBe(pid)
  expect(unhandled).toEqual([])
})
