import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Client, callerOf, type Fields } from '../seat/client.fixture.js'
import { makePlace, STUBBORN } from './place.fixture.js'
import { ANSWERED_METHOD } from './words.js'

const ALLOW = { outcome: { outcome: 'selected', optionId: 'allow_once' } }
const LEFT = { code: -32800, message: 'Left', data: { reason: 'client_leaves' } }
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
  for (let times = 0; times < 100; times++) author.reply(id, ALLOW)
  const withdrawn = await plain.until(sessionId, ofMethod('$/cancel_request'))
  expect(withdrawn.params).toEqual({ requestId: id })
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  expect(author.said(sessionId)).toBe('chosen: allow_once')
  const toldOff = author
    .stream(sessionId)
    .heard.filter(({ message }) => (message.params as Fields | undefined)?.reason === 'already_answered')
  expect(toldOff).toHaveLength(1)
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

test('who calls off a question because they leave has answered nothing: it waits for whoever comes', async () => {
  const { hub, folder } = await makePlace()
  const [author, other] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await author.newSession(folder)
  await other.load(sessionId, folder)
  const { answer } = author.prompt(sessionId, 'ask')
  const { id } = await author.question(sessionId)
  await other.question(sessionId)
  for (const leaving of [other, author]) leaving.port.say({ id, error: LEFT })
  const late = await Client.open({ hub })
  await late.load(sessionId, folder)
  expect((await late.question(sessionId)).id).toBe(id)
  expect(late.stream(sessionId).heard.filter(({ message }) => message.method === ANSWERED_METHOD)).toEqual([])
  late.reply(id, ALLOW)
  await answer
  expect(author.said(sessionId)).toBe('chosen: allow_once')
})

test('who calls off a question and stays has answered it', async () => {
  const { hub, folder } = await makePlace()
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  const { answer } = author.prompt(sessionId, 'ask')
  const { id } = await author.question(sessionId)
  author.port.say({ id, error: { code: -32800, message: 'Dismissed' } })
  await answer
  expect(author.said(sessionId)).not.toContain('allow')
})

test('who leaves, or listens to nothing, says so by code and reason together: either alone is an answer', async () => {
  const { hub, folder } = await makePlace()
  const author = await Client.open({ hub })
  const other = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  await other.load(sessionId, folder)
  const answers = [
    { code: -32000, message: 'No', data: { reason: 'client_leaves' } },
    { code: -32603, message: 'No', data: { reason: 'client_leaves' } },
    { code: -32800, message: 'No', data: { reason: 'no_listener' } },
    { code: -32603, message: 'No' },
    { code: -32800, message: 'No' },
  ]
  const known = new Set<unknown>([undefined])
  const isFresh = (id: unknown): boolean => !known.has(id)
  for (const error of answers) {
    const { answer } = author.prompt(sessionId, 'ask')
    const { id } = await other.until(sessionId, each => each.method !== undefined && isFresh(each.id))
    known.add(id)
    other.port.say({ id, error })
    await answer
  }
  expect(author.said(sessionId)).not.toContain('allow')
  const told = author.stream(sessionId).heard.filter(({ message }) => message.method === ANSWERED_METHOD)
  expect(told.map(({ message }) => (message.params as Fields).how)).toEqual(answers.map(() => 'answered'))
})

test('a question that all have called off by leaving waits no longer than for somebody who is not there', async () => {
  const { hub, folder } = await makePlace({ patience: { people: 50 } })
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  const { answer } = author.prompt(sessionId, 'ask')
  const { id } = await author.question(sessionId)
  author.port.say({ id, error: LEFT })
  await answer
  expect(author.said(sessionId)).toBe('chosen: nothing')
})

