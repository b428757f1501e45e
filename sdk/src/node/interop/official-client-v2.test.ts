import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk/experimental/v2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OurAgent, refusalOf } from './our-agent.fixture.js'
import { saidIn, toolCallIdIn } from './said.fixture.js'
import { withWholeMessages } from './whole-messages.fixture.js'

const { methods } = acp

type Asked = acp.ClientRequestContext<acp.RequestPermissionRequest>
type Outcome = acp.RequestPermissionOutcome
interface State {
  readonly sessionUpdate: string
  readonly state?: string
  readonly stopReason?: string
}

const agents: OurAgent[] = []
let permission: (asked: Asked) => Promise<Outcome> | Outcome
let elicitation: (asked: acp.CreateElicitationRequest) => acp.CreateElicitationResponse
let completed: string[] = []
let updates: acp.UpdateSessionNotification[] = []
let arrivals: (() => void)[] = []
let greeting: acp.InitializeResponse
let agent: OurAgent
let client: acp.ClientConnection
let cwd: string

function connectTo(ours: OurAgent): acp.ClientConnection {
  agents.push(ours)
  return acp
    .client({ name: 'official-client' })
    .onRequest(methods.client.session.requestPermission, async asked => ({
      outcome: await permission(asked),
    }))
    .onRequest(methods.client.elicitation.create, ({ params }) => elicitation(params))
    .onNotification(methods.client.elicitation.complete, ({ params }) => {
      completed.push(params.elicitationId)
    })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params)
      for (const arrive of arrivals.splice(0)) arrive()
    })
    .connect(ours.stream)
}

const everything: acp.ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  auth: { terminal: {} },
}

function initialize(
  to: acp.ClientConnection,
  capabilities: acp.ClientCapabilities = {},
): Promise<acp.InitializeResponse> {
  const info = { name: 'official-client', version: '2.4.0' }
  const params = { protocolVersion: acp.PROTOCOL_VERSION, info, capabilities }
  return to.agent.request(methods.agent.initialize, params)
}

async function begin(to = client): Promise<string> {
  const { sessionId } = await to.agent.request(methods.agent.session.new, { cwd })
  return sessionId
}

function prompt(sessionId: string, text: string, to = client): Promise<acp.PromptResponse> {
  const params: acp.PromptRequest = { sessionId, prompt: [{ type: 'text', text }] }
  return to.agent.request(methods.agent.session.prompt, params)
}

const cancel = (sessionId: string) => client.agent.notify(methods.agent.session.cancel, { sessionId })

const updatesOf = (sessionId: string) =>
  updates.filter(update => update.sessionId === sessionId).map(({ update }) => update)

async function until(accepts: () => boolean): Promise<void> {
  while (!accepts())
    await new Promise<void>(resolve => {
      arrivals.push(resolve)
    })
}

const untilSaid = (sessionId: string, text: string) =>
  until(() => saidIn(updatesOf(sessionId)).includes(text))

const idlesOf = (sessionId: string): State[] =>
  (updatesOf(sessionId) as State[]).filter(({ state }) => state === 'idle')

/** One whole turn: the id it was given, and everything up to the idle state that ends it. */
async function turn(text: string, session?: string, to = client) {
  const sessionId = session ?? (await begin(to))
  const { length } = idlesOf(sessionId)
  const { messageId } = await prompt(sessionId, text, to)
  await until(() => idlesOf(sessionId).length > length)
  const seen = updatesOf(sessionId)
  return { sessionId, messageId, updates: seen, said: saidIn(seen), end: seen.at(-1) }
}

const running = { sessionUpdate: 'state_update', state: 'running' }
const idle = (stopReason: string) => ({ sessionUpdate: 'state_update', state: 'idle', stopReason })

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'parley-interop-')))
  agent = new OurAgent()
  client = connectTo(agent)
  greeting = await initialize(client, everything)
})

beforeEach(() => {
  updates = []
  arrivals = []
  permission = () => ({ outcome: 'cancelled' })
  elicitation = () => ({ action: 'cancel' })
  completed = []
})

afterAll(async () => {
  await Promise.all(agents.map(each => each[Symbol.asyncDispose]()))
  await rm(cwd, { recursive: true })
})

