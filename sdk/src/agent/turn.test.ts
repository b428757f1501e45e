import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { serve, text } from '../protocol/parties.fixture.js'
import { Compaction } from './compaction.js'
import { spellingV1 } from './spelling-v1.js'
import { ToolCallInProgress } from './tool-call.js'
import type { Turn } from './turn.js'

const untilAborted = (turn: Turn): Promise<void> =>
  new Promise(resolve => turn.signal.addEventListener('abort', () => resolve()))

/** How a turn ended, on the wire of either version. */
const endingOf = (
  version: 1 | 2,
  heard: readonly { id?: unknown; result?: unknown; params?: unknown }[],
  id: string,
) => {
  if (version === 1) {
    const at = heard.findIndex(message => message.id === id)
    return { at, stopReason: (heard[at]?.result as { stopReason?: string } | undefined)?.stopReason }
  }
  const at = heard.findIndex(({ params }) => {
    const { update } = (params ?? {}) as { update?: { state?: string; stopReason?: string } }
    return update?.state === 'idle'
  })
  const { update } = (heard[at]?.params ?? {}) as { update?: { stopReason?: string } }
  return { at, stopReason: update?.stopReason }
}

for (const version of [1, 2] as const) {
  test(`version ${version}: session/cancel aborts turn.signal and the turn ends as cancelled after its last update`, async () => {
    const { far, served } = serve({
      async prompt(turn) {
        turn.say('working')
        await untilAborted(turn)
        turn.say('one last word')
        await calm(5)
        turn.say('and another')
        return 'end_turn'
      },
    })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm()
    far.notify('session/cancel', { sessionId })
    await calm(30)
    const { at, stopReason } = endingOf(version, far.heard, 'p')
    expect(stopReason).toBe('cancelled')
    const said = far.heard.map(message => JSON.stringify(message))
    expect(said.findIndex(message => message.includes('and another'))).toBeLessThan(at)
    expect(at).toBe(far.heard.length - 1)
    await served.close()
  })

  test(`version ${version}: a cancel right behind its prompt reaches it`, async () => {
    const { far, served } = serve({
      async prompt(turn) {
        if (!turn.signal.aborted) await untilAborted(turn)
      },
    })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    far.notify('session/cancel', { sessionId })
    await calm()
    expect(endingOf(version, far.heard, 'p').stopReason).toBe('cancelled')
    await served.close()
  })

  test(`version ${version}: what an author throws after a cancel is a cancel`, async () => {
    const { far, served } = serve({
      async prompt(turn) {
        await untilAborted(turn)
        turn.signal.throwIfAborted()
      },
    })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm()
    far.notify('session/cancel', { sessionId })
    await calm()
    expect(endingOf(version, far.heard, 'p').stopReason).toBe('cancelled')
    await served.close()
  })

  test(`version ${version}: a cancel without a turn, or of an unknown session, is ignored`, async () => {
    const { far, served } = serve()
    const sessionId = await far.begin(version)
    far.notify('session/cancel', { sessionId })
    far.notify('session/cancel', { sessionId: 'unknown' })
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm()
    expect(endingOf(version, far.heard, 'p').stopReason).toBe('end_turn')
    await served.close()
  })

  test(`version ${version}: a tool call left open is failed before the turn ends, also when the author throws`, async () => {
    for (const throws of [false, true]) {
      const { far, served } = serve({
        async prompt(turn) {
          turn.tool({ title: 'forgotten' })
          turn.tool({ title: 'done' }).complete('fine')
          const running = turn.tool({ title: 'running' })
          running.progress()
          if (throws) throw new Error('hunter2')
        },
      })
      const sessionId = await far.begin(version)
      far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
      await calm()
      const status = new Map<unknown, unknown>()
      for (const { toolCallId, status: now } of far.updates())
        if (toolCallId && now) status.set(toolCallId, now)
      expect([...status.values()].sort()).toEqual(['completed', 'failed', 'failed'])
      expect(endingOf(version, far.heard, 'p').at).toBe(far.heard.length - 1)
      expect(JSON.stringify(far.heard)).not.toContain('hunter2')
      await served.close()
    }
  })

  test(`version ${version}: what is open when its turn is cancelled is cancelled, as far as there is a word for it`, async () => {
    const { far, served } = serve({
      async prompt(turn) {
        turn.tool({ title: 'Run' }).progress()
        turn.compact()
        await new Promise<void>(resolve => turn.signal.addEventListener('abort', () => resolve()))
      },
    })
    const clientCapabilities = { session: { compaction: {} } }
    const sessionId = await far.begin(version, version === 1 ? { clientCapabilities } : {})
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm()
    far.notify('session/cancel', { sessionId })
    await calm()
    const last = new Map(far.updates().map(update => [update.sessionUpdate, update.status]))
    expect(last.get('tool_call_update')).toBe(version === 1 ? 'failed' : 'cancelled')
    expect(last.get('compaction_update')).toBe('cancelled')
    await served.close()
  })

  test(`version ${version}: the agent gives up its question when the turn is cancelled`, async () => {
    const { far, served } = serve({
      async prompt(turn) {
        await turn.ask({ title: 'may I' })
      },
    })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    const { id } = await far.nextOf('session/request_permission')
    far.notify('session/cancel', { sessionId })
    expect((await far.nextOf('$/cancel_request')).params).toEqual({ requestId: id })
    far.answer(id, { outcome: { outcome: 'cancelled' } })
    await calm()
    expect(endingOf(version, far.heard, 'p').stopReason).toBe('cancelled')
    await served.close()
  })

  test(`version ${version}: an answer with an option that was not offered is no approval`, async () => {
    const chosen: unknown[] = []
    const { far, served } = serve({
      async prompt(turn) {
        for (let count = 0; count < 3; count++) chosen.push((await turn.ask({ title: 'may I' }))?.kind)
      },
    })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    for (const outcome of [
      { outcome: 'selected', optionId: 'not offered' },
      { outcome: 'cancelled' },
      { outcome: 'selected', optionId: 'allow_once' },
    ]) {
      const { id } = await far.nextOf('session/request_permission')
      far.answer(id, { outcome })
    }
    await calm()
    expect(chosen).toEqual([undefined, undefined, 'allow_once'])
    await served.close()
  })

  test(`version ${version}: the end of the connection aborts the turn, and an open tool call harms nothing`, async () => {
    const aborted = gate()
    const { far, served } = serve(
      {
        async prompt(turn) {
          turn.tool({ title: 'open' })
          await untilAborted(turn)
          aborted.open()
          throw new Error('too late')
        },
      },
      { limits: { graceMilliseconds: 20 } },
    )
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm()
    await far.close()
    await aborted.opened
    await served.closed
    await calm()
  })

  test(`version ${version}: closing the agent ends its turns as cancelled`, async () => {
    const { far, served } = serve({ prompt: untilAborted })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm()
    await served.close()
    await far.ended
    expect(endingOf(version, far.heard, 'p').stopReason).toBe('cancelled')
  })

  test(`version ${version}: a session that does not exist is answered -32002`, async () => {
    const { far, served } = serve()
    await far.begin(version)
    expect((await far.ask('session/prompt', { sessionId: 'nope', prompt: text('go') })).error).toMatchObject({
      code: -32002,
      data: { reason: 'session_not_found', sessionId: 'nope' },
    })
    await served.close()
  })

  test(`version ${version}: nothing can be said once the turn is over`, async () => {
    let late: unknown
    const { far, served } = serve({
      async prompt(turn) {
        setTimeout(() => {
          try {
            turn.say('late')
          } catch (error) {
            late = error
          }
        }, 5)
      },
    })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    await calm(30)
    expect(late).toMatchObject({ message: expect.stringContaining('over') })
    expect(JSON.stringify(far.heard)).not.toContain('late')
    await served.close()
  })
}

