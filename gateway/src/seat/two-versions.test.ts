import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entriesOf, textOf } from '@parley/acp/thread'
import { expect, onTestFinished, test } from 'vitest'
import { fieldsOf } from '../hub/fields.js'
import { AGENT, makePlace } from '../hub/place.fixture.js'
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
  const replayFrom = { type: 'start' }
  const opened = client.ask('session/resume', { sessionId, cwd, mcpServers: [], replayFrom })
  if (client.stream(sessionId).ear === undefined) await client.listen(sessionId, undefined)
  return await opened
}

const wordsOf = (message: Fields): string => JSON.stringify(message)
const updateOf = ({ params }: Fields): Fields => fieldsOf(fieldsOf(params).update)

/** Whether this says that a turn is over, to a client of this version that did not begin it. */
function isOver({ version }: Client, message: Fields): boolean {
  const { state, stopReason } = version === 2 ? updateOf(message) : fieldsOf(message.params)
  return stopReason !== undefined && state === (version === 2 ? 'idle' : 'ended')
}

async function untilOver(client: Client, sessionId: string, count = 1): Promise<void> {
  const { heard } = client.stream(sessionId)
  await client.until(sessionId, () => heard.filter(({ message }) => isOver(client, message)).length >= count)
}

/** What there is to see, in words that both versions have. */
function conversation(client: Client, sessionId: string): readonly unknown[] {
  return entriesOf(client.stream(sessionId).thread).map(entry => {
    if (entry.kind === 'message') return [entry.role, textOf(entry)]
    if (entry.kind === 'tool_call') return ['call', entry.title, entry.status]
    return entry.kind === 'stop' ? ['stop', entry.stopReason] : [entry.kind]
  })
}

test.each(pairs)(
  'a session of version $held is joined, read and gone on with by a client of version $joins',
  async ({ held, joins }) => {
    const { hub, folder, carriedOut } = await makePlace()
    const first = await Client.open({ hub, version: held })
    first.answersWith = ALLOW
    const sessionId = await first.newSession(folder)
    await first.turn(sessionId, 'say one two')
    const second = await Client.open({ hub, version: joins })
    expect((await second.ask('session/list')).sessions).toMatchObject([{ sessionId, title: 'say one two' }])
    const opened = await enter(second, sessionId, folder)
    expect(wordsOf(opened)).toContain('"currentValue":"ask"')
    expect(second.said(sessionId)).toBe('one two ')
    await second.turn(sessionId, 'ask')
    await first.until(sessionId, message => wordsOf(message).includes('chosen: allow_once'))
    await first.turn(sessionId, 'say four')
    await second.until(sessionId, message => wordsOf(message).includes('four '))
    const same = await Client.open({ hub, version: held })
    const other = await Client.open({ hub, version: joins })
    await Promise.all([enter(same, sessionId, folder), enter(other, sessionId, folder)])
    await Promise.all([untilOver(same, sessionId, 3), untilOver(other, sessionId, 3)])
    expect(conversation(other, sessionId)).toEqual(conversation(same, sessionId))
    expect(conversation(other, sessionId)).toEqual([
      ...[
        ['user', 'say one two'],
        ['agent', 'one two '],
        ['stop', 'end_turn'],
      ],
      ...[
        ['user', 'ask'],
        ['call', 'Something', 'completed'],
        ['agent', 'chosen: allow_once'],
      ],
      ...[
        ['stop', 'end_turn'],
        ['user', 'say four'],
        ['agent', 'four '],
        ['stop', 'end_turn'],
      ],
    ])
    expect(await carriedOut()).toEqual(['say one two', 'ask', 'say four'])
  },
)

