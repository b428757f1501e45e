import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AcpError, type Client, type PermissionRequest, RpcError, reasonOf } from '../../client/index.js'
import type { Peer } from '../../protocol/index.js'
import { Bench, follow, nextUpdate, reported } from './our-client.fixture.js'
import { saidIn } from './said.fixture.js'

const bench = new Bench()
let client: Client<2>
let peer: Peer<'v2', 'client'>
let cwd: string

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'parley-interop-')))
  client = await bench.connect('2', { version: 2 })
  peer = client.peer as Peer<'v2', 'client'>
})

afterAll(async () => {
  await bench[Symbol.asyncDispose]()
  await rm(cwd, { recursive: true })
})

const begin = () => client.newSession({ cwd })

const isSaid =
  (text: string) =>
  (update: unknown): boolean =>
    saidIn([update])[0] === text

const idle = (stopReason: string) => ({ sessionUpdate: 'state_update', state: 'idle', stopReason })

describe('our client with an agent on the official SDK, version 2', () => {
  test('learns who the agent is and what it can do, in one process', () => {
    expect(client.version).toBe(2)
    expect(client.info).toEqual({ name: 'official-v2', version: '2.4.0' })
    expect(client.capabilities).toMatchObject({ session: { prompt: { image: {} }, mcp: { stdio: {} } } })
    expect(bench.processes).toHaveLength(1)
  })

  test('is known to the agent by its name, in the shape of version 2', async () => {
    const greeting = await reported((await begin()).prompt('greeting'))
    expect(greeting).toMatchObject({ protocolVersion: 2, info: { name: 'interop', version: '1.2.3' } })
    expect(bench.wire.of('sent', 'initialize')).toHaveLength(1)
    expect(bench.wire.of('sent', 'initialize')[0]?.params).not.toHaveProperty('clientCapabilities')
  })

  test('gets every update of a turn in order, from the running to the idle state', async () => {
    const path = join(cwd, 'notes.md')
    const { updates, outcome } = await follow((await begin()).prompt(`talk ${path}`))
    const messageId = bench.wire.answerTo('session/prompt')?.result?.messageId
    expect(messageId).toEqual(expect.any(String))
    const call = { sessionUpdate: 'tool_call_update', toolCallId: 'edit-1' }
    const text = (text: string) => ({ type: 'text', text })
    expect(updates).toEqual([
      { sessionUpdate: 'state_update', state: 'running' },
      { sessionUpdate: 'user_message', messageId, content: [text(`talk ${path}`)] },
      { sessionUpdate: 'agent_thought_chunk', messageId: 'thought', content: text('hm') },
      { sessionUpdate: 'agent_message_chunk', messageId: 'answer', content: text('Hello ') },
      { sessionUpdate: 'agent_message_chunk', messageId: 'answer', content: text('world') },
      { ...call, title: 'Edit a file', kind: 'edit', locations: [{ path, line: 3 }] },
      { ...call, status: 'in_progress' },
      {
        sessionUpdate: 'tool_call_content_chunk',
        toolCallId: 'edit-1',
        content: { type: 'content', content: text('half') },
      },
      {
        ...call,
        status: 'completed',
        content: [{ type: 'diff', changes: [{ operation: 'modify', path }] }],
        rawOutput: { changed: 1 },
      },
      { sessionUpdate: 'terminal_update', terminalId: 't-1', command: 'make' },
      { sessionUpdate: 'terminal_output_chunk', terminalId: 't-1', data: 'b2sK' },
      { sessionUpdate: 'terminal_update', terminalId: 't-1', exitStatus: { exitCode: 0 } },
      {
        sessionUpdate: 'plan_update',
        plan: {
          type: 'items',
          planId: 'p',
          entries: [{ content: 'Look', priority: 'high', status: 'completed' }],
        },
      },
      { sessionUpdate: '_interop_mood', mood: 'good' },
      idle('end_turn'),
    ])
    expect(outcome).toEqual({ stopReason: 'end_turn' })
  })

  test('is not confused by a turn that is over before its prompt is answered', async () => {
    const session = await begin()
    const { updates, outcome } = await follow(session.prompt('hurry'))
    const last = bench.wire.of('received', 'session/update').at(-1)
    expect(bench.wire.placeOf(bench.wire.answerTo('session/prompt'))).toBeGreaterThan(
      bench.wire.placeOf(last),
    )
    expect(saidIn(updates)).toEqual(['already done'])
    expect(updates.at(-1)).toEqual(idle('end_turn'))
    expect(outcome.stopReason).toBe('end_turn')
    expect((await follow(session.prompt('hurry'))).outcome.stopReason).toBe('end_turn')
  })

  test('is not ended by an idle state that only repeats how the work before ended', async () => {
    const { updates, outcome } = await follow((await begin()).prompt('remind'))
    expect(updates[0]).toEqual(idle('refusal'))
    expect(saidIn(updates)).toEqual(['now it begins'])
    expect(outcome).toEqual({ stopReason: 'end_turn' })
  })

  test('takes an idle state without a reason for the end of the work that was under way', async () => {
    const { updates, outcome } = await follow((await begin()).prompt('shrug'))
    expect(updates.at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'idle' })
    expect(outcome).toEqual({ stopReason: 'end_turn' })
  })
})

