import { expect, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { Client, type Fields } from './client.fixture.js'

type Version = 1 | 2
const ALLOW = { outcome: { outcome: 'selected', optionId: 'allow_once' } }
const pairs: readonly { readonly held: Version; readonly joins: Version }[] = [
  { held: 1, joins: 2 },
  { held: 2, joins: 1 },
]

/** Takes part from the beginning, in the words of its version. */
async function enter(client: Client, sessionId: string, cwd: string): Promise<Fields> {
  if (client.version === 1) return await client.load(sessionId, cwd)
  const listening = client.listen(sessionId, undefined)
  const opened = client.ask('session/resume', { sessionId, cwd, mcpServers: [], replayFrom: { type: 'start' } })
  await listening
  return await opened
}

const updateOf = (message: Fields): Fields => ((message.params as Fields | undefined)?.update ?? {}) as Fields
const isIdle = (message: Fields): boolean => updateOf(message).state === 'idle' && updateOf(message).stopReason !== undefined

/** The end of a turn of somebody else, or in version 2 of anybody. */
async function untilOver(client: Client, sessionId: string, count = 1): Promise<void> {
  let seen = 0
  await client.until(sessionId, message => {
    const isEnd = client.version === 2 ? isIdle(message) : message.method === '_parley/session/turn' && (message.params as Fields).state === 'ended'
    return isEnd && ++seen >= count
  })
}

test.each(pairs)('a session of version $held is joined, read and gone on with by a client of version $joins', async ({ held, joins }) => {
  const { hub, folder, carriedOut } = await makePlace()
  const first = await Client.open({ hub, version: held })
  const sessionId = await first.newSession(folder)
  await first.turn(sessionId, 'say one two')
  const second = await Client.open({ hub, version: joins })
  await enter(second, sessionId, folder)
  console.log(JSON.stringify(second.stream(sessionId).heard.map(h => h.message), null, 1))
  expect(second.said(sessionId)).toBe('one two ')
  await second.turn(sessionId, 'say three')
  await first.until(sessionId, message => JSON.stringify(message).includes('three '))
  await first.turn(sessionId, 'say four')
  await second.until(sessionId, message => JSON.stringify(message).includes('four '))
  expect(await carriedOut()).toEqual(['say one two', 'say three', 'say four'])
})
void ALLOW
void untilOver