test.each(pairs)(
  'of a permission in a session of version $held a client of version $joins and its own are asked, and it is answered once',
  async ({ held, joins }) => {
    const { hub, folder } = await makePlace()
    const first = await Client.open({ hub, version: held })
    const sessionId = await first.newSession(folder)
    const second = await Client.open({ hub, version: joins })
    const plain = await Client.open({ hub, version: joins, isPlain: true })
    await Promise.all([enter(second, sessionId, folder), enter(plain, sessionId, folder)])
    const turn = first.prompt(sessionId, 'ask')
    const [own, theirs, plainly] = await Promise.all([
      first.question(sessionId),
      second.question(sessionId),
      plain.question(sessionId),
    ])
    expect([theirs.id, plainly.id]).toEqual([own.id, own.id])
    expect(wordsOf(theirs)).toContain(joins === 1 ? '"toolCall":' : '"subject":')
    expect(wordsOf(theirs)).not.toContain('parley.dev/question')
    second.reply(theirs.id, ALLOW)
    const answered = (message: Fields): boolean =>
      message.method === '_parley/session/answered' && wordsOf(message).includes('allow_once')
    expect(await first.until(sessionId, answered)).toMatchObject({ params: { requestId: own.id } })
    first.reply(own.id, { outcome: { outcome: 'selected', optionId: 'reject_once' } })
    await turn.answer
    expect(await second.until(sessionId, answered)).toMatchObject({ params: { requestId: own.id } })
    const taken = await plain.until(sessionId, ({ method }) => method === '$/cancel_request')
    expect(taken.params).toEqual({ requestId: own.id })
    await second.until(sessionId, message => wordsOf(message).includes('chosen: allow_once'))
    plain.reply(own.id, ALLOW)
    const next = first.prompt(sessionId, 'say on')
    await plain.until(sessionId, message => wordsOf(message).includes('on '))
    expect(await next.answer).not.toHaveProperty('error')
    expect(
      plain
        .stream(sessionId)
        .heard.map(each => each.text)
        .join(),
    ).not.toContain('_parley/')
  },
)

test.each(pairs)(
  'who leaves has answered nothing: a permission in a session of version $held waits when a client of version $joins is gone',
  async ({ held, joins }) => {
    const { hub, folder } = await makePlace()
    const first = await Client.open({ hub, version: held })
    const sessionId = await first.newSession(folder)
    const second = await Client.open({ hub, version: joins })
    await enter(second, sessionId, folder)
    const turn = first.prompt(sessionId, 'ask')
    const [{ id }] = await Promise.all([first.question(sessionId), second.question(sessionId)])
    second.port.say({ id, error: { code: -32800, message: 'Left', data: { reason: 'client_leaves' } } })
    // Answered behind it, on the same way.
    await second.ask('session/list')
    first.reply(id, ALLOW)
    await turn.answer
    await first.until(sessionId, message => wordsOf(message).includes('chosen: allow_once'))
  },
)

test.each(pairs)(
  'a turn in a session of version $held is called off by a client of version $joins, and the other way round',
  async ({ held, joins }) => {
    const { hub, folder } = await makePlace()
    const first = await Client.open({ hub, version: held })
    const sessionId = await first.newSession(folder)
    const second = await Client.open({ hub, version: joins })
    await enter(second, sessionId, folder)
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { answer } = one.prompt(sessionId, 'hang')
      const hangs = (message: Fields): boolean => wordsOf(message).includes('hanging')
      await Promise.all([one.until(sessionId, hangs), other.until(sessionId, hangs)])
      other.notify('session/cancel', { sessionId })
      const { result } = await answer
      if (one.version === 1) expect(result).toMatchObject({ stopReason: 'cancelled' })
      await untilOver(other, sessionId)
      const cancelled = (message: Fields): boolean =>
        isOver(other, message) && wordsOf(message).includes('cancelled')
      await other.until(sessionId, cancelled)
      one.stream(sessionId).heard.length = 0
      other.stream(sessionId).heard.length = 0
    }
  },
)

test.each(pairs)(
  'a client of version $joins in a session of version $held misses nothing when it drops out, and hears all of it again from another gateway',
  async ({ held, joins }) => {
    const place = await makePlace({ keeps: true })
    const first = await Client.open({ hub: place.hub, version: held })
    const sessionId = await first.newSession(place.folder)
    const second = await Client.open({ hub: place.hub, version: joins })
    await enter(second, sessionId, place.folder)
    const turn = first.prompt(sessionId, 'slowly 60')
    await second.until(sessionId, () => second.said(sessionId).includes('5 '))
    second.drop(sessionId)
    await turn.answer
    await first.until(sessionId, () => first.said(sessionId).includes('60 '))
    await second.listen(sessionId)
    await untilOver(second, sessionId)
    const all = Array.from({ length: 60 }, (_, index) => `${index + 1} `).join('')
    expect(second.said(sessionId)).toBe(all)
    const position = second.stream(sessionId).position
    const { hub } = await place.again()
    const back = await Client.open({ hub, version: joins })
    await back.listen(sessionId, position)
    await untilOver(back, sessionId)
    await back.until(sessionId, ({ method }) => method === '_parley/session/reset')
    expect(back.said(sessionId)).toBe(all)
    expect(conversation(back, sessionId)).toEqual(conversation(second, sessionId))
    await back.turn(sessionId, 'say more')
    await back.until(sessionId, () => back.said(sessionId).includes('more '))
  },
)

