import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { type Connected, connected, newSession } from './parties.fixture.js'
import type { Peer } from './peer.js'
import { tolerances } from './tolerance.js'

const setMode = async ({ far, client }: Connected, result: unknown): Promise<unknown> => {
  const peer = client.peer as unknown as Peer<'v1', 'client'>
  const call = peer.request('session/set_mode', { sessionId: 's1', modeId: 'ask' }, { deadline: 300 })
  const { id } = await far.nextOf('session/set_mode')
  far.say({ jsonrpc: '2.0', id, result })
  return call
}

const updatesSeen = async (all: Connected, update: object): Promise<unknown[]> => {
  const session = await newSession(all)
  const seen: unknown[] = []
  session.onUpdate(it => seen.push(it))
  all.far.notify('session/update', { sessionId: 's1', update })
  await calm()
  return seen
}

const mode = { sessionUpdate: 'current_mode_update', modeId: 'code' }
const bare = {
  sessionUpdate: 'tool_call_update',
  toolCallId: 't',
  content: [
    { type: 'text', text: 'bare' },
    { type: 'content', content: { type: 'text', text: 'wrapped' } },
  ],
}

test('every tolerance has a slip and a reason', () => {
  for (const { slip, reason } of tolerances) expect(slip.length * reason.length).toBeGreaterThan(0)
})

test('null or no result counts as an empty object where nothing else belongs', async () => {
  const all = await connected()
  for (const result of [null, undefined, {}]) expect(await setMode(all, result)).toEqual({})
  await all.client.close()
})

test('modeId counts as currentModeId', async () => {
  const all = await connected()
  expect(await updatesSeen(all, mode)).toMatchObject([{ currentModeId: 'code' }])
  await all.client.close()
})

test('a bare block among the content of a tool call counts as content', async () => {
  const all = await connected()
  expect(await updatesSeen(all, bare)).toMatchObject([
    {
      content: [
        { type: 'content', content: { text: 'bare' } },
        { type: 'content', content: { text: 'wrapped' } },
      ],
    },
  ])
  await all.client.close()
})

test('strict turns every tolerance into an error', async () => {
  const first = await connected({}, { strict: true })
  await expect(setMode(first, null)).rejects.toMatchObject({ reason: 'invalid_result' })
  await first.client.close()
  for (const update of [mode, bare]) {
    const all = await connected({}, { strict: true })
    expect(await updatesSeen(all, update)).toEqual([])
    expect(all.log.map(({ event }) => event)).toEqual([expect.stringMatching('invalid|salvaged')])
    await all.client.close()
  }
})
