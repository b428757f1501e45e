import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OurAgent, refusalOf } from './our-agent.fixture.js'
import { saidIn, toolCallIdIn } from './said.fixture.js'
import { withWholeMessages } from './whole-messages.fixture.js'
import { Workshop } from './workshop.fixture.js'

const { methods } = acp
const workshop = new Workshop(name => acp.RequestError.resourceNotFound(name))

type Asked = acp.ClientRequestContext<acp.RequestPermissionRequest>
type Outcome = acp.RequestPermissionOutcome

const agents: OurAgent[] = []
let permission: (asked: Asked) => Promise<Outcome> | Outcome
let elicitation: (asked: acp.CreateElicitationRequest) => acp.CreateElicitationResponse
let completed: string[] = []
let updates: acp.SessionNotification[] = []
let arrivals: (() => void)[] = []
let greeting: acp.InitializeResponse
let agent: OurAgent
let client: acp.ClientConnection
let cwd: string

/** A client as the official SDK's README writes it, lending real files and terminals. */
function officialClient(): acp.ClientApp {
  return acp
    .client({ name: 'official-client' })
    .onRequest(methods.client.session.requestPermission, async asked => ({
      outcome: await permission(asked),
    }))
    .onRequest(methods.client.fs.readTextFile, ({ params }) => workshop.read(params))
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => workshop.write(params))
    .onRequest(methods.client.terminal.create, ({ params }) => workshop.create(params))
    .onRequest(methods.client.terminal.output, ({ params }) => workshop.output(params))
    .onRequest(methods.client.terminal.waitForExit, ({ params }) => workshop.waitForExit(params))
    .onRequest(methods.client.terminal.kill, ({ params }) => workshop.kill(params))
    .onRequest(methods.client.terminal.release, ({ params }) => workshop.release(params))
    .onRequest(methods.client.elicitation.create, ({ params }) => elicitation(params))
    .onNotification(methods.client.elicitation.complete, ({ params }) => {
      completed.push(params.elicitationId)
    })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params)
      for (const arrive of arrivals.splice(0)) arrive()
    })
}

const everything: acp.ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
  elicitation: { form: {}, url: {} },
  auth: { terminal: true },
}

function connectTo(ours: OurAgent): acp.ClientConnection {
  agents.push(ours)
  return officialClient().connect(ours.stream)
}

function initialize(
  to: acp.ClientConnection,
  clientCapabilities: acp.ClientCapabilities = {},
): Promise<acp.InitializeResponse> {
  const clientInfo = { name: 'official-client', version: '2.4.0' }
  const params = { protocolVersion: acp.PROTOCOL_VERSION, clientInfo, clientCapabilities }
  return to.agent.request(methods.agent.initialize, params)
}

async function begin(to = client): Promise<string> {
  const { sessionId } = await to.agent.request(methods.agent.session.new, { cwd, mcpServers: [] })
  return sessionId
}

async function prompt(sessionId: string, text: string, to = client): Promise<acp.PromptResponse> {
  const params: acp.PromptRequest = { sessionId, prompt: [{ type: 'text', text }] }
  const answer = await to.agent.request(methods.agent.session.prompt, params)
  // The official SDK hands an answer over before the notifications that came ahead of it; the wire has the true order.
  await new Promise(setImmediate)
  return answer
}

const updatesOf = (sessionId: string) =>
  updates.filter(update => update.sessionId === sessionId).map(({ update }) => update)

/** One whole turn in a session of its own. */
async function turn(text: string, to = client) {
  const sessionId = await begin(to)
  const { stopReason } = await prompt(sessionId, text, to)
  const seen = updatesOf(sessionId)
  return { stopReason, updates: seen, said: saidIn(seen) }
}

async function untilSaid(sessionId: string, text: string): Promise<void> {
  while (!saidIn(updatesOf(sessionId)).includes(text))
    await new Promise<void>(resolve => {
      arrivals.push(resolve)
    })
}

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

