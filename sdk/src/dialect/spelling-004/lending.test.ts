/** Files and terminals that are lent across: no sessions there, pushed output, timeouts that are kept here. */
import { describe, expect, test } from 'vitest'
import { type Desk, errorOf, type Fields, plain, resultOf, withAgent, withClient } from './desk.fixture.js'

const NOT_FOUND = { code: -32002, message: 'gone', data: { reason: 'resource_not_found' } }

describe('the session of a call that names none', () => {
  const openAnother = (desk: Desk, sessionId: string): void => {
    desk.exchange('ours', ['session/new', { cwd: `/${sessionId}`, mcpServers: [] }], { sessionId })
  }
  const sessionRead = (desk: Desk): unknown => {
    desk.request('theirs', 'fs/read_text_file', { path: '/a' })
    return (desk.takeAsk('fs/read_text_file').params as Fields).sessionId
  }

  test('is the only one, or the one that is at work, or the one that was opened last', () => {
    const desk = withAgent()
    expect(sessionRead(desk)).toBe('s')
    openAnother(desk, 'two')
    expect(sessionRead(desk)).toBe('two')
    desk.request('ours', 'session/prompt', { sessionId: 's', prompt: [] })
    expect(sessionRead(desk)).toBe('s')
    desk.answer('session/prompt', { stopReason: 'end_turn' })
    expect(sessionRead(desk)).toBe('s')
  })

  test('is none where two are at work, or there is none', () => {
    const desk = withAgent()
    openAnother(desk, 'two')
    desk.request('ours', 'session/prompt', { sessionId: 's', prompt: [] })
    desk.request('ours', 'session/prompt', { sessionId: 'two', prompt: [] })
    const made = desk.request('theirs', 'fs/read_text_file', { path: '/a' })
    expect(errorOf(made)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('2 sessions are at work'),
    })
  })
})

describe('files of our client', () => {
  test.each([
    [{ encoding: 'latin1' }, /encoding: expected "utf-8", found "latin1"/],
    [{ startLine: 0 }, /startLine/],
    [{ endLine: 'x' }, /endLine/],
    [{ startLine: 5, endLine: 4 }, /endLine: expected a line that is not before/],
  ])('a call with %j is refused', (more, why) => {
    const made = withAgent().request('theirs', 'fs/read_text_file', { path: '/a', ...more })
    expect(errorOf(made)).toMatchObject({ message: expect.stringMatching(why) })
  })

  const reader = { fs: { readTextFile: true, writeTextFile: true } }
  const write = (desk: Desk, more: Fields = {}) =>
    desk.request('theirs', 'fs/write_text_file', { path: '/a', content: 'häus', ...more })

  test('one that is new is said to be, and one that was there is not', () => {
    const desk = withAgent({}, reader)
    const created = write(desk)
    expect(desk.refuse('fs/read_text_file', NOT_FOUND)).toEqual({
      sessionId: 's',
      path: '/a',
      line: 1,
      limit: 1,
    })
    expect(plain(desk.answer('fs/write_text_file', null))).toEqual({
      sessionId: 's',
      path: '/a',
      content: 'häus',
    })
    expect(plain(resultOf(created))).toEqual({ bytesWritten: 5, created: true })
    const written = write(desk, { encoding: 'UTF-8', createDirectories: false })
    desk.answer('fs/read_text_file', { content: 'x' })
    desk.answer('fs/write_text_file', {})
    expect(plain(resultOf(written))).toEqual({ bytesWritten: 5, created: false })
  })

  test('one that may not be overwritten is not', () => {
    const desk = withAgent({}, reader)
    const made = write(desk, { overwrite: false })
    desk.answer('fs/read_text_file', { content: 'x' })
    expect(errorOf(made)).toMatchObject({
      code: -32005,
      data: { reason: 'resource_access_denied', path: '/a' },
    })
    expect(desk.asked).toEqual([])
    const fresh = write(desk, { overwrite: false })
    desk.refuse('fs/read_text_file', NOT_FOUND)
    desk.answer('fs/write_text_file', {})
    expect(resultOf(fresh)).toMatchObject({ created: true })
  })

  test('where nobody can see whether it is there, it is not risked', () => {
    const desk = withAgent()
    expect(errorOf(write(desk, { overwrite: false }))).toMatchObject({
      data: { capability: 'fs.readTextFile' },
    })
    const made = write(desk)
    desk.answer('fs/write_text_file', {})
    expect(resultOf(made)).toMatchObject({
      created: false,
      _meta: { 'parley.dev/v1': { isCreatedKnown: false } },
    })
  })

  test('a file that is not there is refused with the number for it', () => {
    const desk = withAgent()
    const made = desk.request('theirs', 'fs/read_text_file', { path: '/a' })
    desk.refuse('fs/read_text_file', NOT_FOUND)
    expect(errorOf(made)).toMatchObject({ code: -32004, data: { reason: 'resource_not_found' } })
  })

  test('no lines at all are read without asking', () => {
    const made = withClient().request('ours', 'fs/read_text_file', { sessionId: 's', path: '/a', limit: 0 })
    expect(resultOf(made)).toEqual({ content: '' })
  })
})

