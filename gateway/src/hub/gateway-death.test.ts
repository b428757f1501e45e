import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from '../seat/client.fixture.js'
import { FarHub } from './far-hub.fixture.js'

const ROUNDS = 3
const SESSIONS = 4

/** What a client was told under a number, answers to requests of its own left out. */
/** When it happened is said of what is told again, and of nothing else. */
const AT = /,?"parley\.dev\/at":\d+/

function numbered(client: Client, sessionId: string): Map<string, string> {
  const { heard } = client.stream(sessionId)
  return new Map(
    heard.flatMap(({ id, text, message }) =>
      id !== undefined && message.method === 'session/update' ? [[id, text.replace(AT, '')]] : [],
    ),
  )
}

test('a gateway killed again and again in the middle of turns loses nothing that it told, and repeats no prompt', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hub-'))
  let hub = await FarHub.start(folder)
  onTestFinished(async () => {
    await hub.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })
  let client = await Client.over(hub.port())
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => client.newSession(folder)))
  const told = new Map(sessions.map(sessionId => [sessionId, new Map<string, string>()]))
  for (let round = 1; round <= ROUNDS; round++) {
    const before = client
    const words = (id: string): number => before.said(id).split(' ').length
    const midTurn = sessions.map(sessionId => {
      const count = words(sessionId) + 10
      before.prompt(sessionId, `slowly 100${round}`, { 'parley.dev/key': `k${round}` })
      return before.until(sessionId, () => words(sessionId) > count)
    })
    // In the middle of all turns, each of which is somewhere else.
    await Promise.all(midTurn)
    await hub.kill()
    hub = await FarHub.start(folder)
    client = await Client.over(hub.port())
    for (const sessionId of sessions) {
      for (const [id, text] of numbered(before, sessionId)) told.get(sessionId)?.set(id, text)
      // Everything from the beginning, then the prompt once more under its key, as a client does that heard no answer.
      await client.listen(sessionId, 'another.1')
      expect(await client.turn(sessionId, `slowly 100${round}`, `k${round}`)).toEqual({
        stopReason: 'cancelled',
      })
      const replay = numbered(client, sessionId)
      for (const [id, text] of told.get(sessionId) ?? []) expect(replay.get(id)).toBe(text)
    }
  }
  for (const sessionId of sessions)
    expect(await client.turn(sessionId, 'say alive')).toEqual({ stopReason: 'end_turn' })
  const carriedOut = (await readFile(join(folder, 'carried-out'), 'utf8')).trim().split('\n').sort()
  const expected = ['say alive', ...Array.from({ length: ROUNDS }, (_, index) => `slowly 100${index + 1}`)]
  expect(carriedOut).toEqual(expected.flatMap(text => sessions.map(() => text)))
}, 60_000)
