import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  AcpError,
  type Client,
  ConnectionError,
  type PermissionRequest,
  RpcError,
  reasonOf,
} from '../../client/index.js'
import { extensionRequest } from '../../protocol/index.js'
import { Bench, follow, nextUpdate, reported } from './our-client.fixture.js'
import { saidIn } from './said.fixture.js'

const bench = new Bench()
let client: Client
let cwd: string

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'parley-interop-')))
  client = await bench.connect('1')
})

afterAll(async () => {
  await bench[Symbol.asyncDispose]()
  await rm(cwd, { recursive: true })
})

const begin = () => client.newSession({ cwd })

const double = extensionRequest<object, { doubled: number }>('_interop/double', {
  readParams: value => value as object,
  readResult: value => value as { doubled: number },
})

describe('our client with an agent on the official SDK, version 1', () => {
  test('learns who the agent is and what it can do', () => {
    expect(client.version).toBe(1)
    expect(client.info).toEqual({ name: 'official-v1', title: 'The official one', version: '2.4.0' })
    expect(client.capabilities).toMatchObject({ promptCapabilities: { image: true, embeddedContext: true } })
  })

  test('is known to the agent with everything its host lends', async () => {
    const session = await begin()
    const greeting = await reported(session.prompt('greeting'))
    expect(greeting).toMatchObject({
      protocolVersion: 1,
      clientInfo: { name: 'interop', version: '1.2.3' },
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    })
  })

  test('gets every update of a turn in order, and then its outcome', async () => {
    const path = join(cwd, 'notes.md')
    const session = await begin()
    const { updates, outcome } = await follow(session.prompt(`talk ${path}`))
    const call = { sessionUpdate: 'tool_call_update', toolCallId: 'edit-1' }
    expect(updates).toEqual([
      { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello ' } },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'world' } },
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'edit-1',
        title: 'Edit a file',
        kind: 'edit',
        status: 'pending',
        locations: [{ path, line: 3 }],
        rawInput: { path },
      },
      { ...call, status: 'in_progress' },
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
    expect(outcome).toEqual({ stopReason: 'end_turn' })
  })
})

describe('permission', () => {
  test.each(['yes', 'always', 'no', 'never'])('the choice "%s" reaches the agent', async optionId => {
    const asked: PermissionRequest[] = []
    bench.permission = request => {
      asked.push(request)
      return request.options.find(option => option.optionId === optionId)
    }
    const session = await begin()
    expect(await reported(session.prompt('ask'))).toEqual({ outcome: 'selected', optionId })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      sessionId: session.id,
      title: 'Delete everything',
      toolCall: { toolCallId: 'rm-1', kind: 'delete', status: 'pending' },
    })
    expect(asked[0]?.options.map(({ kind }) => kind)).toEqual([
      'allow_once',
      'allow_always',
      'reject_once',
      'reject_always',
    ])
  })

  test.each([
    ['a dismissed question', undefined],
    ['an option nobody offered', { optionId: 'everything', name: 'All', kind: 'allow_always' }],
  ])('%s is answered as cancelled', async (_, choice) => {
    let times = 0
    bench.permission = () => {
      times++
      return choice
    }
    const session = await begin()
    expect(await reported(session.prompt('ask'))).toEqual({ outcome: 'cancelled' })
    expect(times).toBe(1)
  })

  test('a cancel answers the open question as cancelled, and the turn ends as cancelled', async () => {
    const asked = new Promise<AbortSignal>(resolve => {
      bench.permission = (_, { signal }) => {
        resolve(signal)
        return new Promise(() => {})
      }
    })
    const session = await begin()
    const turn = session.prompt('ask')
    const signal = await asked
    expect(signal.aborted).toBe(false)
    turn.cancel()
    const { updates, outcome } = await follow(turn)
    expect(signal.aborted).toBe(true)
    expect(saidIn(updates)).toEqual(['{"outcome":"cancelled"}'])
    expect(outcome.stopReason).toBe('cancelled')
  })
})

