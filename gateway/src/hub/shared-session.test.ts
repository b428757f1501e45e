import { Cancellation } from '@parley/acp/jsonrpc'
import { KEY_META } from '@parley/acp/protocol'
import { type Journal, memoryJournal } from '@parley/acp/store'
import { expect, test, vi } from 'vitest'
import { goOn } from '../seat/attendance.js'
import { Ear } from '../seat/memory-port.fixture.js'
import type { AgentLink } from './agent-link.js'
import { follow, tellState } from './joining.js'
import { TroubledJournal } from './journal.fixture.js'
import { Past } from './past.js'
import { USUAL_PATIENCE } from './patience.js'
import { Places } from './places.js'
import { EventLog } from './session-log.js'
import { SharedSession } from './shared-session.js'

const link: AgentLink = {
  version: 1,
  reopening: undefined,
  ask: () => {},
  notify: () => {},
  opening: work => work(),
  claim: () => {},
  release: () => {},
}
const facts = {
  sessionId: 's',
  principal: 'ann',
  agent: 'a',
  protocol: 1,
  cwd: '/',
  additionalDirectories: undefined,
}
const ann = {
  seat: 'one',
  name: 'Ann',
  role: 'editor',
  knowsUs: true,
  canWrite: true,
  canAnswer: true,
  canLend: true,
  tell: () => {},
  ask: async () => ({}),
} as const

async function openSession(journal: Journal = memoryJournal(), protocol = 1): Promise<SharedSession> {
  const kept = await journal.create({ id: 'k', cwd: '/' })
  const log = new EventLog({ journal, kept, epoch: 'e' })
  const session = new SharedSession({
    facts: { ...facts, protocol },
    log,
    past: new Past(),
    patience: USUAL_PATIENCE,
    failed: () => {},
  })
  session.open(link, {})
  return session
}

test('a prompt is written out once, however often its agent repeats something', async () => {
  const session = await openSession()
  const { log } = session
  const viewer = session.viewerOf(ann)
  viewer.attach(0)
  let readings = 0
  const block = {
    type: 'text',
    get text() {
      readings++
      return 'word'
    },
  }
  const prompt = Array.from({ length: 100 }, () => block)
  session.prompt({
    viewer,
    request: 1,
    params: { sessionId: 's', prompt },
    connect: () => Promise.resolve(link),
    hold: () => () => {},
  })
  const [before, last] = [readings, log.last]
  const repeat = (text: string): void => {
    const update = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } }
    session.sink.tell('session/update', { sessionId: 's', update })
  }
  for (let index = 0; index < 100; index++) repeat('word')
  expect(log.last).toBe(last)
  for (let index = 0; index < 100; index++) repeat('another')
  expect(log.last).toBe(last + 100)
  expect(readings - before).toBeLessThanOrEqual(prompt.length)
})

test('after a log has failed the agent is answered, and may end or put the session away', async () => {
  const journal = new TroubledJournal(memoryJournal())
  const session = await openSession(journal)
  journal.trouble = 'failed'
  session.note({ type: 'agent', change: 'resumed' })
  await expect.poll(() => session.failure).toBeDefined()
  const question = { method: 'session/request_permission', params: {}, call: new Cancellation() }
  await expect(session.sink.ask(question)).rejects.toThrow()
  session.putAway()
  session.sink.ended('The agent ended')
  expect(session.isBusy).toBe(false)
})

test('who listens from further back while the journal is read to its end lacks nothing', async () => {
  const journal = memoryJournal()
  let [isAtEnd, open] = [false, (): void => {}]
  const end = new Promise<void>(resolve => {
    open = resolve
  })
  const read: Journal['read'] = async function* (id, from) {
    yield* journal.read(id, from)
    isAtEnd = true
    await end
  }
  const session = await openSession({ ...journal, create: header => journal.create(header), read })
  for (let index = 0; index < 20; index++)
    session.sink.tell('session/update', { sessionId: 's', text: 'x'.repeat(10_000) })
  const viewer = session.viewerOf(ann)
  viewer.attach(0)
  const [before, after] = [new Ear(() => {}), new Ear(() => {})]
  viewer.listen(before)
  await vi.waitUntil(() => isAtEnd)
  viewer.listen(after, () => viewer.goOnAfter(1))
  open()
  const told = ({ heard }: Ear): number => heard.filter(({ id }) => id !== undefined).length
  await expect.poll(() => told(after)).toBe(told(before))
})