describe('permission', () => {
  test.each([
    ['yes', { outcome: 'selected', optionId: 'yes' }],
    ['no', { outcome: 'selected', optionId: 'no' }],
    ['nothing', { outcome: 'cancelled' }],
  ])('the choice of %s reaches the agent', async (choice, outcome) => {
    const asked: PermissionRequest[] = []
    bench.permission = request => {
      asked.push(request)
      return request.options.find(({ optionId }) => optionId === choice)
    }
    const session = await begin()
    expect(await reported(session.prompt('ask'))).toEqual(outcome)
    expect(asked).toMatchObject([
      {
        sessionId: session.id,
        title: 'May I delete everything?',
        description: 'There is no way back.',
        toolCall: { toolCallId: 'rm-1', title: 'Delete', kind: 'delete' },
        options: [{ optionId: 'yes' }, { optionId: 'no' }],
      },
    ])
  })

  test('a command to be allowed arrives as it was asked for', async () => {
    const asked: PermissionRequest[] = []
    bench.permission = request => {
      asked.push(request)
      return request.options[0]
    }
    const { outcome } = await follow((await begin()).prompt('command'))
    expect(outcome.stopReason).toBe('end_turn')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.toolCall).toBeUndefined()
    expect(asked[0]?.raw).toMatchObject({ subject: { type: 'command', command: 'rm -r .', cwd } })
  })

  test('a cancel answers the open question as cancelled, and the turn ends as cancelled', async () => {
    const asked = new Promise<AbortSignal>(resolve => {
      bench.permission = (_, { signal }) => {
        resolve(signal)
        return new Promise(() => {})
      }
    })
    const turn = (await begin()).prompt('ask')
    const signal = await asked
    turn.cancel()
    const { updates, outcome } = await follow(turn)
    expect(signal.aborted).toBe(true)
    expect(saidIn(updates)).toEqual(['{"outcome":"cancelled"}'])
    expect(outcome.stopReason).toBe('cancelled')
  })
})

test('a cancelled turn ends with the idle state that says so, after the last update', async () => {
  const session = await begin()
  const turn = session.prompt('wait')
  const updates = turn.updates[Symbol.asyncIterator]()
  await nextUpdate(updates, isSaid('working'))
  turn.cancel()
  expect(saidIn([await nextUpdate(updates, () => true)])).toEqual(['stopping'])
  expect(await nextUpdate(updates, () => true)).toEqual(idle('cancelled'))
  expect(await updates.next()).toMatchObject({ done: true })
  expect(await turn.outcome).toEqual({ stopReason: 'cancelled' })
})

