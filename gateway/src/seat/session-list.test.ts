import { type Journal, memoryJournal } from '@parley/acp/store'
import { expect, test } from 'vitest'
import { USUAL_PATIENCE } from '../hub/patience.js'
import { makePlace } from '../hub/place.fixture.js'
import { Sessions } from '../hub/sessions.js'
import { crude } from '../upstream/crude.fixture.js'
import { Client, type Fields } from './client.fixture.js'

/** Ann's sessions: so many of version 1, and behind them so many later ones of version 2. */
async function filled(counts: readonly [number, number]): Promise<Journal> {
  const journal = memoryJournal()
  const sessions = new Sessions({ journal, patience: USUAL_PATIENCE, failed: () => {} })
  for (const [index, count] of counts.entries()) {
    const protocol = index + 1
    for (let number = 0; number < count; number++) {
      const facts = { principal: 'ann', agent: 'fixture', protocol, additionalDirectories: undefined }
      const sessionId = `v${protocol}-${number}`
      const session = await sessions.create({ ...facts, sessionId, cwd: '/' }, () => () => {})
      session.record({ type: 'opened', result: {} })
      await session.log.release()
    }
    await new Promise(resolve => setTimeout(resolve, 3))
  }
  return journal
}

test('sessions of the other version are listed to the last, however many later ones there are of the own', async () => {
  const journal = await filled([250, 201])
  const { hub } = await makePlace({ keeps: true, wrap: () => journal })
  const client = await Client.open({ hub, version: 2 })
  const listed: unknown[] = []
  let cursor: unknown
  let pages = 0
  do {
    const page = await client.ask('session/list', cursor === undefined ? {} : { cursor })
    listed.push(...(page.sessions as readonly Fields[]).map(({ sessionId }) => sessionId))
    cursor = page.nextCursor
    pages++
  } while (cursor !== undefined && pages < 10)
  expect(listed.filter(each => String(each).startsWith('v1-'))).toHaveLength(250)
  expect(new Set(listed).size).toBe(listed.length)
})

test('what the agent does not say of its sessions the gateway knows, also after it was started anew', async () => {
  const said = { title: 'Its own', updatedAt: '2020-01-01T00:00:00.000Z' }
  const agents = crude({
    IDS: 'a b c d',
    LISTS: JSON.stringify({ c: said, d: { title: '', updatedAt: null } }),
  })
  const place = await makePlace({ agents })
  const client = await Client.open({ hub: place.hub })
  for (const text of ['first words', 'rename', 'third', 'fourth']) {
    const sessionId = await client.newSession(place.folder)
    await client.turn(sessionId, text)
  }
  const updatedAt = expect.stringMatching(/^\d{4}-.*Z$/)
  const listed = [
    { sessionId: 'a', cwd: '/', title: 'first words', updatedAt },
    { sessionId: 'b', cwd: '/', title: 'Renamed', updatedAt },
    { sessionId: 'c', cwd: '/', ...said },
    { sessionId: 'd', cwd: '/', title: 'fourth', updatedAt },
  ]
  expect(await client.ask('session/list')).toEqual({ sessions: listed })
  const { hub } = await place.again()
  const next = await Client.open({ hub })
  expect(await next.ask('session/list')).toEqual({ sessions: listed })
})