describe('our agent with a client on the official SDK, version 2', () => {
  test('says who it is and what it can do', () => {
    expect(greeting).toMatchObject({
      protocolVersion: 2,
      info: { name: 'parley-agent', title: 'Ours', version: '1.0.0' },
      capabilities: { session: { prompt: { image: {} } } },
    })
    expect(greeting.capabilities?.session?.prompt).not.toHaveProperty('audio')
  })

  test('tells every update of a turn in order, from the running to the idle state', async () => {
    const path = join(cwd, 'notes.md')
    const { updates, messageId } = await turn(`talk ${path}`)
    const toolCallId = toolCallIdIn(updates)
    const call = { sessionUpdate: 'tool_call_update', toolCallId }
    const text = (text: string) => ({ type: 'text', text })
    const id = expect.any(String)
    expect(updates).toEqual([
      { sessionUpdate: 'user_message', messageId, content: [text(`talk ${path}`)] },
      running,
      { sessionUpdate: 'agent_thought_chunk', messageId: id, content: text('hm') },
      { sessionUpdate: 'agent_message_chunk', messageId: id, content: text('Hello ') },
      { sessionUpdate: 'agent_message_chunk', messageId: id, content: text('world') },
      {
        ...call,
        title: 'Edit a file',
        kind: 'edit',
        status: 'pending',
        locations: [{ path, line: 3 }],
        rawInput: { path },
      },
      { ...call, status: 'in_progress', content: [{ type: 'content', content: text('half') }] },
      {
        ...call,
        status: 'completed',
        content: [
          expect.objectContaining({ type: 'diff', changes: [{ operation: 'modify', path }] }),
          { type: 'content', content: text('done') },
        ],
        rawOutput: { changed: 1 },
      },
      {
        sessionUpdate: 'plan_update',
        plan: {
          type: 'items',
          planId: id,
          entries: [{ content: 'Look', priority: 'high', status: 'completed' }],
        },
      },
      { sessionUpdate: 'usage_update', used: 10, size: 100 },
      idle('end_turn'),
    ])
  })

  test('answers a prompt when it is taken in, not when its turn is over', async () => {
    const sessionId = await begin()
    const { messageId } = await prompt(sessionId, 'wait')
    expect(messageId).toEqual(expect.any(String))
    await untilSaid(sessionId, 'working')
    expect(idlesOf(sessionId)).toEqual([])
    const { wire } = agent
    const taken = wire.of('received', 'session/update').find(({ params }) => params?.sessionId === sessionId)
    expect(wire.placeOf(wire.answerTo('session/prompt'))).toBeLessThan(wire.placeOf(taken))
    await cancel(sessionId)
    await until(() => idlesOf(sessionId).length > 0)
  })

  test("suits the official SDK's own session helper", async () => {
    const said = await client.agent.buildSession(cwd).withSession(async session => {
      await session.prompt(`talk ${cwd}/a`)
      return session.readTextUntilIdle()
    })
    expect(said).toBe('Hello world')
  })

  test('lends its author no files and no terminals, which version 2 does not have', async () => {
    expect((await turn(`read ${cwd}/poem.txt`)).said).toEqual(['no files'])
  })

  test('may be greeted again until it is asked for something else', async () => {
    const again = connectTo(new OurAgent())
    expect(await initialize(again)).toMatchObject({ protocolVersion: 2 })
    expect(await initialize(again)).toMatchObject({ protocolVersion: 2, info: { name: 'parley-agent' } })
    expect(await begin(again)).toEqual(expect.any(String))
  })
})

