import { memoryJournal } from '@parley/acp/store'
import { expect, test } from 'vitest'
import type { HubEvent } from './event.js'
import { USUAL_PATIENCE } from './patience.js'
import { Sessions } from './sessions.js'
import type { SharedSession } from './shared-session.js'

const anyPlace = (): (() => void) => () => {}
const owner = { principal: 'ann', agent: 'a' }
const facts = { ...owner, sessionId: 's', protocol: 1, cwd: '/', additionalDirectories: undefined }
const told = (update: object): HubEvent => ({
  type: 'told',
  method: 'session/update',
  params: { sessionId: 's', update },
})

test.each([1, 2])(
  'what a gateway left open when it was killed is closed in the log (version %i)',
  async protocol => {
    const journal = memoryJournal()
    const options = { journal, patience: USUAL_PATIENCE, failed: () => {} }
    const before = await new Sessions(options).create({ ...facts, protocol }, anyPlace)
    before.record({ type: 'opened', result: {} })
    before.record({ type: 'prompt', seat: 'one', by: 'Ann', params: {} })
    for (const [toolCallId, status] of [['done', 'completed'], ['begun', 'in_progress'], ['unheard']])
      before.record(told({ sessionUpdate: 'tool_call_update', toolCallId, status }))
    // A word on something that is over does not begin it anew.
    before.record(told({ sessionUpdate: 'tool_call_update', toolCallId: 'done', title: 'Done' }))
    before.record({ type: 'question', method: 'session/request_permission', isForAll: true })
    const { last } = before.log
    await before.log.release()
    const session = await new Sessions(options).find(owner, 's', anyPlace)
    const added = session?.log.latest(last + 1)?.map(({ event }) => event) ?? []
    expect(added).toMatchObject([
      { type: 'answered', how: 'withdrawn' },
      told({ sessionUpdate: 'tool_call_update', toolCallId: 'begun', status: 'failed' }),
      told({ sessionUpdate: 'tool_call_update', toolCallId: 'unheard', status: 'failed' }),
      told({ sessionUpdate: protocol === 1 ? 'agent_message_chunk' : 'agent_message' }),
      ...(protocol === 1 ? [] : [told({ sessionUpdate: 'state_update', state: 'idle' })]),
      { type: 'response' },
    ])
  },
)

test('terminals that a gateway lent when it was killed have ended', async () => {
  const journal = memoryJournal()
  const options = { journal, patience: USUAL_PATIENCE, failed: () => {} }
  const before = await new Sessions(options).create(facts, anyPlace)
  const news = (terminalId: string, more: object): HubEvent => ({
    type: 'told',
    method: '_parley/session/update',
    params: { sessionId: 's', update: { sessionUpdate: '_parley/terminal_update', terminalId, ...more } },
  })
  before.record({ type: 'opened', result: {} })
  for (const terminalId of ['over', 'open']) before.record(news(terminalId, { command: 'sleep' }))
  before.record(news('over', { exitStatus: { exitCode: 0 } }))
  const { last } = before.log
  await before.log.release()
  const session = await new Sessions(options).find(owner, 's', anyPlace)
  const added = session?.log.latest(last + 1)?.map(({ event }) => event) ?? []
  expect(added).toEqual([news('open', { exitStatus: { exitCode: null, signal: null } })])
})

test('of a session that was never opened nothing is left', async () => {
  const journal = memoryJournal()
  const options = { journal, patience: USUAL_PATIENCE, failed: () => {} }
  const before = await new Sessions(options).create(facts, anyPlace)
  before.record(told({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'half' } }))
  await before.log.release()
  const sessions = new Sessions(options)
  expect(await sessions.find(owner, 's', anyPlace)).toBeUndefined()
  expect((await sessions.create(facts, anyPlace)).log.last).toBe(0)
})

const options = () => ({ journal: memoryJournal(), patience: USUAL_PATIENCE, failed: () => {} })

test('of two who make a session of the same id at once one has it, and it can be found', async () => {
  const sessions = new Sessions(options())
  const made = await Promise.allSettled([1, 2].map(() => sessions.create(facts, anyPlace)))
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const session = made.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))[0]
  expect(await sessions.find(owner, 's', anyPlace)).toBe(session)
})

test('a session is found when all of its past is told, and not at all when that fails: all learn why', async () => {
  const sessions = new Sessions(options())
  const latch: { open?: () => void; fail?: (error: Error) => void } = {}
  const tell = (session: SharedSession): Promise<void> =>
    new Promise((resolve, reject) => {
      latch.fail = reject
      latch.open = () => {
        session.record({ type: 'opened', result: {} })
        resolve()
      }
    })
  const want = (): Promise<SharedSession | undefined>[] => [
    sessions.adopt(facts, anyPlace, tell),
    sessions.find(owner, 's', anyPlace),
    sessions.adopt(facts, anyPlace, tell),
  ]
  const failed = Promise.allSettled(want())
  await expect.poll(() => latch.fail).toBeDefined()
  expect([await sessions.knows(owner, 's'), sessions.all.length]).toEqual([true, 1])
  latch.fail?.(new Error('the agent has none'))
  for (const each of await failed) expect(each).toMatchObject({ reason: { message: 'the agent has none' } })
  expect([await sessions.knows(owner, 's'), sessions.all.length]).toEqual([false, 0])
  latch.open = () => {}
  const before = latch.open
  const found = Promise.all(want())
  await expect.poll(() => latch.open !== before).toBe(true)
  latch.open()
  expect(new Set(await found).size).toBe(1)
  expect((await found)[0]?.past.isOpened).toBe(true)
})

test('several who delete a session at once have all deleted it, also while it is put away', async () => {
  let told = 0
  const forgetting = async (): Promise<void> => void told++
  const sessions = new Sessions({ ...options(), forgetting })
  const session = await sessions.create(facts, anyPlace)
  session.record({ type: 'opened', result: {} })
  await Promise.all([sessions.putAway(session), sessions.delete(session), sessions.delete(session)])
  expect(await sessions.find(owner, 's', anyPlace)).toBeUndefined()
  expect(told).toBe(1)
  await sessions.create(facts, anyPlace)
})

test('whoever finds a session that nobody used for long finds one that is in use', async () => {
  const sessions = new Sessions(options())
  const session = await sessions.create(facts, anyPlace)
  session.activeAt = 0
  await sessions.find(owner, 's', anyPlace)
  expect(session.activeAt).toBeGreaterThan(Date.now() - 10_000)
})