test('files and terminals are absent when they are not lent, and there when they are', async () => {
  const seen: unknown[] = []
  const lent = { fs: { readTextFile: true, writeTextFile: false }, terminal: true }
  for (const clientCapabilities of [{}, lent, { fs: { readTextFile: true, writeTextFile: true } }]) {
    const { far, served } = serve({
      async prompt({ files, terminal }) {
        seen.push([typeof files?.read, typeof files?.write, typeof terminal?.start])
      },
    })
    const sessionId = await far.begin(1, { clientCapabilities })
    await far.ask('session/prompt', { sessionId, prompt: text('go') })
    await served.close()
  }
  expect(seen).toEqual([
    ['undefined', 'undefined', 'undefined'],
    ['function', 'undefined', 'function'],
    ['function', 'function', 'undefined'],
  ])
})

test('version 1: a second prompt while a turn is being worked on is refused, and the first goes on', async () => {
  const hold = gate()
  const { far, served } = serve({ prompt: () => hold.opened })
  const sessionId = await far.begin(1)
  far.request('one', 'session/prompt', { sessionId, prompt: text('one') })
  expect((await far.ask('session/prompt', { sessionId, prompt: text('two') })).error).toMatchObject({
    code: -32006,
    data: { reason: 'invalid_session_state' },
  })
  hold.open()
  expect((await far.answerTo('one')).result).toEqual({ stopReason: 'end_turn' })
  await served.close()
})

