import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Client, callerOf, type Fields } from '../seat/client.fixture.js'
import { makePlace } from './place.fixture.js'

const ALLOW = { outcome: { outcome: 'selected', optionId: 'allow_once' } }
const ofMethod =
  (method: string) =>
  (message: Fields): boolean =>
    message.method === method

test('a permission is answered once, and all others are told', async () => {
  const { hub, folder } = await makePlace()
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  const [other, plain] = [
    await Client.open({ hub, caller: callerOf({ name: 'Bob' }) }),
    await Client.open({ hub, isPlain: true }),
  ]
  await other.load(sessionId, folder)
  await plain.load(sessionId, folder)
  const { answer } = author.prompt(sessionId, 'ask')
  const questions = await Promise.all([author, other, plain].map(client => client.question(sessionId)))
  const { id } = questions[0] ?? {}
  expect(questions.map(question => question.id)).toEqual([id, id, id])
  other.reply(id, ALLOW)
  author.reply(id, { outcome: { outcome: 'selected', optionId: 'reject_once' } })
  const told = await author.until(sessionId, ({ params }) => (params as Fields)?.how === 'answered')
  expect(told.params).toMatchObject({ requestId: id, by: 'Bob', how: 'answered', outcome: ALLOW.outcome })
  const late = await author.until(
    sessionId,
    ({ params }) => (params as Fields)?.reason === 'already_answered',
  )
  expect(late.params).toMatchObject({ requestId: id })
  const withdrawn = await plain.until(sessionId, ofMethod('$/cancel_request'))
  expect(withdrawn.params).toEqual({ requestId: id })
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  expect(author.said(sessionId)).toBe('chosen: allow_once')
})

test('a question is told again to whoever comes while it is open, and to nobody afterwards', async () => {
  const { hub, folder } = await makePlace()
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  const { answer } = author.prompt(sessionId, 'ask')
  const { id } = await author.question(sessionId)
  author.drop(sessionId)
  const loading = await Client.open({ hub })
  await loading.load(sessionId, folder)
  expect((await loading.question(sessionId)).id).toBe(id)
  const resuming = await Client.open({ hub })
  await resuming.listen(sessionId)
  await resuming.ask('session/resume', { sessionId, cwd: folder })
  expect((await resuming.question(sessionId)).id).toBe(id)
  resuming.reply(id, ALLOW)
  await author.listen(sessionId)
  await answer
  const late = await Client.open({ hub })
  await late.load(sessionId, folder)
  expect(late.stream(sessionId).heard.filter(({ message }) => message.id === id)).toEqual([])
})

test('a question that nobody is there to answer is cancelled in the end', async () => {
  const { hub, folder } = await makePlace({ patience: { people: 50 } })
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  const { answer } = author.prompt(sessionId, 'ask')
  await author.question(sessionId)
  await wait(100)
  expect(author.said(sessionId)).toBe('')
  author.drop(sessionId)
  await wait(150)
  await author.listen(sessionId)
  await answer
  expect(author.said(sessionId)).toBe('chosen: nothing')
})

test('files are asked of the client that prompted, and of no other', async () => {
  const { hub, folder } = await makePlace()
  const capabilities = { fs: { readTextFile: true } }
  const author = await Client.open({ hub, capabilities })
  const sessionId = await author.newSession(folder)
  const other = await Client.open({ hub, capabilities })
  await other.load(sessionId, folder)
  const { answer } = other.prompt(sessionId, `read ${folder}/a`)
  const { id, method, params } = await other.question(sessionId)
  expect([method, (params as Fields).path]).toEqual(['fs/read_text_file', `${folder}/a`])
  other.reply(id, { content: 'secret content' })
  await answer
  await author.untilEnds(sessionId, 1)
  expect(author.said(sessionId)).toBe('read: secret content')
  expect(author.stream(sessionId).heard.some(({ message }) => message.id === id)).toBe(false)
})

test('a client that takes nothing delays nobody, and gets everything when it takes it', async () => {
  const { hub, folder } = await makePlace()
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  const slow = await Client.open({ hub })
  await slow.load(sessionId, folder)
  const { ear } = slow.stream(sessionId)
  if (ear === undefined) throw new Error('listens')
  ear.isSlow = true
  await author.turn(sessionId, 'many 2000')
  expect(author.stream(sessionId).heard.length).toBeGreaterThan(2000)
  expect(ear.heard.length).toBeLessThan(10)
  ear.isSlow = false
  ear.makeRoom()
  await slow.untilEnds(sessionId, 1)
  expect(slow.history(sessionId)).toEqual(author.history(sessionId))
})

test('a client far behind is told from the journal what memory no longer holds', async () => {
  const { hub, folder } = await makePlace()
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  await author.turn(sessionId, 'say one')
  author.drop(sessionId)
  const other = await Client.open({ hub })
  await other.load(sessionId, folder)
  await other.turn(sessionId, 'many 9000')
  await author.listen(sessionId)
  await author.untilEnds(sessionId, 2)
  expect(author.history(sessionId)).toEqual(other.history(sessionId))
})