describe('our agent with a client on the official SDK, version 1', () => {
  test('says who it is and what it can do', () => {
    expect(greeting).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'parley-agent', title: 'Ours', version: '1.0.0' },
      agentCapabilities: { promptCapabilities: { image: true, audio: false, embeddedContext: false } },
      authMethods: [],
    })
  })

  test('tells every update of a turn in order, and then how it ended', async () => {
    const path = join(cwd, 'notes.md')
    const { updates, stopReason } = await turn(`talk ${path}`)
    const messageId = expect.any(String)
    const toolCallId = toolCallIdIn(updates)
    const call = { sessionUpdate: 'tool_call_update', toolCallId }
    expect(updates).toEqual([
      { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' }, messageId },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello ' }, messageId },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'world' }, messageId },
      {
        sessionUpdate: 'tool_call',
        toolCallId,
        title: 'Edit a file',
        kind: 'edit',
        status: 'pending',
        locations: [{ path, line: 3 }],
        rawInput: { path },
      },
      {
        ...call,
        status: 'in_progress',
        content: [{ type: 'content', content: { type: 'text', text: 'half' } }],
      },
      {
        ...call,
        status: 'completed',
        content: [
          { type: 'diff', path, oldText: 'old', newText: 'new' },
          { type: 'content', content: { type: 'text', text: 'done' } },
        ],
        rawOutput: { changed: 1 },
      },
      { sessionUpdate: 'plan', entries: [{ content: 'Look', priority: 'high', status: 'completed' }] },
      { sessionUpdate: 'usage_update', used: 10, size: 100 },
    ])
    expect(stopReason).toBe('end_turn')
    const [hello, world] = updates.filter(update => update.sessionUpdate === 'agent_message_chunk')
    expect(hello?.messageId).toBe(world?.messageId)
  })

  test("suits the official SDK's own session helper", async () => {
    const said = await client.agent.buildSession(cwd).withSession(async session => {
      const answer = session.prompt(`talk ${cwd}/a`)
      const text = await session.readText()
      expect(await answer).toEqual({ stopReason: 'end_turn' })
      return text
    })
    expect(said).toBe('Hello world')
  })

  test('keeps what its libraries print off the wire', async () => {
    expect((await turn('shout')).said).toEqual(['still here'])
    await expect.poll(() => agent.stderr).toContain('a library says hello on stdout')
  })

  test('ends by itself when its client is gone', async () => {
    const lonely = new OurAgent()
    await initialize(connectTo(lonely))
    expect(await lonely.end()).toBe(0)
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
    const { said, updates, stopReason } = await turn('ask')
    expect(asked).toMatchObject([
      {
        toolCall: { toolCallId: toolCallIdIn(updates), title: 'Delete everything', kind: 'delete' },
        options: [
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      },
    ])
    expect(JSON.parse(said.join(''))).toMatchObject({ optionId, kind })
    expect(updates).toContainEqual(expect.objectContaining({ toolCallId: toolCallIdIn(updates), status }))
    expect(stopReason).toBe('end_turn')
  })

  test('a dismissed question is no permission', async () => {
    const { said, stopReason } = await turn('ask')
    expect(said).toEqual(['"dismissed"'])
    expect(stopReason).toBe('end_turn')
  })

  test('an option that was never offered is no permission', async () => {
    permission = () => ({ outcome: 'selected', optionId: 'everything' })
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
    const answer = prompt(sessionId, 'ask')
    const signal = await asked
    await client.agent.notify(methods.agent.session.cancel, { sessionId })
    expect(await answer).toEqual({ stopReason: 'cancelled' })
    expect(signal.aborted).toBe(true)
    const question = agent.wire.of('received', 'session/request_permission').at(-1)
    expect(agent.wire.of('received', '$/cancel_request').at(-1)?.params).toEqual({ requestId: question?.id })
    const seen = updatesOf(sessionId)
    expect(seen.at(-1)).toMatchObject({ toolCallId: toolCallIdIn(seen), status: 'failed' })
  })
})