describe('files and terminals of our client', () => {
  test('the agent reads a whole file and a window of it', async () => {
    const path = join(cwd, 'poem.txt')
    await writeFile(path, 'one\ntwo\nthree\nfour\n')
    const session = await begin()
    const whole = await follow(session.prompt(`read ${path}`))
    expect(saidIn(whole.updates)).toEqual(['one\ntwo\nthree\nfour\n'])
    const window = await follow(session.prompt(`read ${path} 2 2`))
    expect(saidIn(window.updates)).toEqual(['two\nthree'])
  })

  test('the agent writes a file that was not there', async () => {
    const path = join(cwd, 'deep', 'new.txt')
    const session = await begin()
    const { updates } = await follow(session.prompt(`write ${path} so it is`))
    expect(saidIn(updates)).toEqual(['{}'])
    expect(await readFile(path, 'utf8')).toBe('so it is')
  })

  test('the agent runs a command to its end, shows it, and loses it with the release', async () => {
    const session = await begin()
    const script = 'console.log(process.env.COLOUR);process.exitCode=4'
    const { updates } = await follow(session.prompt(`run ${process.execPath} -e ${script}`))
    const [shown] = updates
    expect(shown).toMatchObject({ sessionUpdate: 'tool_call', toolCallId: 'run-1' })
    expect(shown).toHaveProperty('content.0.terminalId', expect.stringMatching(/^terminal-\d+$/))
    const [finished, released] = saidIn(updates).map(text => JSON.parse(text))
    expect(finished).toEqual({
      exit: { exitCode: 4, signal: null },
      output: { output: 'green\n', truncated: false, exitStatus: { exitCode: 4, signal: null } },
    })
    expect(released).toMatchObject({ code: -32002, data: { reason: 'resource_not_found' } })
    expect(bench.workshop.open).toBe(0)
  })

  test('the agent kills a command and still learns how it ended', async () => {
    const session = await begin()
    const said = await reported(session.prompt(`kill ${process.execPath} -e setInterval(()=>{},1e6)`))
    const exit = { exitCode: null, signal: 'SIGTERM' }
    expect(said).toEqual({ before: null, exit, after: exit })
    expect(bench.workshop.open).toBe(0)
  })
})

test('a cancelled turn ends as cancelled, after the last update of the agent', async () => {
  const session = await begin()
  const turn = session.prompt('wait')
  const updates = turn.updates[Symbol.asyncIterator]()
  await nextUpdate(updates, update => saidIn([update])[0] === 'working')
  turn.cancel()
  expect(saidIn([await nextUpdate(updates, () => true)])).toEqual(['stopping'])
  expect(await updates.next()).toMatchObject({ done: true })
  expect(await turn.outcome).toEqual({ stopReason: 'cancelled' })
  const { wire } = bench
  const last = wire.of('received', 'session/update').at(-1)
  expect(wire.placeOf(wire.answerTo('session/prompt'))).toBeGreaterThan(wire.placeOf(last))
  const cancels = wire.of('sent', 'session/cancel').filter(({ params }) => params?.sessionId === session.id)
  expect(cancels).toHaveLength(1)
})