describe('a terminal of our client', () => {
  const create = (desk: Desk, more: Fields = {}): void => {
    desk.exchange('theirs', ['terminal/create', { command: 'ls', ...more }], { terminalId: 't' })
  }
  const output = (text: string, more: Fields = {}): Fields => ({ output: text, truncated: false, ...more })

  test('what is new of its output is pushed, and nothing twice', () => {
    const desk = withAgent()
    create(desk)
    desk.ring()
    expect(desk.answer('terminal/output', output('one '))).toEqual({ sessionId: 's', terminalId: 't' })
    expect(desk.alarms).toEqual([])
    expect(desk.answer('terminal/output', { received: true })).toEqual({
      terminalId: 't',
      data: 'one ',
      stream: 'stdout',
    })
    desk.ring()
    desk.answer('terminal/output', output('one '))
    desk.ring()
    desk.answer('terminal/output', output('one two', { exitStatus: { exitCode: 0 } }))
    expect(desk.answer('terminal/output', { received: true })).toMatchObject({ data: 'two' })
    expect([desk.alarms, desk.asked]).toEqual([[], []])
  })

  test('what looks like what was pushed already is new all the same', () => {
    const desk = withAgent()
    create(desk)
    desk.ring()
    desk.answer('terminal/output', output('aa'))
    desk.answer('terminal/output', {})
    desk.ring()
    desk.answer('terminal/output', output('aaaaa'))
    expect(desk.answer('terminal/output', {})).toMatchObject({ data: 'aaa' })
  })

  test('the place is found again where the beginning of the output is gone', () => {
    const desk = withAgent()
    create(desk)
    desk.ring()
    desk.answer('terminal/output', output('abcdef'))
    desk.answer('terminal/output', {})
    desk.ring()
    desk.answer('terminal/output', output('xabcdefgh'.slice(1), { truncated: true }))
    expect(desk.answer('terminal/output', {})).toMatchObject({ data: 'gh' })
    desk.ring()
    desk.answer('terminal/output', output('nothing of that', { truncated: true }))
    expect(desk.answer('terminal/output', {})).toMatchObject({ data: 'nothing of that' })
  })

  test('waiting is answered after the last of its output', () => {
    const desk = withAgent()
    create(desk)
    const made = desk.request('theirs', 'terminal/wait_for_exit', { terminalId: 't' })
    expect(plain(desk.answer('terminal/wait_for_exit', { exitCode: 3 }))).toEqual({
      sessionId: 's',
      terminalId: 't',
    })
    expect(made.settled).toEqual([])
    desk.answer('terminal/output', output('all of it', { exitStatus: { exitCode: 3 } }))
    expect(desk.takeAsk('terminal/output')).toMatchObject({ to: 'theirs', params: { data: 'all of it' } })
    expect(plain(resultOf(made))).toEqual({ exitCode: 3 })
  })

  test('a process that a signal ended has a number all the same', () => {
    const desk = withAgent()
    create(desk)
    const made = desk.request('theirs', 'terminal/wait_for_exit', { terminalId: 't' })
    desk.answer('terminal/wait_for_exit', { exitCode: null, signal: 'SIGTERM' })
    desk.answer('terminal/output', output(''))
    expect(plain(resultOf(made))).toEqual({ exitCode: -1, signal: 'SIGTERM' })
  })

  test('who waits long enough is told that time is up, once', () => {
    const desk = withAgent()
    create(desk)
    desk.alarms.length = 0
    const made = desk.request('theirs', 'terminal/wait_for_exit', { terminalId: 't', timeout: 500 })
    expect(desk.ring()).toBe(500)
    expect(resultOf(made)).toEqual({ exitCode: -1, timedOut: true })
    expect(desk.givenUp).toEqual([desk.asked[0]?.tag])
    desk.refuse('terminal/wait_for_exit', { code: -32800, message: 'given up' })
    const late = desk.request('theirs', 'terminal/wait_for_exit', { terminalId: 't', timeout: 500 })
    desk.ring()
    desk.answer('terminal/wait_for_exit', { exitCode: 0 })
    expect([made, late].map(({ settled }) => settled.length)).toEqual([1, 1])
    expect(desk.asked).toEqual([])
  })

  test('one that runs too long is killed, and it is said why it ended', () => {
    const desk = withAgent()
    create(desk, { timeout: 1_000 })
    const made = desk.request('theirs', 'terminal/wait_for_exit', { terminalId: 't' })
    const end = desk.alarms.findIndex(({ after }) => after === 1_000)
    desk.alarms.unshift(...desk.alarms.splice(end, 1))
    desk.ring()
    expect(desk.answer('terminal/kill', {})).toEqual({ sessionId: 's', terminalId: 't' })
    desk.answer('terminal/wait_for_exit', { signal: 'SIGKILL' })
    desk.answer('terminal/output', output(''))
    expect(plain(resultOf(made))).toEqual({ exitCode: -1, signal: 'SIGKILL', timedOut: true })
  })

  test('one that was released is looked at no more', () => {
    const desk = withAgent()
    create(desk, { timeout: 1_000 })
    desk.exchange('theirs', ['terminal/release', { terminalId: 't' }], null)
    desk.ring()
    desk.ring()
    expect([desk.asked, desk.state.terminals.size]).toEqual([[], 0])
  })

  test.each(['x', -1, null])('a timeout of %j is refused', timeout => {
    const made = withAgent().request('theirs', 'terminal/create', { command: 'ls', timeout })
    expect(errorOf(made)).toMatchObject({ code: -32602, message: expect.stringContaining('/timeout') })
  })

  test('in a tool call it is the terminal itself', () => {
    const desk = withAgent()
    create(desk)
    desk.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'tool_call_update',
      data: { id: 'c', output: { type: 'terminal', terminalId: 't', command: 'ls', stdout: 'x' } },
    })
    expect(plain(desk.lastTold('ours').update)).toMatchObject({
      content: [{ type: 'terminal', terminalId: 't' }],
    })
  })
})