test('a prompt with the same key is carried out once, also when the gateway was closed in between', async () => {
  const place = await makePlace({ keeps: true })
  const client = await Client.open({ hub: place.hub })
  const sessionId = await client.newSession(place.folder)
  const [first, second] = [client.turn(sessionId, 'slowly 5', 'k1'), client.turn(sessionId, 'slowly 5', 'k1')]
  expect([await first, await second]).toEqual([{ stopReason: 'end_turn' }, { stopReason: 'end_turn' }])
  expect(await client.turn(sessionId, 'slowly 5', 'k1')).toEqual({ stopReason: 'end_turn' })
  const again = await place.again()
  const next = await Client.open({ hub: again.hub })
  await next.load(sessionId, place.folder)
  expect(await next.turn(sessionId, 'slowly 5', 'k1')).toEqual({ stopReason: 'end_turn' })
  expect(await again.carriedOut()).toEqual(['slowly 5'])
})

test('a second prompt is refused while a turn runs, or waits in line if it says so', async () => {
  const { hub, folder, carriedOut } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const first = client.prompt(sessionId, 'slowly 10')
  const second = client.prompt(sessionId, 'say refused')
  const third = client.prompt(sessionId, 'say queued', { 'parley.dev/queue': true })
  expect((await second.answer).error).toMatchObject({ data: { reason: 'invalid_session_state' } })
  expect((await first.answer).result).toEqual({ stopReason: 'end_turn' })
  expect((await third.answer).result).toEqual({ stopReason: 'end_turn' })
  expect(await carriedOut()).toEqual(['slowly 10', 'say queued'])
})

test('a cancel that follows its prompt closely is not lost, and takes those in line with it', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const first = client.prompt(sessionId, 'hang')
  const queued = client.prompt(sessionId, 'hang', { 'parley.dev/queue': true })
  client.notify('session/cancel', { sessionId })
  expect((await first.answer).result).toEqual({ stopReason: 'cancelled' })
  expect((await queued.answer).result).toEqual({ stopReason: 'cancelled' })
  const done = client.prompt(sessionId, 'say done')
  await done.answer
  const other = await Client.open({ hub })
  await other.load(sessionId, folder)
  const others = other.prompt(sessionId, 'slowly 20')
  await other.until(sessionId, () => other.said(sessionId).includes('1'))
  client.notify('$/cancel_request', { requestId: done.id })
  expect((await others.answer).result).toEqual({ stopReason: 'end_turn' })
  expect(other.said(sessionId)).toContain('20')
  await client.untilEnds(sessionId, 4)
  const running = client.prompt(sessionId, 'hang')
  await client.until(sessionId, () => client.said(sessionId).includes('hanging'))
  client.notify('$/cancel_request', { requestId: running.id })
  expect((await running.answer).result).toEqual({ stopReason: 'cancelled' })
})

test('those who know our extension are told who is there and who has the word', async () => {
  const { hub, folder } = await makePlace()
  const ann = await Client.open({ hub })
  const sessionId = await ann.newSession(folder)
  const bob = await Client.open({ hub, caller: callerOf({ name: 'Bob', scopes: ['session.read'] }) })
  await bob.load(sessionId, folder)
  const isBoth = ({ params }: Fields): boolean => (params as { present?: unknown[] })?.present?.length === 2
  const { params } = await ann.until(sessionId, isBoth)
  expect(params).toEqual({
    sessionId,
    present: [
      { name: 'Ann', role: 'editor', isController: true },
      { name: 'Bob', role: 'viewer', isController: false },
    ],
  })
  await bob.leave()
  await ann.until(sessionId, ({ params: told }) => {
    const { heard } = ann.stream(sessionId)
    return (
      told ===
        heard.findLast(({ message }) => ofMethod('_parley/session/presence')(message))?.message.params &&
      !isBoth({ params: told })
    )
  })
})

test('an event of another telling, or of none, is answered by a reset and everything from the beginning', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'say one')
  for (const after of ['another.3', 'garbage', `${client.stream(sessionId).position?.split('.')[0]}.9999`]) {
    const next = await Client.open({ hub })
    await next.listen(sessionId, after)
    await next.untilEnds(sessionId, 1)
    const [first] = next
      .stream(sessionId)
      .heard.filter(({ message }) => message.method !== '_parley/session/presence')
    expect(first?.message).toMatchObject({ method: '_parley/session/reset', params: { sessionId } })
    expect(next.history(sessionId)).toEqual(client.history(sessionId))
  }
  expect(await client.listen('no such session', 'a.1')).toBe('unknown')
})

test('attaching tells everything, or what is behind a place', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'say one')
  const place = client.stream(sessionId).position
  await client.turn(sessionId, 'say two')
  const [whole, rest] = [await Client.open({ hub }), await Client.open({ hub })]
  for (const each of [whole, rest]) await each.listen(sessionId)
  const { event } = await whole.ask('_parley/session/attach', { sessionId })
  expect(event).toBe(client.stream(sessionId).position)
  expect(whole.said(sessionId)).toBe('one two ')
  await rest.ask('_parley/session/attach', { sessionId, after: place })
  await rest.untilEnds(sessionId, 1)
  expect(rest.said(sessionId)).toBe('two ')
})