test('who does not read is told an open question, its state and a reset once, however often it asks', async () => {
  const session = await openSession()
  const params = { sessionId: 's', content: 'x'.repeat(100_000) }
  const call = new Cancellation()
  const answer = session.sink.ask({ method: 'session/request_permission', params, call })
  session.past.state = { sessionUpdate: 'state_update', state: 'running' }
  const viewer = session.viewerOf(ann)
  const ear = new Ear(() => {})
  ear.isSlow = true
  viewer.listen(ear)
  const askAgain = (): void => {
    goOn({ session, viewer }, 'another.1')
    follow(session, viewer)
    tellState(session, viewer)
  }
  for (let times = 0; times < 100; times++) askAgain()
  await Promise.resolve()
  expect(ear.heard).toHaveLength(1)
  const methods = (): unknown[] => ear.heard.map(({ message }) => message.method)
  await vi.waitUntil(() => {
    ear.makeRoom()
    return methods().includes('_parley/session/presence')
  })
  const isQuestion = (method: unknown): boolean => method === 'session/request_permission'
  expect(methods().filter(isQuestion)).toHaveLength(1)
  expect(methods().filter(method => method === 'session/update')).toHaveLength(1)
  // One that was answered meanwhile is not worth asking any more.
  ear.heard.length = 0
  askAgain()
  askAgain()
  session.answer(viewer, 2, { result: {} })
  await answer
  await vi.waitUntil(() => {
    ear.makeRoom()
    return methods().includes('_parley/session/answered')
  })
  expect(methods().filter(isQuestion)).toEqual([])
})

test.each([1, 2])('prompts take room until they are over, however they end (version %i)', async protocol => {
  const session = await openSession(memoryJournal(), protocol)
  const told: string[] = []
  const viewer = session.viewerOf({ ...ann, tell: text => void told.push(text) })
  const places = new Places(40_000 * 10)
  const held = (): number => 10 - [...Array(10)].filter(() => places.take('ann', 40_000)).length
  const ask = (request: number, key: string): void => {
    const prompt = [{ type: 'text', text: 'x'.repeat(39_000) }]
    const _meta = { 'parley.dev/queue': true, [KEY_META]: key }
    const [params, connect] = [{ sessionId: 's', prompt, _meta }, () => Promise.resolve(link)]
    session.prompt({ viewer, request, params, connect, hold: weight => places.take('ann', weight) })
  }
  for (let request = 0; request < 12; request++) ask(request, `k${request}`)
  expect(told.map(text => JSON.parse(text))).toMatchObject([
    { id: 10, error: { data: { reason: 'rate_limited' } } },
    { id: 11, error: { data: { reason: 'rate_limited' } } },
  ])
  // Who says it again is known, and takes no more room for it.
  ask(100, 'k0')
  ask(101, 'k9')
  expect(told).toHaveLength(2)
  session.work.giveUp(viewer, 101)
  await vi.waitUntil(() => session.link !== undefined)
  session.work.end('The agent ended')
  expect(held()).toBe(0)
})

test('who asks for the same again and again is told that this is too much', async () => {
  const session = await openSession()
  const told: string[] = []
  const viewer = session.viewerOf({ ...ann, tell: text => void told.push(text) })
  const params = { sessionId: 's', prompt: [], _meta: { [KEY_META]: 'k' } }
  for (let request = 0; request < 100; request++)
    session.prompt({ viewer, request, params, connect: () => Promise.resolve(link), hold: () => () => {} })
  expect(told).toHaveLength(35)
  expect(JSON.parse(told[0] ?? '')).toMatchObject({ id: 65, error: { data: { reason: 'rate_limited' } } })
})

test('of a long answer only the word is kept in memory', () => {
  const past = new Past()
  past.take(1, { type: 'prompt', seat: 'one', by: 'Ann', key: 'k', params: {} })
  const result = { stopReason: 'end_turn', _meta: { much: 'x'.repeat(100_000) } }
  past.take(2, { type: 'response', prompt: 1, by: 'Ann', answer: { result } })
  expect(past.prompts.get(1)?.answer).toEqual({ result: { stopReason: 'end_turn' } })
})