describe('files and terminals of the official client', () => {
  test('the author reads a whole file and a window of it', async () => {
    const path = join(cwd, 'poem.txt')
    await writeFile(path, 'one\ntwo\nthree\nfour\n')
    expect((await turn(`read ${path}`)).said).toEqual(['one\ntwo\nthree\nfour\n'])
    expect((await turn(`read ${path} 2 2`)).said).toEqual(['two\nthree'])
  })

  test('the author writes a file that was not there', async () => {
    const path = join(cwd, 'deep', 'new.txt')
    expect((await turn(`write ${path} so it is`)).said).toEqual(['written'])
    expect(await readFile(path, 'utf8')).toBe('so it is')
  })

  test('an error of the client that the author lets through ends the turn, and is not given back in its own words', async () => {
    const sessionId = await begin()
    const error = await refusalOf(prompt(sessionId, `read ${cwd}/missing.txt`))
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('fs/read_text_file') })
    expect(JSON.stringify(error)).not.toContain('missing.txt')
  })

  test('the author runs a command to its end and shows it', async () => {
    const script = 'console.log(process.env.COLOUR);process.exitCode=4'
    const { said, updates } = await turn(`run ${process.execPath} -e ${script}`)
    expect(JSON.parse(said.join(''))).toEqual({
      exit: { exitCode: 4, signal: null },
      output: { output: 'green\n', truncated: false, exitStatus: { exitCode: 4, signal: null } },
    })
    const terminalId = expect.stringMatching(/^terminal-\d+$/)
    expect(updates).toContainEqual(
      expect.objectContaining({ status: 'completed', content: [{ type: 'terminal', terminalId }] }),
    )
    expect(workshop.open).toBe(0)
  })

  test('the author kills a command and still learns how it ended', async () => {
    const { said } = await turn(`kill ${process.execPath} -e setInterval(()=>{},1e6)`)
    const exit = { exitCode: null, signal: 'SIGTERM' }
    expect(JSON.parse(said.join(''))).toEqual({ before: null, exit, after: exit })
    expect(workshop.open).toBe(0)
  })

  test('what the client does not lend is absent', async () => {
    const poor = connectTo(new OurAgent())
    await initialize(poor)
    expect((await turn(`read ${cwd}/poem.txt`, poor)).said).toEqual(['no files'])
  })
})

describe('a turn under way', () => {
  test('a cancel ends it as cancelled, after its last update and with no tool call left open', async () => {
    const sessionId = await begin()
    const answer = prompt(sessionId, 'wait')
    await untilSaid(sessionId, 'working')
    await client.agent.notify(methods.agent.session.cancel, { sessionId })
    expect(await answer).toEqual({ stopReason: 'cancelled' })
    const seen = updatesOf(sessionId)
    expect(saidIn(seen)).toEqual(['working', 'stopping'])
    expect(seen.at(-1)).toMatchObject({ toolCallId: toolCallIdIn(seen), status: 'failed' })
    const { wire } = agent
    const last = wire.of('received', 'session/update').at(-1)
    expect(wire.placeOf(wire.answerTo('session/prompt'))).toBeGreaterThan(wire.placeOf(last))
  })

  test('a second prompt is refused, and the first goes on', async () => {
    const sessionId = await begin()
    const first = prompt(sessionId, 'wait')
    await untilSaid(sessionId, 'working')
    const error = await refusalOf(prompt(sessionId, `talk ${cwd}/a`))
    expect(error).toMatchObject({
      code: -32006,
      data: { reason: 'invalid_session_state', sessionId, state: 'busy' },
    })
    await client.agent.notify(methods.agent.session.cancel, { sessionId })
    expect(await first).toEqual({ stopReason: 'cancelled' })
    expect(saidIn(updatesOf(sessionId))).toEqual(['working', 'stopping'])
    expect(await prompt(sessionId, `talk ${cwd}/a`)).toEqual({ stopReason: 'end_turn' })
  })

  test('ends as cancelled when its request is given up', async () => {
    const sessionId = await begin()
    const controller = new AbortController()
    const params: acp.PromptRequest = { sessionId, prompt: [{ type: 'text', text: 'wait' }] }
    const options = { cancellationSignal: controller.signal }
    const answer = client.agent.request(methods.agent.session.prompt, params, options)
    await untilSaid(sessionId, 'working')
    controller.abort()
    expect(await answer).toEqual({ stopReason: 'cancelled' })
    const given = agent.wire.of('sent', 'session/prompt').at(-1)
    expect(agent.wire.of('sent', '$/cancel_request').at(-1)?.params).toEqual({ requestId: given?.id })
  })

  test('does not keep another session waiting', async () => {
    const sessionId = await begin()
    const first = prompt(sessionId, 'wait')
    await untilSaid(sessionId, 'working')
    expect((await turn(`talk ${cwd}/a`)).stopReason).toBe('end_turn')
    await client.agent.notify(methods.agent.session.cancel, { sessionId })
    expect(await first).toEqual({ stopReason: 'cancelled' })
  })
})