describe('what goes wrong', () => {
  test('an error of the agent arrives with its code, words and data, and the session goes on', async () => {
    const session = await begin()
    const error = await session.prompt('refuse').outcome.catch(error => error)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code: -32050, message: 'Out of paper', data: { tray: 2 } })
    const { outcome } = await follow(session.prompt(`talk ${cwd}/a`))
    expect(outcome.stopReason).toBe('end_turn')
  })

  test('a bug of the agent is an internal error', async () => {
    const session = await begin()
    const error = await session.prompt('crash').outcome.catch(error => error)
    expect(error).toMatchObject({ code: -32603 })
    expect(reasonOf(error)).toBe('internal_error')
  })

  test('a session that needs a login says so', async () => {
    const error = await client.newSession({ cwd: `${cwd}/locked` }).catch(error => error)
    expect(error).toMatchObject({ code: -32000, data: { hint: 'log in first' } })
    expect(reasonOf(error)).toBe('auth_required')
  })

  test('a method the agent does not know is refused by it', async () => {
    const unknown = { ...double, method: '_interop/unknown' as const }
    const error = await client.peer.call(unknown, {}).catch(error => error)
    expect(error).toMatchObject({ code: -32601, data: { method: '_interop/unknown' } })
    expect(reasonOf(error)).toBe('method_not_found')
  })

  test('a method of its own is answered, and its params are refused when they are wrong', async () => {
    expect(await client.peer.call(double, { number: 21 })).toEqual({ doubled: 42 })
    const error = await client.peer.call(double, { number: 'x' }).catch(error => error)
    expect(error).toMatchObject({ code: -32602, data: { field: 'number' } })
  })

  test.each([
    ['a relative path', () => client.newSession({ cwd: 'somewhere' }), 'invalid_params'],
    [
      'content the agent does not take',
      async () => (await begin()).prompt([{ type: 'audio', data: '', mimeType: 'audio/wav' }]).outcome,
      'capability_missing',
    ],
  ])('%s is not even sent', async (_, attempt, reason) => {
    const sentBefore = ['session/new', 'session/prompt'].map(method => bench.wire.of('sent', method).length)
    const error = await attempt().catch(error => error)
    expect(error).toBeInstanceOf(AcpError)
    expect(error.reason).toBe(reason)
    const sent = ['session/new', 'session/prompt'].map(method => bench.wire.of('sent', method).length)
    const begun = reason === 'capability_missing' ? 1 : 0
    expect(sent).toEqual([(sentBefore[0] ?? 0) + begun, sentBefore[1]])
  })

  test('the agent is refused what it asks for wrongly, each with its own code', async () => {
    const session = await begin()
    const outcomes = await reported(session.prompt(`stumble ${cwd}/missing.txt`))
    expect(outcomes).toMatchObject({
      unknown: { code: -32601, data: { reason: 'method_not_found', method: 'interop/unknown' } },
      extension: { code: -32601, data: { reason: 'method_not_found', method: '_interop/unknown' } },
      shape: { code: -32602, data: { reason: 'invalid_params', flaws: [{ path: '/path' }] } },
      relative: { code: -32602, data: { reason: 'invalid_params', flaws: [{ path: '/path' }] } },
      session: { code: -32002, data: { reason: 'session_not_found', sessionId: 'x' } },
      missing: { code: -32002, data: { reason: 'resource_not_found', path: `${cwd}/missing.txt` } },
    })
  })

  test('noise on stdout is counted, not answered, and harms nothing', async () => {
    const session = await begin()
    const place = bench.wire.length
    const { updates, outcome } = await follow(session.prompt('shout'))
    expect(saidIn(updates)).toEqual(['still here'])
    expect(outcome.stopReason).toBe('end_turn')
    expect(bench.log.filter(({ event }) => event === 'noise')).toHaveLength(2)
    expect(bench.wire.since(place, 'sent').map(({ method }) => method)).toEqual(['session/prompt'])
  })

  test('updates and notifications it cannot understand are noted, and harm nothing', async () => {
    const { updates, outcome } = await follow((await begin()).prompt('babble'))
    expect(saidIn(updates)).toEqual(['still here'])
    expect(updates).toHaveLength(1)
    expect(outcome.stopReason).toBe('end_turn')
    const noted = bench.log.map(({ event, method }) => `${event} ${method}`)
    expect(noted.filter(line => line === 'invalid_notification session/update')).toHaveLength(3)
    expect(noted.filter(line => line === 'ignored_notification interop/unknown')).toHaveLength(1)
  })

  test('an agent that dies in the middle of a turn says how, and what it last wrote', async () => {
    await using mortal = new Bench()
    const client = await mortal.connect('1')
    const turn = (await client.newSession({ cwd })).prompt('die')
    const updates = []
    for await (const update of turn.updates) updates.push(update)
    expect(saidIn(updates)).toEqual(['last words'])
    const error = await turn.outcome.catch(error => error)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.message).toMatch(/exited with code 3/)
    expect(error.message).toMatch(/the disk is on fire/)
    expect((await client.closed).reason).toMatch(/exited with code 3/)
    await expect(client.newSession({ cwd })).rejects.toThrow(/exited with code 3/)
    expect(await mortal.processes[0]?.exited).toEqual({ code: 3, signal: null })
  })

  test('an agent that is left alone ends by itself', async () => {
    const bench = new Bench()
    await bench.connect('1')
    await bench[Symbol.asyncDispose]()
    expect(await bench.processes[0]?.exited).toEqual({ code: 0, signal: null })
  })
})
