import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { type ByHand, text } from '../protocol/parties.fixture.js'
import type { TerminalHandle, TerminalOutcome } from './means.js'
import { Lent } from './means-v1.js'
import type { Turn } from './turn.js'
import { type Fields, newSession, visit } from './visits.fixture.js'

const lends = { clientCapabilities: { terminal: true } }

/** A client whose terminals do what the test says: each request of them is answered in order, or not at all. */
async function running(prompt: (turn: Turn) => Promise<unknown>) {
  const caller = await visit({ prompt: async turn => void (await prompt(turn)) }, 1, lends)
  const sessionId = await newSession(caller)
  const { far } = caller
  far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
  const next = async (method: string, result?: Fields) => {
    const request = await far.nextOf(method)
    if (result !== undefined) far.answer(request.id, result)
    return request
  }
  return { ...caller, sessionId, next }
}

const terminalCalls = (far: ByHand): readonly string[] =>
  far.heard.flatMap(({ method }) => (method?.startsWith('terminal/') ? [method.slice(9)] : []))

test('a command is run to its end, read, and its terminal given back', async () => {
  let outcome: TerminalOutcome | undefined
  const { far, served, next } = await running(async turn => {
    outcome = await turn.terminal?.run({ command: 'ls', args: ['-a'], cwd: '/work', env: { A: 'b' } })
  })
  const { params } = await next('terminal/create', { terminalId: 't1' })
  expect(params).toMatchObject({
    command: 'ls',
    args: ['-a'],
    cwd: '/work',
    env: [{ name: 'A', value: 'b' }],
  })
  await next('terminal/wait_for_exit', { exitCode: 0 })
  await next('terminal/output', { output: '.\n..', truncated: true })
  await next('terminal/release', {})
  expect((await far.answerTo('p')).result).toEqual({ stopReason: 'end_turn' })
  expect(outcome).toEqual({
    output: '.\n..',
    isTruncated: true,
    exitCode: 0,
    signal: undefined,
    isTimedOut: false,
  })
  await served.close()
})

test('a command whose time is up is killed, read and then given back', async () => {
  let outcome: TerminalOutcome | undefined
  const shown: unknown[] = []
  const { far, served, next } = await running(async turn => {
    outcome = await turn.terminal?.run({
      command: 'sleep',
      timeout: 10,
      onStart: terminal => turn.tool({ title: 'Sleep' }).progress(terminal),
    })
  })
  await next('terminal/create', { terminalId: 't1' })
  const waiting = await next('terminal/wait_for_exit')
  await next('terminal/kill', {})
  far.answer(waiting.id, { exitCode: null, signal: 'SIGKILL' })
  await next('terminal/output', { output: 'zzz', truncated: false })
  await next('terminal/release', {})
  await far.answerTo('p')
  shown.push(...far.updates())
  expect(shown).toContainEqual(
    expect.objectContaining({ content: [{ type: 'terminal', terminalId: 't1' }], status: 'in_progress' }),
  )
  expect(outcome).toMatchObject({ output: 'zzz', signal: 'SIGKILL', isTimedOut: true })
  expect(terminalCalls(far)).toEqual(['create', 'wait_for_exit', 'kill', 'output', 'release'])
  await served.close()
})

test('a terminal is given back also when its command cannot be shown or waited for', async () => {
  const { far, served, next } = await running(async turn => {
    const failing = { command: 'ls', onStart: () => Promise.reject(new Error('no place to show it')) }
    await turn.terminal?.run(failing).catch(() => {})
    await turn.terminal?.run({ command: 'ls' }).catch(() => {})
  })
  await next('terminal/create', { terminalId: 't1' })
  await next('terminal/release', {})
  await next('terminal/create', { terminalId: 't2' })
  const { id } = await next('terminal/wait_for_exit')
  far.say({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
  const { params } = await next('terminal/release', {})
  expect(params).toMatchObject({ terminalId: 't2' })
  expect((await far.answerTo('p')).result).toEqual({ stopReason: 'end_turn' })
  await served.close()
})

test('a terminal that was given back cannot be shown any more', async () => {
  const flaws: unknown[] = []
  const { far, served, next } = await running(async turn => {
    const terminal = await turn.terminal?.start({ command: 'ls' })
    if (terminal === undefined) return
    const call = turn.tool({ title: 'List' })
    call.progress(terminal)
    await terminal.release()
    for (const content of [terminal, { type: 'terminal', terminalId: 't1' } as const])
      try {
        call.show(content)
      } catch (error) {
        flaws.push(error)
      }
    call.complete('done')
  })
  await next('terminal/create', { terminalId: 't1' })
  await next('terminal/release', {})
  expect((await far.answerTo('p')).result).toEqual({ stopReason: 'end_turn' })
  expect(flaws).toHaveLength(2)
  expect(flaws[0]).toMatchObject({ message: expect.stringContaining('released') })
  expect(terminalCalls(far)).toEqual(['create', 'release'])
  await served.close()
})

test('a cancel ends a run at once and asks for its terminal back, also when the client answers nothing', async () => {
  const { far, served, sessionId, next } = await running(async turn => {
    await turn.terminal?.run({ command: 'sleep', timeout: 60_000 })
  })
  await next('terminal/create', { terminalId: 't1' })
  await next('terminal/wait_for_exit')
  far.notify('session/cancel', { sessionId })
  expect((await far.answerTo('p')).result).toEqual({ stopReason: 'cancelled' })
  expect(terminalCalls(far)).toEqual(['create', 'wait_for_exit', 'release'])
  await served.close()
})

test('a cancelled turn starts nothing more', async () => {
  const { far, served, sessionId } = await running(async turn => {
    await new Promise<void>(resolve => turn.signal.addEventListener('abort', () => resolve()))
    await turn.terminal?.run({ command: 'ls' })
  })
  await calm(5)
  far.notify('session/cancel', { sessionId })
  expect((await far.answerTo('p')).result).toEqual({ stopReason: 'cancelled' })
  expect(terminalCalls(far)).toEqual([])
  await served.close()
})

test('a terminal that was given back is not given back again at the end of its turn', async () => {
  const lent = new Lent()
  let releases = 0
  const terminal = { id: 't', release: async () => void releases++ } as unknown as TerminalHandle
  lent.add(terminal)
  lent.remove(terminal)
  await lent.giveBack()
  expect(releases).toBe(0)
})