test('version 1: $/cancel_request of a prompt is a cancel of its turn', async () => {
  const { far, served } = serve({ prompt: untilAborted })
  const sessionId = await far.begin(1)
  far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
  far.notify('$/cancel_request', { requestId: 'p' })
  expect((await far.answerTo('p')).result).toEqual({ stopReason: 'cancelled' })
  await served.close()
})

test('version 1: an error of the author is answered -32603 without a detail, an RpcError as it is', async () => {
  const { rpcError } = await import('../protocol/index.js')
  const { far, served } = serve({
    async prompt(turn) {
      if (turn.text === 'bug') throw new Error('hunter2')
      throw rpcError('auth_required', 'Please sign in', { authMethods: [] })
    },
  })
  const sessionId = await far.begin(1)
  const bug = await far.ask('session/prompt', { sessionId, prompt: text('bug') })
  expect(bug.error).toMatchObject({ code: -32603, data: { correlationId: expect.any(String) } })
  expect((await far.ask('session/prompt', { sessionId, prompt: text('auth') })).error).toMatchObject({
    code: -32000,
    message: 'Please sign in',
    data: { reason: 'auth_required' },
  })
  await served.close()
})

test('version 2: a prompt is answered when it is taken in, before anything is said', async () => {
  const { far, served } = serve({
    async prompt(turn) {
      turn.say('hello')
    },
  })
  const sessionId = await far.begin(2)
  far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
  await calm()
  const at = far.heard.findIndex(({ id }) => id === 'p')
  expect(far.heard[at]?.result).toEqual({ messageId: expect.any(String) })
  const after = far.heard.slice(at + 1).map(({ params }) => (params as { update: object }).update)
  expect(after.filter(update => !JSON.stringify(update).includes('user_message'))).toMatchObject([
    { sessionUpdate: 'state_update', state: 'running' },
    { sessionUpdate: 'agent_message_chunk' },
    { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
  ])
  await served.close()
})

test('version 2: prompts wait for the turn before them and are taken in one after the other, in order', async () => {
  const log: string[] = []
  const { far, served } = serve({
    async prompt(turn) {
      log.push(`start ${turn.text}`)
      await calm(3)
      log.push(`end ${turn.text}`)
    },
  })
  const sessionId = await far.begin(2)
  const words = ['one', 'two', 'three', 'four']
  for (const word of words) far.request(word, 'session/prompt', { sessionId, prompt: text(word) })
  await expect.poll(() => log).toHaveLength(2 * words.length)
  expect(log).toEqual(words.flatMap(word => [`start ${word}`, `end ${word}`]))
  for (const word of words) expect((await far.answerTo(word)).result).toBeDefined()
  await served.close()
})

test('version 2: prompts that wait are refused as cancelled when the session is cancelled', async () => {
  const { far, served } = serve({ prompt: untilAborted })
  const sessionId = await far.begin(2)
  for (const word of ['one', 'two', 'three'])
    far.request(word, 'session/prompt', { sessionId, prompt: text(word) })
  await calm()
  far.notify('session/cancel', { sessionId })
  expect((await far.answerTo('one')).result).toBeDefined()
  expect((await far.answerTo('two')).error).toMatchObject({ code: -32800 })
  expect((await far.answerTo('three')).error).toMatchObject({ code: -32800 })
  await served.close()
})

test('version 2: a failed turn ends idle with an error that says no more than the peer may know', async () => {
  const { far, served } = serve({ prompt: () => Promise.reject(new Error('hunter2')) })
  const sessionId = await far.begin(2)
  far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
  await calm()
  expect(far.updates().at(-1)).toMatchObject({
    state: 'idle',
    stopReason: 'error',
    error: { code: -32603, message: 'Internal error' },
  })
  expect(JSON.stringify(far.heard)).not.toContain('hunter2')
  await served.close()
})

for (const version of [1, 2] as const) {
  test(`version ${version}: what the client refused is not given back to it as the error of its own prompt`, async () => {
    const { far, served, log } = serve({ prompt: async turn => void (await turn.ask({ title: 'May I?' })) })
    const sessionId = await far.begin(version)
    far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    const { id } = await far.nextOf('session/request_permission')
    far.say({ jsonrpc: '2.0', id, error: { code: 7, message: 'hunter2', data: { reason: 'hunter2' } } })
    await expect
      .poll(() => JSON.stringify(far.heard))
      .toContain('Internal error: session/request_permission was answered with an error')
    expect(JSON.stringify(far.heard)).not.toContain('hunter2')
    await served.close()
    const failed = log.filter(({ level }) => level === 'error')
    expect(failed).toMatchObject([{ correlationId: expect.any(String), error: { code: 7 } }])
    expect(log.map(({ message }) => message).join()).not.toContain('hunter2')
  })
}

test('version 2: closing a session cancels its turn first, and closing an unknown one is fine', async () => {
  const { far, served } = serve({ prompt: untilAborted })
  const sessionId = await far.begin(2)
  far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
  await calm()
  expect((await far.ask('session/close', { sessionId })).result).toEqual({})
  expect(far.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' })
  expect((await far.ask('session/close', { sessionId: 'unknown' })).result).toEqual({})
  await served.close()
})

test('a tool call cannot be ended twice', async () => {
  let thrown: unknown
  const { far, served } = serve({
    async prompt(turn) {
      const call = turn.tool({ title: 'once' })
      call.complete()
      try {
        call.fail()
      } catch (error) {
        thrown = error
      }
    },
  })
  const sessionId = await far.begin(1)
  await far.ask('session/prompt', { sessionId, prompt: text('go') })
  expect(thrown).toMatchObject({ message: expect.stringContaining('already completed') })
  await served.close()
})

test('what the client put into _meta, and fields nobody knows, reach the author', async () => {
  let seen: unknown
  const { far, served } = serve({
    async prompt(turn) {
      seen = turn.blocks
    },
  })
  const sessionId = await far.begin(1)
  const prompt = [{ type: 'text', text: 'go', _meta: { 'x.dev/y': { deep: [1] } }, future: true }]
  await far.ask('session/prompt', { sessionId, prompt })
  expect(seen).toEqual(prompt)
  await served.close()
})

test('whoever watches over what is open hears of its end, so that a long turn does not grow', () => {
  const ended: string[] = []
  const watch = { isCancelled: () => false, onEnd: ({ id }: { readonly id: string }) => void ended.push(id) }
  const tell = (): undefined => undefined
  const call = (id: string) =>
    new ToolCallInProgress(
      id,
      { title: 'Run' },
      { begin: tell, change: tell, isReleased: () => false, ...watch },
    )
  call('a').progress()
  call('b').complete()
  call('c').fail()
  new Compaction('d', { spelling: spellingV1('v1', {}), tell, ...watch }).complete()
  expect(ended).toEqual(['b', 'c', 'd'])
})