describe('permission', () => {
  test.each([
    ['yes', 'allow_once', 'completed'],
    ['no', 'reject_once', 'failed'],
  ])('the choice "%s" reaches the author', async (optionId, kind, status) => {
    const asked: acp.RequestPermissionRequest[] = []
    permission = ({ params }) => {
      asked.push(params)
      return { outcome: 'selected', optionId }
    }
    const { said, updates, end } = await turn('ask')
    const toolCallId = toolCallIdIn(updates)
    expect(asked).toMatchObject([
      {
        title: 'Delete everything',
        subject: { type: 'tool_call', toolCall: { toolCallId, title: 'Delete everything', kind: 'delete' } },
        options: [
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      },
    ])
    expect(JSON.parse(said.join(''))).toMatchObject({ optionId, kind })
    expect(updates).toContainEqual(expect.objectContaining({ toolCallId, status }))
    expect(end).toEqual(idle('end_turn'))
  })

  test.each<[string, Outcome]>([
    ['a dismissed question', { outcome: 'cancelled' }],
    ['an option that was never offered', { outcome: 'selected', optionId: 'everything' }],
  ])('%s is no permission', async (_, outcome) => {
    permission = () => outcome
    expect((await turn('ask')).said).toEqual(['"dismissed"'])
  })

  test('a cancel calls the question off, and the turn ends as cancelled', async () => {
    const sessionId = await begin()
    const asked = new Promise<AbortSignal>(resolve => {
      permission = ({ signal }) => {
        resolve(signal)
        return new Promise(answer => {
          signal.addEventListener('abort', () => answer({ outcome: 'cancelled' }), { once: true })
        })
      }
    })
    await prompt(sessionId, 'ask')
    const signal = await asked
    await cancel(sessionId)
    await until(() => idlesOf(sessionId).length > 0)
    expect(signal.aborted).toBe(true)
    expect(updatesOf(sessionId).at(-1)).toEqual(idle('cancelled'))
    const question = agent.wire.of('received', 'session/request_permission').at(-1)
    expect(agent.wire.of('received', '$/cancel_request').at(-1)?.params).toEqual({ requestId: question?.id })
  })
})

describe('a turn under way', () => {
  test('a cancel ends it as cancelled, after its last update and with no tool call left open', async () => {
    const sessionId = await begin()
    await prompt(sessionId, 'wait')
    await untilSaid(sessionId, 'working')
    await cancel(sessionId)
    await until(() => idlesOf(sessionId).length > 0)
    const seen = updatesOf(sessionId)
    expect(saidIn(seen)).toEqual(['working', 'stopping'])
    expect(seen.at(-2)).toMatchObject({ toolCallId: toolCallIdIn(seen), status: 'cancelled' })
    expect(seen.at(-1)).toEqual(idle('cancelled'))
  })

  test('keeps the next prompt waiting, and then lets it in', async () => {
    const sessionId = await begin()
    const asked = new Promise<(outcome: Outcome) => void>(resolve => {
      permission = () => new Promise(answer => resolve(answer))
    })
    const first = await prompt(sessionId, 'ask')
    const answer = await asked
    const second = prompt(sessionId, `talk ${cwd}/a`)
    answer({ outcome: 'selected', optionId: 'yes' })
    const { messageId } = await second
    expect(messageId).not.toBe(first.messageId)
    await until(() => idlesOf(sessionId).length > 1)
    const order = (updatesOf(sessionId) as (State & { messageId?: string })[]).flatMap(update => {
      if (update.sessionUpdate === 'user_message') return [update.messageId]
      return update.sessionUpdate === 'state_update' ? [update.state] : []
    })
    expect(order).toEqual([
      first.messageId,
      'running',
      'requires_action',
      'running',
      'idle',
      messageId,
      'running',
      'idle',
    ])
  })

  test('when cancelled, refuses the prompt that was waiting', async () => {
    const sessionId = await begin()
    await prompt(sessionId, 'wait')
    await untilSaid(sessionId, 'working')
    const second = refusalOf(prompt(sessionId, `talk ${cwd}/a`))
    await cancel(sessionId)
    expect(await second).toMatchObject({ code: -32800 })
    await until(() => idlesOf(sessionId).length > 0)
    expect(updatesOf(sessionId).at(-1)).toEqual(idle('cancelled'))
  })
})

describe('sessions', () => {
  test('are listed, all or by their directory', async () => {
    const here = await begin()
    const { sessionId } = await client.agent.request(methods.agent.session.new, { cwd: '/' })
    const there = await client.agent.request(methods.agent.session.list, { cwd: '/' })
    expect(there.sessions).toEqual([{ sessionId, cwd: '/' }])
    const all = await client.agent.request(methods.agent.session.list, {})
    const ids = all.sessions.map(session => session.sessionId)
    expect(ids).toEqual(expect.arrayContaining([here, sessionId]))
    const none = await client.agent.request(methods.agent.session.list, { cwd: '/nowhere' })
    expect(none.sessions).toEqual([])
  })

  test('are resumed, with their state told before the answer', async () => {
    const sessionId = await begin()
    await client.agent.request(methods.agent.session.resume, { sessionId, cwd })
    const { wire } = agent
    const told = wire.of('received', 'session/update').at(-1)
    expect(told?.params).toEqual({ sessionId, update: { sessionUpdate: 'state_update', state: 'idle' } })
    expect(wire.placeOf(told)).toBeLessThan(wire.placeOf(wire.answerTo('session/resume')))
  })

  test('are closed, and what was under way ends as cancelled before the answer', async () => {
    const sessionId = await begin()
    await prompt(sessionId, 'wait')
    await untilSaid(sessionId, 'working')
    await client.agent.request(methods.agent.session.close, { sessionId })
    const { wire } = agent
    const last = wire.of('received', 'session/update').at(-1)
    expect(last?.params).toEqual({ sessionId, update: idle('cancelled') })
    expect(wire.placeOf(last)).toBeLessThan(wire.placeOf(wire.answerTo('session/close')))
    expect(await refusalOf(prompt(sessionId, 'talk'))).toMatchObject({ code: -32002, data: { sessionId } })
    const { sessions } = await client.agent.request(methods.agent.session.list, {})
    expect(sessions.map(session => session.sessionId)).not.toContain(sessionId)
  })

  test('may be closed although they are not there', async () => {
    await client.agent.request(methods.agent.session.close, { sessionId: 'nobody' })
    expect(agent.wire.answerTo('session/close')).toMatchObject({ result: {} })
  })
})

describe('what goes wrong', () => {
  test('a bug of the author ends the turn with an error that says nothing of its cause', async () => {
    const { end, sessionId } = await turn('crash')
    expect(end).toMatchObject({ ...idle('error'), error: { code: -32603, message: 'Internal error' } })
    expect(JSON.stringify(agent.wire.of('received', 'session/update'))).not.toContain('password')
    updates = []
    expect((await turn(`talk ${cwd}/a`, sessionId)).end).toEqual(idle('end_turn'))
  })

  test('an error the author meant ends the turn with its code, words and data', async () => {
    const { end } = await turn('refuse')
    expect(end).toEqual({
      ...idle('error'),
      error: { code: -32050, message: 'Out of paper', data: { tray: 2 } },
    })
  })

  test.each(['interop/unknown', '_interop/unknown', 'session/load', 'authenticate', 'fs/read_text_file'])(
    'the method %s is not there',
    async method => {
      const error = await refusalOf(
        client.agent.request<unknown, unknown, string>(method, { sessionId: 'x' }),
      )
      expect(error).toMatchObject({ code: -32601, data: { method } })
    },
  )

  test('a method of its own is answered', async () => {
    expect(await client.agent.request('_interop/double', { number: 21 })).toEqual({ doubled: 42 })
  })

  test.each([
    ['a working directory that is no text', { cwd: 7 }, { flaws: [{ path: '/cwd' }] }],
    ['a relative working directory', { cwd: 'somewhere' }, { flaws: [{ path: '/cwd' }] }],
    [
      'a server of a kind the agent cannot reach',
      { cwd: '/', mcpServers: [{ type: 'http', name: 'x', url: 'http://x' }] },
      { reason: 'capability_not_supported' },
    ],
  ])('%s is refused', async (_, params, data) => {
    const call = client.agent.request(methods.agent.session.new, params as acp.NewSessionRequest)
    expect(await refusalOf(call)).toMatchObject({ code: -32602, data })
  })

  test.each([
    ['a prompt without content', [], { flaws: [{ path: '/prompt' }] }],
    [
      'content the agent does not take',
      [{ type: 'audio', data: '', mimeType: 'audio/wav' }],
      { reason: 'capability_not_supported', capability: 'agent session.prompt.audio' },
    ],
  ])('%s is refused', async (_, content, data) => {
    const params = { sessionId: await begin(), prompt: content } as acp.PromptRequest
    const error = await refusalOf(client.agent.request(methods.agent.session.prompt, params))
    expect(error).toMatchObject({ code: -32602, data })
  })

  test('a session nobody opened is not found', async () => {
    const expected = { code: -32002, data: { sessionId: 'nobody' } }
    expect(await refusalOf(prompt('nobody', 'talk'))).toMatchObject(expected)
    const resumed = client.agent.request(methods.agent.session.resume, { sessionId: 'nobody', cwd })
    expect(await refusalOf(resumed)).toMatchObject(expected)
  })
})

describe('an agent that keeps its sessions', () => {
  let ours: OurAgent
  let kept: acp.ClientConnection

  beforeAll(async () => {
    ours = new OurAgent('kept')
    kept = connectTo(ours)
    await initialize(kept, everything)
  })

  const open = () => kept.agent.request(methods.agent.session.new, { cwd })

  const lasting = (sessionId: string) =>
    updatesOf(sessionId).filter(
      ({ sessionUpdate }) => sessionUpdate !== 'state_update' && sessionUpdate !== 'notice',
    )

  test('says what can be set and what can be asked for in the answer', async () => {
    const { configOptions, availableCommands } = await open()
    expect(configOptions).toMatchObject([
      { configId: 'mode', category: 'mode', type: 'select', currentValue: 'ask' },
      { configId: 'model', currentValue: 'small', options: [{ groupId: 'all' }] },
      { configId: 'web', type: 'boolean', currentValue: false },
    ])
    expect(availableCommands).toEqual([
      { type: 'command', name: 'greet', description: 'Greets', input: { type: 'text', hint: 'whom' } },
    ])
    expect((await turn('/greet you', undefined, kept)).said).toEqual(['Hi you'])
  })

  test('tells of usage, notices, compactions, titles, options and commands', async () => {
    const { updates } = await turn('all', undefined, kept)
    const compaction = { sessionUpdate: 'compaction_update', compactionId: expect.any(String) }
    expect(updates.slice(2, -1)).toMatchObject([
      { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.5, currency: 'EUR' } },
      { sessionUpdate: 'notice', severity: 'warning', title: 'Careful', description: 'It is hot' },
      { ...compaction, status: 'in_progress' },
      { sessionUpdate: 'compaction_summary_chunk', content: { type: 'text', text: 'so far' } },
      { ...compaction, status: 'completed' },
      { ...compaction, status: 'in_progress' },
      { ...compaction, status: 'failed', error: 'no model' },
      { sessionUpdate: 'session_info_update', title: 'Everything' },
      { sessionUpdate: 'config_option_update', configOptions: [{ currentValue: 'code' }, {}, {}] },
      { sessionUpdate: 'config_option_update', configOptions: [{}, {}, { currentValue: true }] },
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'only' }] },
    ])
  })

  test('has its settings set, whether choices or switches', async () => {
    const { sessionId } = await open()
    const set = (params: object) =>
      kept.agent.request(methods.agent.session.setConfigOption, {
        sessionId,
        ...params,
      } as acp.SetSessionConfigOptionRequest)
    const valuesOf = (response: acp.SetSessionConfigOptionResponse) =>
      response.configOptions.map(option => ('currentValue' in option ? option.currentValue : undefined))
    expect(valuesOf(await set({ configId: 'mode', type: 'id', value: 'code' }))).toEqual([
      'code',
      'small',
      false,
    ])
    expect(valuesOf(await set({ configId: 'web', type: 'boolean', value: true }))).toEqual([
      'code',
      'small',
      true,
    ])
    expect(await refusalOf(set({ configId: 'model', type: 'id', value: 'huge' }))).toMatchObject({
      code: -32602,
    })
    expect(await refusalOf(set({ configId: 'model', type: '_odd', value: 'large' }))).toMatchObject({
      code: -32602,
    })
  })

  test('replays a session to who asks for it, and tells its state before the answer', async () => {
    const { sessionId } = await turn(`talk ${cwd}/a`, undefined, kept)
    await turn('all', sessionId, kept)
    const live = lasting(sessionId)
    await kept.agent.request(methods.agent.session.close, { sessionId })
    updates = []
    await kept.agent.request(methods.agent.session.resume, {
      sessionId,
      cwd,
      replayFrom: { type: 'start' },
    })
    await new Promise(setImmediate)
    // Words of one message may be told again in fewer pieces.
    expect(withWholeMessages(lasting(sessionId))).toEqual(withWholeMessages(live))
    expect(updatesOf(sessionId).at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'idle' })
    updates = []
    await kept.agent.request(methods.agent.session.resume, { sessionId, cwd })
    await new Promise(setImmediate)
    expect(updatesOf(sessionId)).toEqual([{ sessionUpdate: 'state_update', state: 'idle' }])
    updates = []
    expect((await turn('remember', sessionId, kept)).said.join('')).toMatch(/^prompt update .* end prompt$/)
  })

  test('lists what it keeps, and forgets what is deleted', async () => {
    const { sessionId } = await turn('all', undefined, kept)
    await kept.agent.request(methods.agent.session.close, { sessionId })
    const list = async (params: acp.ListSessionsRequest) =>
      (await kept.agent.request(methods.agent.session.list, params)).sessions
    expect((await list({ cwd })).find(session => session.sessionId === sessionId)).toEqual({
      sessionId,
      cwd,
      title: 'Everything',
      updatedAt: expect.any(String),
    })
    expect(await refusalOf(list({ cursor: 'garbage' }))).toMatchObject({ code: -32602 })
    await kept.agent.request(methods.agent.session.delete, { sessionId })
    await kept.agent.request(methods.agent.session.delete, { sessionId })
    expect((await list({})).map(session => session.sessionId)).not.toContain(sessionId)
    const gone = kept.agent.request(methods.agent.session.resume, { sessionId, cwd })
    expect(await refusalOf(gone)).toMatchObject({ code: -32002, data: { sessionId } })
  })
})