describe('sessions', () => {
  test('are listed, all or by their directory', async () => {
    const session = await begin()
    const elsewhere = await client.newSession({ cwd: '/' })
    const { sessions } = await peer.request('session/list', { cwd: '/' })
    expect(sessions).toEqual([{ sessionId: elsewhere.id, cwd: '/', title: 'A talk' }])
    const all = await peer.request('session/list', {})
    const ids = all.sessions.map(({ sessionId }) => sessionId)
    expect(ids).toEqual(expect.arrayContaining([session.id, elsewhere.id]))
  })

  test('are resumed, with their state told before the answer', async () => {
    const session = await begin()
    const heard: unknown[] = []
    session.onUpdate(update => heard.push(update))
    await peer.request('session/resume', { sessionId: session.id, cwd })
    expect(heard).toEqual([{ sessionUpdate: 'state_update', state: 'idle' }])
    expect((await follow(session.prompt('hurry'))).outcome.stopReason).toBe('end_turn')
  })

  test('are closed, and what was under way ends as cancelled before the answer', async () => {
    const session = await begin()
    const turn = session.prompt('wait')
    const updates = turn.updates[Symbol.asyncIterator]()
    await nextUpdate(updates, isSaid('working'))
    expect(await peer.request('session/close', { sessionId: session.id })).toEqual({})
    expect(turn.isOver).toBe(true)
    expect(await turn.outcome).toEqual({ stopReason: 'cancelled' })
    const error = await session.prompt('hurry').outcome.catch(error => error)
    expect(error).toMatchObject({ code: -32002, data: { sessionId: session.id } })
  })
})

describe('what goes wrong', () => {
  test('a turn that fails ends with the error the agent told', async () => {
    const session = await begin()
    const { outcome } = await follow(session.prompt('fail'))
    expect(outcome).toEqual({
      stopReason: 'error',
      error: { code: -32050, message: 'Out of paper', data: { tray: 2 } },
    })
    expect((await follow(session.prompt('hurry'))).outcome.stopReason).toBe('end_turn')
  })

  test('a prompt that is not taken in fails with the error of its answer', async () => {
    const session = await begin()
    const error = await session.prompt('reject').outcome.catch(error => error)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code: -32050, message: 'Out of paper', data: { tray: 2 } })
    expect((await follow(session.prompt('hurry'))).outcome.stopReason).toBe('end_turn')
  })

  test('a prompt that is refused after some work has not succeeded', async () => {
    const session = await begin()
    const error = await session.prompt('hook').outcome.catch(error => error)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code: -32051, message: 'The hook says no' })
    expect((await follow(session.prompt('hurry'))).outcome.stopReason).toBe('end_turn')
  })

  test('a session that needs a login says so', async () => {
    const error = await client.newSession({ cwd: `${cwd}/locked` }).catch(error => error)
    expect(error).toMatchObject({ code: -32000, data: { hint: 'log in first' } })
    expect(reasonOf(error)).toBe('auth_required')
  })

  test.each([
    ['a server of a kind the agent cannot reach', { type: 'http' as const, name: 'x', url: 'http://x' }],
    ['a server of a kind that is gone', { type: 'sse' as const, name: 'x', url: 'http://x', headers: [] }],
  ])('%s is not even sent', async (_, server) => {
    const sent = bench.wire.of('sent', 'session/new').length
    const error = await client.newSession({ cwd, mcpServers: [server] }).catch(error => error)
    expect(error).toBeInstanceOf(AcpError)
    expect(error.reason).toBe('capability_missing')
    expect(bench.wire.of('sent', 'session/new')).toHaveLength(sent)
  })

  test('what version 1 lent is gone from the vocabulary', async () => {
    const lost = client.peer as unknown as Peer<'v1', 'client'>
    const error = await lost
      .request('session/set_mode', { sessionId: 'x', modeId: 'y' })
      .catch(error => error)
    expect(error).toMatchObject({ name: 'AcpError', reason: 'unknown_method' })
  })
})
