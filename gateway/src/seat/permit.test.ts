import { expect, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { crude } from '../upstream/crude.fixture.js'
import type { SeatCaller } from './caller.js'
import { Client, callerOf, type Fields } from './client.fixture.js'
import { FOR_GUESTS, isOfSession, needsSession } from './method-rules.js'

type Version = 1 | 2
interface Pair {
  readonly held: Version
  readonly speaks: Version
}
const pairs: readonly Pair[] = [
  { held: 1, speaks: 1 },
  { held: 2, speaks: 2 },
  { held: 1, speaks: 2 },
  { held: 2, speaks: 1 },
]

interface Stage {
  readonly client: Client
  /** Two sessions of one principal; the client takes part in the first. */
  readonly shown: string
  readonly hidden: string
  /** All that came to the agent so far, in either version. */
  heard(): Promise<readonly Fields[]>
}

/** A client that takes part in a session which was begun in the version `held`. */
async function setStage({ held, speaks }: Pair, callerFor: (session: string) => SeatCaller): Promise<Stage> {
  const { hub, folder } = await makePlace({ agents: crude({ BOTH: 'yes' }) })
  const host = await Client.open({ hub, version: held })
  const [shown, hidden] = [await host.newSession(folder), await host.newSession(folder)]
  const beside = await Client.open({ hub, version: held === 1 ? 2 : 1 })
  const client = await Client.open({ hub, version: speaks, caller: callerFor(shown) })
  const opening = speaks === 1 ? 'session/load' : 'session/resume'
  const opened = client.ask(opening, { sessionId: shown, cwd: folder, mcpServers: [] })
  await client.listen(shown)
  await opened
  const heard = async (): Promise<readonly Fields[]> => {
    // Behind what this client said before, also where a bridge is on the way.
    await client.request('session/status', { sessionId: shown }).answer
    const rows = await Promise.all([host, beside].map(each => each.ask('_crude/heard')))
    return rows.flatMap(row => row.heard as readonly Fields[])
  }
  return { client, shown, hidden, heard }
}

const guestOf = (session: string): SeatCaller => callerOf({ name: 'Guest', session })
const IN_SESSIONS = [
  ...[
    'session/prompt',
    'session/cancel',
    'session/set_mode',
    'session/set_model',
    'session/set_config_option',
  ],
  ...['session/status', '_parley/workspace/read', '_parley/workspace/write', '_parley/grants/list'],
  '_parley/terminal/kill',
]
const OF_MEMBERS = [
  ...['session/close', 'session/delete', 'session/archive', 'session/set_title', '_parley/session/label'],
]

test.each(pairs)(
  'what names its session by anything but text is refused: to a guest of version $speaks in a session of version $held',
  async pair => {
    const { client, hidden, heard } = await setStage(pair, guestOf)
    const wrong = { code: -32602, message: '/sessionId: expected string' }
    for (const sessionId of [[hidden], { toString: hidden }, 1, null, undefined])
      for (const method of IN_SESSIONS) {
        const params = { sessionId, prompt: [{ type: 'text', text: 'hello' }], modeId: 'code', path: '/' }
        await expect(client.ask(method, params), method).rejects.toMatchObject(wrong)
        client.notify(method, params)
      }
    const found = (await heard()).filter(({ method }) => IN_SESSIONS.includes(String(method)))
    expect(found.filter(({ params }) => typeof (params as Fields).sessionId !== 'string')).toEqual([])
  },
)

test('what needs a session names one, and names it in text, also for whoever may use all of them', async () => {
  const { client, hidden, heard } = await setStage({ held: 1, speaks: 1 }, () => callerOf())
  const wrong = { code: -32602, message: '/sessionId: expected string' }
  for (const method of [...IN_SESSIONS, ...OF_MEMBERS])
    for (const params of [{}, { sessionId: [hidden] }, { sessionId: null }])
      await expect(client.ask(method, params), method).rejects.toMatchObject(wrong)
  await expect(client.ask('_their/word', { sessionId: [hidden] })).rejects.toMatchObject(wrong)
  await expect(client.ask('_their/word')).rejects.toMatchObject({ code: -32601 })
  const methods = (await heard()).map(({ method }) => method)
  expect(methods.filter(method => String(method).startsWith('_their'))).toEqual(['_their/word'])
  for (const method of [...IN_SESSIONS, ...OF_MEMBERS].filter(each => each !== 'session/status'))
    expect(methods).not.toContain(method)
})

test('whatever a guest uses within a session needs its name', () => {
  const inSessions = [...FOR_GUESTS].filter(isOfSession)
  expect(inSessions).toContain('session/prompt')
  expect(inSessions.filter(method => !needsSession(method))).toEqual([])
})

const OPENERS = ['session/new', 'session/load', 'session/resume', 'session/fork', '_parley/session/attach']
const OF_NO_SESSION = ['initialize', 'authenticate', 'logout', 'session/list', '_parley/session/list']
/** What is asked, never told. */
const ASKED = [...OPENERS, ...OF_NO_SESSION, ...OF_MEMBERS, ...IN_SESSIONS].filter(
  method => method !== 'session/cancel',
)
const TOLD = ['session/cancel', '_their/word', 'their/word']
const evil = { cwd: '/etc', mcpServers: [{ name: 'evil', command: '/bin/evil', args: [], env: [] }] }

/** Says all of it without an id, with a session and without; how much of it was waste, and what came to the agent. */
async function tell(
  pair: Pair,
  more: (session: string) => Parameters<typeof callerOf>[0],
  methods: readonly string[],
): Promise<{ readonly wasted: number; readonly told: readonly (readonly unknown[])[] }> {
  let wasted = 0
  const allowance = { openSession: () => () => {}, wasted: () => void wasted++ }
  const { client, shown, heard } = await setStage(pair, session => callerOf({ ...more(session), allowance }))
  for (const method of methods)
    for (const at of [{ sessionId: shown }, {}]) client.notify(method, { ...at, ...evil })
  const told = (await heard()).filter(({ id }) => id === undefined)
  return { wasted, told: told.map(({ method, params }) => [method, 'sessionId' in (params as Fields)]) }
}

test.each(pairs)(
  'requests without an id come to no agent, whoever says them in version $speaks for a session of version $held',
  async pair => {
    const viewer = await tell(pair, () => ({ scopes: ['session.read'] }), [...ASKED, ...TOLD])
    expect(viewer).toEqual({ told: [], wasted: 2 * (ASKED.length + TOLD.length) })
    const guest = await tell(pair, session => ({ session }), [...ASKED, ...TOLD])
    // The only one of a guest that passes: the end of the turn in its own session.
    expect(guest).toEqual({ told: [['session/cancel', true]], wasted: 2 * (ASKED.length + TOLD.length) - 1 })
    const editor = await tell(pair, () => ({}), ASKED)
    expect(editor).toEqual({ told: [], wasted: 2 * ASKED.length })
  },
)

test('notifications of whoever may write come to the agent, also in words that nobody here knows', async () => {
  const { told, wasted } = await tell({ held: 1, speaks: 1 }, () => ({}), [...TOLD, 'mcp/message'])
  expect(told.filter(([method]) => method !== 'session/cancel')).toEqual([
    ['_their/word', true],
    ['_their/word', false],
    ['their/word', true],
    ['their/word', false],
    ['mcp/message', true],
    ['mcp/message', false],
  ])
  expect(told.filter(([method]) => method === 'session/cancel')).toEqual([['session/cancel', true]])
  expect(wasted).toBe(1)
})