describe('what goes wrong', () => {
  test('a bug of the author is an internal error that says nothing of its cause', async () => {
    const sessionId = await begin()
    const error = await refusalOf(prompt(sessionId, 'crash'))
    expect(error).toMatchObject({
      code: -32603,
      message: 'Internal error',
      data: { reason: 'internal_error', correlationId: expect.any(String) },
    })
    expect(JSON.stringify(agent.wire.answerTo('session/prompt'))).not.toContain('password')
    expect(await prompt(sessionId, `talk ${cwd}/a`)).toEqual({ stopReason: 'end_turn' })
  })

  test('an error the author meant arrives with its code, words and data', async () => {
    const error = await refusalOf(prompt(await begin(), 'refuse'))
    expect(error).toMatchObject({ code: -32050, message: 'Out of paper', data: { tray: 2 } })
  })

  test.each(['interop/unknown', '_interop/unknown', 'session/load', 'authenticate'])(
    'the method %s is not there',
    async method => {
      const error = await refusalOf(client.agent.request<unknown, unknown>(method, { sessionId: 'x' }))
      expect(error).toMatchObject({ code: -32601, data: { method } })
    },
  )

  test('a method of its own is answered, and its params are refused when they are wrong', async () => {
    expect(await client.agent.request('_interop/double', { number: 21 })).toEqual({ doubled: 42 })
    const error = await refusalOf(client.agent.request('_interop/double', { number: 'x' }))
    expect(error).toMatchObject({ code: -32602, data: { reason: 'invalid_params' } })
  })

  test.each([
    ['a working directory that is no text', { cwd: 7, mcpServers: [] }, '/cwd'],
    ['a relative working directory', { cwd: 'somewhere', mcpServers: [] }, '/cwd'],
    ['a list of servers left out', { cwd: '/tmp' }, '/mcpServers'],
  ])('%s is refused with its place', async (_, params, path) => {
    const error = await refusalOf(client.agent.request<unknown, unknown>('session/new', params))
    expect(error).toMatchObject({ code: -32602, data: { reason: 'invalid_params', flaws: [{ path }] } })
    expect(error.message).toContain(path)
  })

  test.each([
    ['a prompt that is no list', 'hello', { reason: 'invalid_params', flaws: [{ path: '/prompt' }] }],
    [
      'content the agent does not take',
      [{ type: 'audio', data: '', mimeType: 'audio/wav' }],
      { reason: 'capability_not_supported', capability: 'agent promptCapabilities.audio' },
    ],
  ])('%s is refused', async (_, content, data) => {
    const params = { sessionId: await begin(), prompt: content }
    const error = await refusalOf(client.agent.request<unknown, unknown>('session/prompt', params))
    expect(error).toMatchObject({ code: -32602, data })
  })

  test('a session nobody opened is not found', async () => {
    const error = await refusalOf(prompt('nobody', 'talk'))
    expect(error).toMatchObject({ code: -32002, data: { reason: 'session_not_found', sessionId: 'nobody' } })
  })

  test('nothing is answered before initialize, and initialize only once', async () => {
    const early = connectTo(new OurAgent())
    expect(await refusalOf(begin(early))).toMatchObject({ code: -32600 })
    expect(await initialize(early)).toMatchObject({ protocolVersion: 1 })
    expect(await refusalOf(initialize(early))).toMatchObject({ code: -32600 })
    expect(await begin(early)).toEqual(expect.any(String))
  })
})