describe('questions beyond permission', () => {
  test('a reason is a description of what is asked', async () => {
    const asked: acp.RequestPermissionRequest[] = []
    permission = ({ params }) => {
      asked.push(params)
      return { outcome: 'selected', optionId: 'allow_always' }
    }
    expect((await turn('why')).said).toEqual(['allow_always'])
    expect(asked).toMatchObject([{ title: 'Delete', description: 'to make room' }])
  })

  test('a form reaches the user, and the answer the author', async () => {
    const asked: acp.CreateElicitationRequest[] = []
    elicitation = params => {
      asked.push(params)
      return { action: 'accept', content: { name: 'Ada' } }
    }
    expect(JSON.parse((await turn('form')).said.join(''))).toEqual({
      action: 'accept',
      content: { name: 'Ada' },
    })
    expect(asked).toMatchObject([{ mode: 'form', message: 'Who are you?' }])
    elicitation = () => ({ action: 'decline' })
    expect(JSON.parse((await turn('form')).said.join(''))).toEqual({ action: 'decline' })
  })

  test('a page is shown, and told of when it is done', async () => {
    const asked: string[] = []
    elicitation = params => {
      if ('elicitationId' in params) asked.push(String(params.elicitationId))
      return { action: 'accept' }
    }
    expect((await turn('page')).said).toEqual(['accept'])
    expect(asked).toHaveLength(1)
    await expect.poll(() => completed).toEqual(asked)
  })
})

describe('signing in', () => {
  test('is demanded, done, and undone', async () => {
    const locked = connectTo(new OurAgent('auth'))
    const { authMethods } = await initialize(locked, everything)
    expect(authMethods).toEqual([
      { type: 'agent', methodId: 'browser', name: 'Browser', description: 'Opens a page' },
      {
        type: 'terminal',
        methodId: 'shell',
        name: 'Shell',
        args: ['--login'],
        env: [{ name: 'A', value: 'b' }],
      },
    ])
    expect(await refusalOf(begin(locked))).toMatchObject({ code: -32000 })
    await locked.agent.request(methods.agent.auth.login, { methodId: 'browser' })
    expect(await begin(locked)).toEqual(expect.any(String))
    await locked.agent.request(methods.agent.auth.logout, {})
    expect(await refusalOf(begin(locked))).toMatchObject({ code: -32000 })
  })
})
