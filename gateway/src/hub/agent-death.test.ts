import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { Client, type Fields } from '../seat/client.fixture.js'
import type { AgentProgram } from '../upstream/launch.js'
import { TroubledJournal } from './journal.fixture.js'
import { makePlace, type Place, type PlaceOptions, STUBBORN } from './place.fixture.js'

const hasChange =
  (state: string) =>
  ({ method, params }: Fields): boolean =>
    method === '_parley/session/agent' && (params as Fields).state === state

/** With an agent that can only load, and falls silent where there is a file `mute`. */
async function makeLoading(options: PlaceOptions = {}): Promise<Place & { readonly mute: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hub-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const agents = { loading: loadingAgent(folder) }
  return { ...(await makePlace({ agents, ...options, folder })), mute: join(folder, 'mute') }
}

function loadingAgent(folder: string): AgentProgram {
  const program = fileURLToPath(new URL('../fixtures/load-only.mjs', import.meta.url))
  return { command: process.execPath, args: [program], env: { PLACE: folder } }
}

const statuses = (client: Client, sessionId: string): readonly unknown[] =>
  client
    .stream(sessionId)
    .heard.map(({ message }) => (message.params as { update?: Fields } | undefined)?.update)
    .filter(update => String(update?.sessionUpdate).startsWith('tool_call'))
    .map(update => update?.status)

test('an agent that dies ends its turn visibly, and the next prompt goes on in another process', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const [client, other] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await client.newSession(folder)
  await other.load(sessionId, folder)
  await client.turn(sessionId, 'say before')
  expect(await client.turn(sessionId, 'die')).toEqual({ stopReason: 'cancelled' })
  expect(client.said(sessionId)).toContain('The agent ended unexpectedly')
  await client.until(sessionId, hasChange('died'))
  expect(await client.turn(sessionId, 'say after')).toEqual({ stopReason: 'end_turn' })
  await client.until(sessionId, hasChange('resumed'))
  // What the agent tells of the past when it takes a session up was told before.
  expect(client.said(sessionId)).toBe(
    'before dyingThe agent ended unexpectedly, and this turn with it.after ',
  )
  await other.untilEnds(sessionId, 3)
  expect(other.history(sessionId)).toEqual(client.history(sessionId))
  const late = await Client.open({ hub })
  await late.load(sessionId, folder)
  expect(late.history(sessionId)).toEqual(client.history(sessionId))
})

test('a session whose agent cannot take it up again is broken, and never a fresh one', async () => {
  const place = await makePlace()
  const client = await Client.open({ hub: place.hub })
  const sessionId = await client.newSession(place.folder)
  expect(await client.turn(sessionId, 'die')).toEqual({ stopReason: 'cancelled' })
  const broken = { code: -32006, data: { reason: 'invalid_session_state', isBroken: true } }
  await expect(client.turn(sessionId, 'say after')).rejects.toMatchObject(broken)
  await client.until(sessionId, hasChange('broken'))
  await expect(client.turn(sessionId, 'say after')).rejects.toMatchObject(broken)
  const again = await place.again()
  const next = await Client.open({ hub: again.hub })
  await next.load(sessionId, place.folder)
  expect(next.said(sessionId)).toContain('dying')
  await expect(next.turn(sessionId, 'say after')).rejects.toMatchObject(broken)
  expect(await again.carriedOut()).toEqual(['die'])
})

test('an agent that can only load tells the past again, and nobody hears it twice', async () => {
  const { hub, folder } = await makeLoading()
  const [client, other] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await client.newSession(folder)
  await other.load(sessionId, folder)
  await client.turn(sessionId, 'one')
  await client.turn(sessionId, 'die')
  await client.turn(sessionId, 'two')
  expect(client.said(sessionId).match(/heard \w+/g)).toEqual(['heard one', 'heard die', 'heard two'])
  await other.untilEnds(sessionId, 3)
  expect(other.history(sessionId)).toEqual(client.history(sessionId))
  // What the agent has lost is lost: the session is broken, and stays what it was.
  await client.turn(sessionId, 'die')
  await rm(join(folder, `${sessionId}.said`))
  await expect(client.turn(sessionId, 'three')).rejects.toMatchObject({ data: { isBroken: true } })
  await client.until(sessionId, hasChange('broken'))
})

test('in version 2 a death is an idle state with an error, and the next prompt goes on', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const client = await Client.open({ hub, version: 2 })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'die')
  const isEnd = ({ params }: Fields): boolean => {
    const update = (params as { update?: Fields })?.update
    return update?.state === 'idle' && update.stopReason === 'error'
  }
  await client.until(sessionId, isEnd)
  expect(client.said(sessionId)).toContain('The agent ended unexpectedly')
  await client.turn(sessionId, 'say after')
  await client.until(sessionId, () => client.said(sessionId).includes('after'))
})

test('a question of an agent that died is withdrawn', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const client = await Client.open({ hub, isPlain: true })
  const sessionId = await client.newSession(folder)
  const { answer } = client.prompt(sessionId, 'ask')
  const { id } = await client.question(sessionId)
  const { pid } = await client.ask('_fixture/pid')
  process.kill(Number(pid), 'SIGKILL')
  expect((await answer).result).toEqual({ stopReason: 'cancelled' })
  const { params } = await client.until(sessionId, ({ method }) => method === '$/cancel_request')
  expect(params).toEqual({ requestId: id })
})