describe('an agent that keeps its sessions', () => {
  let ours: OurAgent
  let kept: acp.ClientConnection
  let said: acp.InitializeResponse

  beforeAll(async () => {
    ours = new OurAgent('kept')
    kept = connectTo(ours)
    said = await initialize(kept, everything)
  })

  const open = async (): Promise<acp.NewSessionResponse> =>
    kept.agent.request(methods.agent.session.new, { cwd, mcpServers: [] })

  /** Everything but the offer of commands, which comes when it comes. */
  const lasting = (sessionId: string) =>
    updatesOf(sessionId).filter(({ sessionUpdate }) => sessionUpdate !== 'available_commands_update')

  test('says so', () => {
    expect(said.agentCapabilities).toMatchObject({
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
    })
    expect(said.agentCapabilities?.sessionCapabilities).not.toHaveProperty('fork')
  })

  test('says what can be set, and offers its commands after the answer', async () => {
    const { sessionId, modes, configOptions } = await open()
    expect(modes).toEqual({
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask', description: 'Only answers' },
        { id: 'code', name: 'Code' },
      ],
    })
    expect(configOptions).toMatchObject([
      { id: 'mode', category: 'mode', type: 'select', currentValue: 'ask' },
      {
        id: 'model',
        category: 'model',
        currentValue: 'small',
        options: [{ group: 'all', options: [{ value: 'small' }, { value: 'large' }] }],
      },
      { id: 'web', type: 'boolean', currentValue: false },
    ])
    await expect
      .poll(() => updatesOf(sessionId))
      .toEqual([
        {
          sessionUpdate: 'available_commands_update',
          availableCommands: [{ name: 'greet', description: 'Greets', input: { hint: 'whom' } }],
        },
      ])
    const place = ours.wire.placeOf(ours.wire.of('received', 'session/update').at(-1))
    expect(place).toBeGreaterThan(ours.wire.placeOf(ours.wire.answerTo('session/new')))
    await prompt(sessionId, '/greet you all', kept)
    expect(saidIn(updatesOf(sessionId))).toEqual(['Hi you all'])
  })

  test('tells of usage, notices, compactions, titles, modes, options and commands', async () => {
    const { sessionId } = await open()
    await expect.poll(() => updatesOf(sessionId)).toHaveLength(1)
    await prompt(sessionId, 'all', kept)
    const compactionId = expect.any(String)
    const content = { type: 'text', text: 'so far' }
    const compaction = { sessionUpdate: 'compaction_update', compactionId }
    expect(updatesOf(sessionId).slice(1)).toMatchObject([
      { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.5, currency: 'EUR' } },
      { sessionUpdate: 'notice', severity: 'warning', title: 'Careful', description: 'It is hot' },
      { ...compaction, status: 'in_progress' },
      { sessionUpdate: 'compaction_summary_chunk', compactionId, content },
      { ...compaction, status: 'completed' },
      { ...compaction, status: 'in_progress' },
      { ...compaction, status: 'failed', error: 'no model' },
      { sessionUpdate: 'session_info_update', title: 'Everything' },
      { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
      { sessionUpdate: 'config_option_update', configOptions: [{ currentValue: 'code' }, {}, {}] },
      { sessionUpdate: 'config_option_update', configOptions: [{}, {}, { currentValue: true }] },
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'only' }] },
    ])
  })

  test('has its modes and settings set, and tells of them', async () => {
    const { sessionId } = await open()
    await kept.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'code' })
    expect(ours.wire.answerTo('session/set_mode')).toMatchObject({ result: {} })
    const chosen = await kept.agent.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: 'model',
      value: 'large',
    })
    expect(chosen.configOptions.map(({ currentValue }) => currentValue)).toEqual(['code', 'large', false])
    const switched = await kept.agent.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: 'web',
      type: 'boolean',
      value: true,
    })
    expect(switched.configOptions.map(({ currentValue }) => currentValue)).toEqual(['code', 'large', true])
    await new Promise(setImmediate)
    expect(lasting(sessionId).map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'current_mode_update',
      'config_option_update',
      'config_option_update',
      'config_option_update',
    ])
    const wrong = kept.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'nap' })
    expect(await refusalOf(wrong)).toMatchObject({ code: -32602 })
  })

  test('loads a session with everything that was said, and resumes it without a word', async () => {
    const { sessionId } = await open()
    await prompt(sessionId, `talk ${cwd}/a`, kept)
    await prompt(sessionId, 'all', kept)
    const live = lasting(sessionId).filter(({ sessionUpdate }) => sessionUpdate !== 'notice')
    await kept.agent.request(methods.agent.session.close, { sessionId })
    expect(await refusalOf(prompt(sessionId, 'all', kept))).toMatchObject({ code: -32002 })
    updates = []
    const loaded = await kept.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] })
    expect(loaded.modes?.currentModeId).toBe('code')
    await new Promise(setImmediate)
    const again = lasting(sessionId)
    const user = again.filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')
    expect(user).toMatchObject([{ content: { text: `talk ${cwd}/a` } }, { content: { text: 'all' } }])
    const told = again.filter(({ sessionUpdate }) => sessionUpdate !== 'user_message_chunk')
    expect(withWholeMessages(told)).toEqual(withWholeMessages(live))
    updates = []
    const { wire } = ours
    const place = wire.length
    await kept.agent.request(methods.agent.session.resume, { sessionId, cwd })
    const answer = wire.placeOf(wire.answerTo('session/resume'))
    const early = wire.of('received', 'session/update').filter(message => {
      const at = wire.placeOf(message)
      return at > place && at < answer
    })
    expect(early).toEqual([])
    await prompt(sessionId, 'remember', kept)
    expect(saidIn(updatesOf(sessionId)).join('')).toMatch(/^prompt update .* end prompt$/)
  })

  test('lists its sessions, all or by their directory, and forgets those that are deleted', async () => {
    const { sessionId } = await open()
    await prompt(sessionId, 'all', kept)
    const there = await kept.agent.request(methods.agent.session.new, {
      cwd: '/',
      additionalDirectories: [cwd],
      mcpServers: [],
    })
    const list = async (params: acp.ListSessionsRequest) =>
      (await kept.agent.request(methods.agent.session.list, params)).sessions
    expect((await list({})).find(session => session.sessionId === sessionId)).toEqual({
      sessionId,
      cwd,
      title: 'Everything',
      updatedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    })
    expect(await list({ cwd: '/' })).toMatchObject([
      { sessionId: there.sessionId, additionalDirectories: [cwd] },
    ])
    expect(await list({ cwd: '/nowhere' })).toEqual([])
    expect(await refusalOf(list({ cursor: 'garbage' }))).toMatchObject({ code: -32602 })
    await kept.agent.request(methods.agent.session.delete, { sessionId: there.sessionId })
    await kept.agent.request(methods.agent.session.delete, { sessionId: there.sessionId })
    expect(await list({ cwd: '/' })).toEqual([])
    const gone = kept.agent.request(methods.agent.session.load, {
      sessionId: there.sessionId,
      cwd: '/',
      mcpServers: [],
    })
    expect(await refusalOf(gone)).toMatchObject({ code: -32002 })
  })

  test('closes a session at work: its turn ends as cancelled before the answer', async () => {
    const { sessionId } = await open()
    const answer = prompt(sessionId, 'wait', kept)
    await untilSaid(sessionId, 'working')
    await kept.agent.request(methods.agent.session.close, { sessionId })
    expect(await answer).toEqual({ stopReason: 'cancelled' })
    const { wire } = ours
    expect(wire.placeOf(wire.answerTo('session/prompt'))).toBeLessThan(
      wire.placeOf(wire.answerTo('session/close')),
    )
  })
})