test('a question that is left to those who listen to nothing is withdrawn: nobody answered, and nobody waits', async () => {
  const { hub, folder } = await makePlace()
  const [author, deaf] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await author.newSession(folder)
  await deaf.load(sessionId, folder)
  const { answer } = author.prompt(sessionId, 'ask')
  const { id } = await author.question(sessionId)
  await deaf.question(sessionId)
  deaf.port.say({ id, error: { code: -32603, message: 'No listener', data: { reason: 'no_listener' } } })
  author.port.say({ id, error: LEFT })
  await answer
  expect(author.said(sessionId)).toBe('chosen: nothing')
  const told = await deaf.until(sessionId, ({ method }) => method === ANSWERED_METHOD)
  expect(told.params).toMatchObject({ how: 'withdrawn' })
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

test('whoever gives up its own prompt in line takes nobody else with it', async () => {
  const { hub, folder, carriedOut } = await makePlace()
  const ann = await Client.open({ hub })
  const sessionId = await ann.newSession(folder)
  const bob = await Client.open({ hub, caller: callerOf({ name: 'Bob' }) })
  await bob.load(sessionId, folder)
  const asking = ann.prompt(sessionId, 'ask')
  const { id } = await ann.question(sessionId)
  const given = bob.prompt(sessionId, 'say given up', { 'parley.dev/queue': true })
  const queued = bob.prompt(sessionId, 'say queued', { 'parley.dev/queue': true })
  bob.notify('$/cancel_request', { requestId: given.id })
  expect((await given.answer).result).toEqual({ stopReason: 'cancelled' })
  ann.reply(id, ALLOW)
  expect((await asking.answer).result).toEqual({ stopReason: 'end_turn' })
  expect((await queued.answer).result).toEqual({ stopReason: 'end_turn' })
  expect(ann.said(sessionId)).toContain('chosen: allow_once')
  expect(await carriedOut()).toEqual(['ask', 'say queued'])
})

test('whoever gives up its running prompt leaves those in line', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const running = client.prompt(sessionId, 'hang')
  const queued = client.prompt(sessionId, 'say queued', { 'parley.dev/queue': true })
  await client.until(sessionId, () => client.said(sessionId).includes('hanging'))
  client.notify('$/cancel_request', { requestId: running.id })
  expect((await running.answer).result).toEqual({ stopReason: 'cancelled' })
  expect((await queued.answer).result).toEqual({ stopReason: 'end_turn' })
})

test('prompts that wait hold so many bytes of a principal, in all its sessions, and guests have their own', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub })
  const [one, two] = [await client.newSession(folder), await client.newSession(folder)]
  const guest = await Client.open({ hub, caller: callerOf({ session: one }) })
  await guest.load(one, folder)
  for (const sessionId of [one, two]) client.prompt(sessionId, 'hang')
  await client.until(two, () => client.said(two).includes('hanging'))
  const queue = (who: Client, sessionId: string, size: number): Promise<Fields> =>
    who.prompt(sessionId, 'x'.repeat(size), { 'parley.dev/queue': true }).answer
  const waiting = [queue(client, one, 10e6), queue(client, one, 10e6), queue(client, two, 10e6)]
  const tooMuch = { error: { data: { reason: 'rate_limited' } } }
  expect(await queue(client, one, 10e6)).toMatchObject(tooMuch)
  expect(await queue(client, two, 10e6)).toMatchObject(tooMuch)
  const guests = queue(guest, one, 7e6)
  expect(await queue(guest, one, 7e6)).toMatchObject(tooMuch)
  for (const sessionId of [one, two]) client.notify('session/cancel', { sessionId })
  for (const answer of [...waiting, guests])
    expect(await answer).toMatchObject({ result: { stopReason: 'cancelled' } })
  expect(await queue(client, two, 31e6)).toMatchObject({ result: { stopReason: 'end_turn' } })
})

test('a gateway that closes while a turn runs answers everybody in line', async () => {
  const { hub, folder, carriedOut } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const running = client.prompt(sessionId, 'slowly 20')
  const line = ['one', 'two', 'three'].map(text =>
    client.prompt(sessionId, `say ${text}`, { 'parley.dev/queue': true }),
  )
  await client.until(sessionId, () => client.said(sessionId).includes('1'))
  const drained = hub.drain()
  expect((await running.answer).result).toEqual({ stopReason: 'end_turn' })
  for (const { answer } of line)
    expect((await answer).error).toMatchObject({ data: { reason: 'invalid_session_state' } })
  await drained
  expect(await carriedOut()).toEqual(['slowly 20'])
})

test('a question that was told when nobody listened is told to whoever listens, and again after a break', async () => {
  const { hub, folder } = await makePlace()
  const author = await Client.open({ hub })
  const sessionId = await author.newSession(folder)
  const { answer } = author.prompt(sessionId, 'ask')
  const { id } = await author.question(sessionId)
  author.drop(sessionId)
  const isIt = ({ message }: { readonly message: Fields }): boolean => message.id === id
  const times = (client: Client): number => client.stream(sessionId).heard.filter(isIt).length
  const resume = { sessionId, cwd: folder, mcpServers: [] }
  for (const isPlain of [true, false]) {
    const late = await Client.open({ hub, isPlain })
    await late.ask('session/resume', resume)
    await late.listen(sessionId)
    await expect.poll(() => times(late)).toBe(1)
    late.drop(sessionId)
    await late.listen(sessionId)
    await expect.poll(() => times(late)).toBe(2)
    await late.leave()
  }
  // One that does not say what it has may have lost everything that was on its way.
  const plain = await Client.open({ hub, isPlain: true })
  await plain.load(sessionId, folder)
  await plain.question(sessionId)
  plain.drop(sessionId)
  await wait(1)
  const ear = await plain.port.listen({ session: sessionId, after: undefined }, () => {})
  await expect.poll(() => typeof ear === 'object' && ear.heard.filter(isIt).length).toBe(1)
  plain.reply(id, ALLOW)
  await author.listen(sessionId)
  await answer
  // It had the question under a number, and said so.
  expect(times(author)).toBe(1)
})