describe('a terminal of their client', () => {
  const create = (desk: Desk, more: Fields = {}): void => {
    desk.exchange('ours', ['terminal/create', { sessionId: 's', command: 'ls', ...more }], {
      terminalId: 't',
      pid: 7,
    })
  }
  const push = (desk: Desk, data: string, terminalId = 't'): Fields =>
    resultOf(desk.request('theirs', 'terminal/output', { terminalId, data, stream: 'stderr' }))
  const pull = (desk: Desk): Fields =>
    resultOf(desk.request('ours', 'terminal/output', { sessionId: 's', terminalId: 't' }))

  test('what it pushes is there to be pulled, and whether it has ended', () => {
    const desk = withClient()
    create(desk)
    expect(push(desk, 'one ')).toEqual({ received: true })
    desk.notify('theirs', 'terminal/output', { terminalId: 't', data: 'two' })
    expect(pull(desk)).toEqual({ output: 'one two', truncated: false })
    expect(desk.answer('terminal/wait_for_exit', { exitCode: 0 })).toEqual({ terminalId: 't' })
    expect(plain(pull(desk))).toEqual({ output: 'one two', truncated: false, exitStatus: { exitCode: 0 } })
    expect(desk.asked).toEqual([])
  })

  test('what comes before it was named is not lost, and what is for nobody is not taken', () => {
    const desk = withClient()
    desk.request('ours', 'terminal/create', { sessionId: 's', command: 'ls' })
    expect(push(desk, 'early')).toEqual({ received: true })
    desk.answer('terminal/create', { terminalId: 't' })
    expect(pull(desk)).toMatchObject({ output: 'early' })
    expect(push(desk, 'x', 'other')).toEqual({ received: false })
  })

  test('no more is kept than was asked for, and never half of a character', () => {
    const desk = withClient()
    create(desk, { outputByteLimit: 5 })
    push(desk, 'abéüö')
    expect(pull(desk)).toEqual({ output: 'üö', truncated: true })
  })

  test('the peer is asked once, however many wait', () => {
    const desk = withClient()
    create(desk)
    const waits = [1, 2].map(() =>
      desk.request('ours', 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' }),
    )
    desk.answer('terminal/wait_for_exit', { exitCode: -1, signal: 'SIGINT', timedOut: false })
    expect(desk.asked).toEqual([])
    for (const wait of waits) expect(plain(resultOf(wait))).toEqual({ signal: 'SIGINT' })
  })

  test('who gives up waiting is told so, and the others wait on', () => {
    const desk = withClient()
    create(desk)
    const [first, second] = [1, 2].map(() =>
      desk.request('ours', 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' }),
    )
    desk.cancel('ours', first!.call)
    expect(errorOf(first!)).toMatchObject({ code: -32800 })
    desk.answer('terminal/wait_for_exit', { exitCode: 1 })
    expect(resultOf(second!)).toMatchObject({ exitCode: 1 })
  })

  test('a wait that is refused can be tried again', () => {
    const desk = withClient()
    create(desk)
    const made = desk.request('ours', 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' })
    desk.refuse('terminal/wait_for_exit', { code: -32009, message: 'too long' })
    expect(errorOf(made)).toMatchObject({ code: -32009, data: { reason: 'timeout' } })
    desk.request('ours', 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' })
    expect(desk.asked).toHaveLength(1)
  })

  test('one that was released is gone, also for those who wait', () => {
    const desk = withClient()
    create(desk)
    const waiting = desk.request('ours', 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' })
    desk.exchange('ours', ['terminal/release', { sessionId: 's', terminalId: 't' }], { released: true })
    expect(errorOf(waiting)).toMatchObject({ data: { reason: 'resource_not_found' } })
    const pulled = desk.request('ours', 'terminal/output', { sessionId: 's', terminalId: 't' })
    expect(errorOf(pulled)).toMatchObject({ data: { reason: 'resource_not_found' } })
  })
})