test.each(pairs)(
  'a prompt that a client of version $joins calls off at once, in a session of version $held that another gateway tells again, does not run on',
  async ({ held, joins }) => {
    const place = await makePlace({ keeps: true })
    const first = await Client.open({ hub: place.hub, version: held })
    const sessionId = await first.newSession(place.folder)
    await first.turn(sessionId, 'say one')
    const second = await Client.open({ hub: place.hub, version: joins })
    await enter(second, sessionId, place.folder)
    const position = second.stream(sessionId).position
    const { hub } = await place.again()
    const back = await Client.open({ hub, version: joins })
    const listening = back.listen(sessionId, position)
    const { answer } = back.prompt(sessionId, 'hang')
    back.notify('session/cancel', { sessionId })
    await listening
    await answer
    await back.turn(sessionId, 'say on')
    await back.until(sessionId, () => back.said(sessionId).includes('on '))
  },
)

test.each(pairs)(
  'a client of version $joins lists, attaches to, forks and deletes a session of version $held',
  async ({ held, joins }) => {
    const { hub, folder } = await makePlace({ keeps: true })
    const first = await Client.open({ hub, version: held })
    const sessionId = await first.newSession(folder)
    await first.turn(sessionId, 'say one')
    const second = await Client.open({ hub, version: joins })
    const own = await second.newSession(folder)
    const listed = async (): Promise<readonly unknown[]> => {
      const { sessions } = await second.ask('session/list', {})
      return (sessions as readonly Fields[]).map(each => each.sessionId)
    }
    expect(new Set(await listed())).toEqual(new Set([sessionId, own]))
    const attached = second.ask('_parley/session/attach', { sessionId })
    await second.listen(sessionId)
    expect(wordsOf(await attached)).toContain('"currentValue":"ask"')
    await untilOver(second, sessionId)
    expect(second.said(sessionId)).toBe('one ')
    const { sessionId: fork } = await second.ask('session/fork', { sessionId, cwd: folder, mcpServers: [] })
    await second.listen(String(fork))
    await second.turn(String(fork), 'say two')
    await second.until(String(fork), message => wordsOf(message).includes('two '))
    await second.ask('session/delete', { sessionId })
    expect(new Set(await listed())).toEqual(new Set([own, fork]))
  },
)

test('files are asked of a client that has them, though one without them prompts', async () => {
  const { hub, folder } = await makePlace()
  const capabilities = { fs: { readTextFile: true } }
  const first = await Client.open({ hub, version: 1, capabilities })
  first.answersWith = { content: 'of the first' }
  const sessionId = await first.newSession(folder)
  const second = await Client.open({ hub, version: 2 })
  await enter(second, sessionId, folder)
  await second.turn(sessionId, `read ${folder}/file`)
  await second.until(sessionId, () => second.said(sessionId).includes('read: of the first'))
})

test.each(pairs)(
  'what a client of version $joins says in a session of version $held is refused for the reason why its agent cannot be had there',
  async ({ held, joins }) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-two-versions-'))
    const program = join(folder, 'agent.mjs')
    await writeFile(program, `await import(${JSON.stringify(AGENT)})`)
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const env = { PLACE: folder, KEEPS: 'no' }
    const agents = { fixture: { command: process.execPath, args: [program], env } }
    const before = await makePlace({ folder, agents })
    const first = await Client.open({ hub: before.hub, version: held })
    const sessionId = await first.newSession(folder)
    await first.turn(sessionId, 'say one')
    const { hub } = await before.again()
    const client = await Client.open({ hub, version: joins })
    await rm(program)
    await client.listen(sessionId)
    for (const round of [1, 2]) {
      const asked = [
        client.request('_fixture/pid', { sessionId }),
        client.prompt(sessionId, `say ${round}`),
        client.request('session/fork', { sessionId, cwd: folder, mcpServers: [] }),
      ]
      const errors = await Promise.all(asked.map(async ({ answer }) => (await answer).error))
      expect(errors[2]).toMatchObject({ message: expect.stringContaining('agent') })
      for (const error of errors) expect(error).toEqual(errors[2])
    }
  },
)