test('a turn that the gateway left open is closed visibly when the session is next touched', async () => {
  const place = await makePlace({ keeps: true })
  const client = await Client.open({ hub: place.hub })
  const sessionId = await client.newSession(place.folder)
  client.prompt(sessionId, 'hang', { 'parley.dev/key': 'k' })
  await client.until(sessionId, () => client.said(sessionId).includes('hanging'))
  const again = await place.again()
  const next = await Client.open({ hub: again.hub })
  await next.listen(sessionId, client.stream(sessionId).position)
  expect(await next.turn(sessionId, 'hang', 'k')).toEqual({ stopReason: 'cancelled' })
  expect(await next.turn(sessionId, 'say after')).toEqual({ stopReason: 'end_turn' })
  expect(await again.carriedOut()).toEqual(['hang', 'say after'])
})

test('a gateway that closes lets a turn finish, and ends visibly one that does not', async () => {
  const place = await makePlace({ keeps: true })
  const client = await Client.open({ hub: place.hub })
  const sessionId = await client.newSession(place.folder)
  const { answer } = client.prompt(sessionId, 'slowly 40')
  await client.until(sessionId, () => client.said(sessionId).includes('1'))
  const closing = place.hub.close(10_000)
  const refused = client.prompt(sessionId, 'say refused')
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  expect((await refused.answer).error).toMatchObject({ data: { reason: 'invalid_session_state' } })
  await closing
  expect(client.port.isClosed).toBe(true)
})

test('an agent that does not take a session up in time is given up, and the prompt says so', async () => {
  const { hub, folder, mute } = await makeLoading({ patience: { agents: 400 } })
  const [client, other] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await client.newSession(folder)
  await other.load(sessionId, folder)
  await client.turn(sessionId, 'die')
  await writeFile(mute, '')
  await expect(client.turn(sessionId, 'two')).rejects.toMatchObject({
    code: -32009,
    data: { reason: 'timeout' },
  })
  await other.until(sessionId, () => other.said(sessionId).includes('did not take the session up'))
  await expect(client.ask('session/new', { cwd: folder, mcpServers: [] })).rejects.toMatchObject({
    data: { reason: 'timeout' },
  })
  await rm(mute)
  expect(await client.turn(sessionId, 'three')).toEqual({ stopReason: 'end_turn' })
  expect(client.said(sessionId).match(/heard \w+/g)).toEqual(['heard die', 'heard three'])
})

test('a prompt that waits for its agent to take the session up ends at once when it is called off', async () => {
  const { hub, folder, mute } = await makeLoading()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'die')
  await writeFile(mute, '')
  const { answer } = client.prompt(sessionId, 'two')
  const next = client.prompt(sessionId, 'three', { 'parley.dev/queue': true })
  client.notify('session/cancel', { sessionId })
  expect((await answer).result).toEqual({ stopReason: 'cancelled' })
  expect((await next.answer).result).toEqual({ stopReason: 'cancelled' })
})

test('a history that was cut while its agent told it is told anew, and never short', async () => {
  const { hub, folder, mute } = await makeLoading()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  for (const word of ['one', 'two', 'three']) await client.turn(sessionId, word)
  await hub.close(0)
  // The same agent under another name: only the agent knows the session.
  const options = { folder, isSolitary: () => true, agents: { other: loadingAgent(folder) } }
  await writeFile(mute, '')
  // A gateway that is killed puts nothing in order.
  const keepAll = { delete: async (): Promise<void> => {} }
  const cut = await makePlace({ ...options, wrap: kept => Object.assign(new TroubledJournal(kept), keepAll) })
  const hasty = await Client.open({ hub: cut.hub })
  hasty.load(sessionId, folder).catch(() => {})
  const halfTold = async (): Promise<string> => {
    const found = (await cut.journal.list()).sessions.find(({ facts }) => facts?.agent === 'other')
    const told: unknown[] = []
    if (found !== undefined) for await (const entry of cut.journal.read(found.id)) told.push(entry)
    return JSON.stringify(told)
  }
  await expect.poll(halfTold).toContain('"one"')
  // Whoever wants to see it waits for the whole of it.
  const onlooker = await Client.open({ hub: cut.hub })
  const early = onlooker.request('_parley/session/attach', { sessionId }).answer
  expect(await Promise.race([early, pause(100)])).toBeUndefined()
  await rm(mute)
  await cut.hub.close(0)
  const whole = await makePlace(options)
  const next = await Client.open({ hub: whole.hub })
  await next.reload(sessionId, folder)
  await expect.poll(() => next.said(sessionId)).toBe('heard one heard two heard three ')
})

test.each([1, 2] as const)(
  'what an agent of version %i was doing when it died has failed, for all to see',
  async version => {
    const { hub, folder } = await makePlace({ keeps: true })
    const client = await Client.open({ hub, version })
    const sessionId = await client.newSession(folder)
    client.prompt(sessionId, 'work')
    await client.until(sessionId, () => client.said(sessionId).includes('working'))
    const { pid } = await client.ask('_fixture/pid')
    process.kill(Number(pid), 'SIGKILL')
    await client.until(sessionId, hasChange('died'))
    expect(statuses(client, sessionId).at(-1)).toBe('failed')
    const late = await Client.open({ hub, version })
    await late.load(sessionId, folder)
    expect(statuses(late, sessionId)).toEqual(statuses(client, sessionId))
  },
)

test('what was being done when the gateway stopped has failed, whatever the agent says of it', async () => {
  const place = await makePlace({ agents: { stubborn: STUBBORN } })
  const client = await Client.open({ hub: place.hub })
  const sessionId = await client.newSession(place.folder)
  const { answer } = client.prompt(sessionId, 'work')
  await client.question(sessionId)
  const again = await place.again()
  expect((await answer).result).toEqual({ stopReason: 'cancelled' })
  expect(statuses(client, sessionId)).toEqual(['pending', 'failed'])
  const next = await Client.open({ hub: again.hub })
  await next.load(sessionId, place.folder)
  expect(statuses(next, sessionId)).toEqual(['pending', 'failed'])
})