describe('questions beyond permission', () => {
  test('a reason stands with what is asked', async () => {
    const asked: acp.RequestPermissionRequest[] = []
    permission = ({ params }) => {
      asked.push(params)
      return { outcome: 'selected', optionId: 'allow_always' }
    }
    expect((await turn('why')).said).toEqual(['allow_always'])
    expect(asked[0]?.toolCall.content).toEqual([
      { type: 'content', content: { type: 'text', text: 'to make room' } },
    ])
  })

  test.each<[string, acp.CreateElicitationResponse, unknown]>([
    [
      'accepted',
      { action: 'accept', content: { name: 'Ada', size: 3 } },
      { action: 'accept', content: { name: 'Ada', size: 3 } },
    ],
    ['declined', { action: 'decline' }, { action: 'decline' }],
    ['dismissed', { action: 'cancel' }, { action: 'cancel' }],
  ])('a form that is %s reaches the author', async (_, response, expected) => {
    const asked: acp.CreateElicitationRequest[] = []
    elicitation = params => {
      asked.push(params)
      return response
    }
    expect(JSON.parse((await turn('form')).said.join(''))).toEqual(expected)
    expect(asked).toMatchObject([
      {
        mode: 'form',
        message: 'Who are you?',
        requestedSchema: { properties: { name: { type: 'string' } }, required: ['name'] },
      },
    ])
  })

  test('a page is shown, and told of when it is done', async () => {
    const asked: string[] = []
    elicitation = params => {
      if (params.mode === 'url' && 'elicitationId' in params) asked.push(String(params.elicitationId))
      return { action: 'accept' }
    }
    expect((await turn('page')).said).toEqual(['accept'])
    expect(asked).toHaveLength(1)
    await expect.poll(() => completed).toEqual(asked)
  })

  test('a client that offers no forms is asked none', async () => {
    const plain = connectTo(new OurAgent())
    await initialize(plain)
    expect((await turn('form', plain)).said).toEqual(['"no forms"'])
  })

  test('a command whose time is up is killed, read and given back', async () => {
    const { said } = await turn(`timeout ${process.execPath} -e setInterval(()=>{},1e6)`)
    expect(JSON.parse(said.join(''))).toMatchObject({ isTimedOut: true, signal: 'SIGTERM' })
    expect(workshop.open).toBe(0)
  })
})

