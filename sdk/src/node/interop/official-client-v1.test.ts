import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OurAgent, refusalOf } from './our-agent.fixture.js'
import { saidIn, toolCallIdIn } from './said.fixture.js'
import { Workshop } from './workshop.fixture.js'

const { methods } = acp
const workshop = new Workshop(name => acp.RequestError.resourceNotFound(name))

type Asked = acp.ClientRequestContext<acp.RequestPermissionRequest>
type Outcome = acp.RequestPermissionOutcome

const agents: OurAgent[] = []
let permission: (asked: Asked) => Promise<Outcome> | Outcome
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
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params)
      for (const arrive of arrivals.splice(0)) arrive()
    })
}

const everything: acp.ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
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

  test('an error of the client reaches the author, who may let it end the turn', async () => {
    const sessionId = await begin()
    const error = await refusalOf(prompt(sessionId, `read ${cwd}/missing.txt`))
    expect(error).toMatchObject({ code: -32002, data: { uri: `${cwd}/missing.txt` } })
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
