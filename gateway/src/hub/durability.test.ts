import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Client } from '../seat/client.fixture.js'
import { TroubledJournal } from './journal.fixture.js'
import { makePlace, type Place } from './place.fixture.js'

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
  await wait(20)
  const count = client.stream(sessionId).heard.length
  await wait(200)
  expect(client.stream(sessionId).heard.length).toBe(count)
  trouble.release()
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  expect(client.said(sessionId).trim().split(' ')).toHaveLength(60)
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