describe('signing in', () => {
  const required = { code: -32000, data: { reason: 'auth_required' } }

  test('is demanded, done, and undone', async () => {
    const locked = connectTo(new OurAgent('auth'))
    const { authMethods, agentCapabilities } = await initialize(locked, everything)
    expect(authMethods).toEqual([
      { id: 'browser', name: 'Browser', description: 'Opens a page' },
      { type: 'terminal', id: 'shell', name: 'Shell', args: ['--login'], env: { A: 'b' } },
    ])
    expect(agentCapabilities?.auth).toMatchObject({ logout: {} })
    expect(await refusalOf(begin(locked))).toMatchObject(required)
    const shell = locked.agent.request(methods.agent.authenticate, { methodId: 'shell' })
    expect(await refusalOf(shell)).toMatchObject({ code: -32602 })
    await locked.agent.request(methods.agent.authenticate, { methodId: 'browser' })
    expect(await begin(locked)).toEqual(expect.any(String))
    await locked.agent.request(methods.agent.logout, {})
    expect(await refusalOf(begin(locked))).toMatchObject(required)
  })

  test('in a terminal is not offered to a client without one', async () => {
    const { authMethods } = await initialize(connectTo(new OurAgent('auth')))
    expect(authMethods).toMatchObject([{ id: 'browser' }])
  })
})