test('what is asked of one client is answered by that client only, and permissions by those who take part', async () => {
  const { hub, folder } = await makePlace()
  const capabilities = { fs: { readTextFile: true } }
  const author = await Client.open({ hub, capabilities })
  const sessionId = await author.newSession(folder)
  const other = await Client.open({ hub, capabilities, caller: callerOf({ name: 'Bob' }) })
  await other.load(sessionId, folder)
  const reading = author.prompt(sessionId, `read ${folder}/a`)
  const { id } = await author.question(sessionId)
  other.reply(id, { content: 'forged' })
  const isDenied = ({ params }: Fields): boolean => (params as Fields)?.reason === 'permission_denied'
  expect((await other.until(sessionId, isDenied)).params).toMatchObject({ requestId: id })
  author.reply(id, { content: 'true' })
  await reading.answer
  expect(author.said(sessionId)).toBe('read: true')
  const { answer } = author.prompt(sessionId, 'ask')
  const asked = await author.until(sessionId, message => message.method === 'session/request_permission')
  const outsider = await Client.open({ hub, capabilities })
  // It has found the session, and takes no part in it.
  await outsider.ask('session/status', { sessionId }).catch(() => {})
  outsider.reply(asked.id, { outcome: { outcome: 'selected', optionId: 'reject_once' } })
  await outsider.ask('_fixture/pid')
  author.reply(asked.id, ALLOW)
  await answer
  expect(author.said(sessionId)).toContain('chosen: allow_once')
})

test('a session is deleted although somebody does not read, and whoever prompted is answered', async () => {
  const { hub, folder } = await makePlace({ keeps: true, patience: { readers: 300 } })
  const [author, slow, other] = [
    await Client.open({ hub }),
    await Client.open({ hub }),
    await Client.open({ hub }),
  ]
  const sessionId = await author.newSession(folder)
  for (const client of [slow, other]) await client.load(sessionId, folder)
  const { ear } = slow.stream(sessionId)
  if (ear === undefined) throw new Error('listens')
  ear.isSlow = true
  const asking = author.prompt(sessionId, 'ask')
  const queued = other.prompt(sessionId, 'say queued', { 'parley.dev/queue': true })
  const { id } = await author.question(sessionId)
  await other.ask('session/delete', { sessionId })
  expect((await asking.answer).result).toEqual({ stopReason: 'cancelled' })
  expect((await queued.answer).result).toEqual({ stopReason: 'cancelled' })
  const told = await author.until(sessionId, message => message.method === '_parley/session/answered')
  expect(told.params).toMatchObject({ requestId: id, how: 'withdrawn' })
  await expect(author.ask('session/load', { sessionId, cwd: folder, mcpServers: [] })).rejects.toMatchObject({
    data: { reason: 'session_not_found' },
  })
  await ear.closed
})

test('a session that is put away takes its question with it', async () => {
  const { hub, folder } = await makePlace({ agents: { stubborn: STUBBORN } })
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const { answer } = client.prompt(sessionId, 'ask')
  const { id } = await client.question(sessionId)
  await client.ask('session/close', { sessionId })
  expect((await answer).result).toEqual({ stopReason: 'cancelled' })
  const told = await client.until(sessionId, message => message.method === '_parley/session/answered')
  expect(told.params).toMatchObject({ requestId: id, how: 'withdrawn' })
  const late = await Client.open({ hub })
  await late.load(sessionId, folder)
  expect(late.stream(sessionId).heard.some(({ message }) => message.id === id)).toBe(false)
})

test('a prompt of too many blocks is refused', async () => {
  const { hub, folder, carriedOut } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const prompt = Array.from({ length: 1_025 }, () => ({ type: 'text', text: 'x' }))
  await expect(client.ask('session/prompt', { sessionId, prompt })).rejects.toMatchObject({ code: -32602 })
  expect(await carriedOut()).toEqual([])
})

test('what was asked of a client that left is asked of the next, and again after a break', async () => {
  const { hub, folder } = await makePlace()
  const capabilities = { fs: { readTextFile: true } }
  const author = await Client.open({ hub, capabilities })
  const sessionId = await author.newSession(folder)
  const [near, away] = [await Client.open({ hub, capabilities }), await Client.open({ hub, capabilities })]
  for (const client of [near, away]) await client.load(sessionId, folder)
  author.prompt(sessionId, `read ${folder}/a`)
  const { id } = await author.question(sessionId)
  const times = (client: Client): number =>
    client.stream(sessionId).heard.filter(({ message }) => message.id === id).length
  // Both have heard more since, so that it does not come by its number.
  for (const client of [near, away]) await client.setMode(sessionId, 'code')
  away.drop(sessionId)
  await author.leave()
  await expect.poll(() => times(near)).toBe(1)
  near.drop(sessionId)
  await near.listen(sessionId)
  await expect.poll(() => times(near)).toBe(2)
  await near.leave()
  await wait(20)
  expect(times(away)).toBe(0)
  await away.listen(sessionId)
  await expect.poll(() => times(away)).toBe(1)
  away.reply(id, { content: 'mine' })
  await away.untilEnds(sessionId, 1)
  expect(away.said(sessionId)).toBe('read: mine')
})
