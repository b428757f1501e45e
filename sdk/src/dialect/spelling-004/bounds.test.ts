/** However much a peer of document 004 says, what is remembered of it stays within bounds, and so does the work. */
import { describe, expect, test } from 'vitest'
import { type Desk, errorOf, type Fields, resultOf, withAgent, withClient } from './desk.fixture.js'

const hear = (desk: Desk, data: Fields & { readonly type: string }, sessionId = 's'): void => {
  const { type, ...rest } = data
  desk.notify('theirs', 'session/update', { sessionId, type, data: rest })
}

describe('what is remembered', () => {
  test('of sessions that nobody opened nothing is', () => {
    const desk = withAgent()
    for (let index = 0; index < 2_000; index++) {
      hear(desk, { type: 'current_mode_update', currentMode: 'm' }, `z${index}`)
      hear(desk, { type: 'config_option_update', key: 'k', currentValue: 'v' }, `z${index}`)
    }
    expect(desk.told).toHaveLength(4_000)
    expect([...desk.state.sessions.keys()]).toEqual(['s'])
  })

  test('a thousand sessions are, and the one that was longest not worked in is forgotten first', () => {
    const desk = withAgent()
    for (let index = 0; index < 1_000; index++) {
      desk.exchange('ours', ['session/new', { cwd: '/w' }], { sessionId: `n${index}` })
      if (index === 0) desk.exchange('ours', ['session/prompt', { sessionId: 's', prompt: [] }], {})
    }
    expect(desk.state.sessions.size).toBe(1_000)
    expect([desk.state.sessions.has('s'), desk.state.sessions.has('n0')]).toEqual([true, false])
  })

  test('a word about a session costs the same however many there are', () => {
    const desk = withAgent()
    const { sessions } = desk.state
    hear(desk, { type: 'current_mode_update', currentMode: 'm' })
    expect(desk.state.sessions).toBe(sessions)
    expect(sessions.get('s')?.mode).toBe('m')
  })

  test('a thousand calls of our agent in each session are, the newest', () => {
    const desk = withClient()
    for (let index = 0; index < 1_500; index++) {
      const update = { sessionUpdate: 'tool_call', toolCallId: `t${index}`, title: 'x', status: 'pending' }
      desk.notify('ours', 'session/update', { sessionId: 's', update })
      desk.notify('ours', 'session/update', { sessionId: 'nobody', update })
    }
    const calls = desk.state.sessions.get('s')?.toolCalls
    expect([calls?.size, calls?.has('t499'), calls?.has('t500')]).toEqual([1_000, false, true])
    expect(desk.state.sessions.size).toBe(1)
  })

  test('a hundred options are, and a hundred values of each', () => {
    const desk = withAgent()
    for (let index = 0; index < 300; index++)
      hear(desk, { type: 'config_option_update', key: 'k', currentValue: `v${index}` })
    const listed = (): readonly Fields[] =>
      (desk.lastTold('ours').update as Fields).configOptions as readonly Fields[]
    expect(listed()[0]?.options).toHaveLength(100)
    expect(listed()[0]).toMatchObject({
      currentValue: 'v299',
      options: expect.arrayContaining([{ value: 'v299', name: 'v299' }]),
    })
    for (let index = 0; index < 300; index++)
      hear(desk, { type: 'config_option_update', key: `k${index}`, currentValue: 1 })
    expect(listed()).toHaveLength(100)
    expect(listed().at(-1)?.id).toBe('k299')
  })
})

describe('what waits for the text of a file', () => {
  const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, content: '@@ -1,1 +1,1 @@\n-a\n+b' }]
  const change = (desk: Desk, id: string, sessionId = 's'): void =>
    hear(desk, { type: 'tool_call_update', id, output: { type: 'diff', path: '/a', hunks } }, sessionId)
  const chunk = (desk: Desk, content: string, sessionId = 's'): void =>
    hear(desk, { type: 'agent_message_chunk', content }, sessionId)
  const reader = (): Desk => {
    const desk = withAgent({}, { fs: { readTextFile: true } })
    desk.exchange('ours', ['session/new', { cwd: '/w' }], { sessionId: 'other' })
    return desk
  }

  test('is of one session: another one, and answers to other calls of ours, go on', () => {
    const desk = reader()
    const mode = desk.request('ours', 'session/set_mode', { sessionId: 's', modeId: 'm' })
    change(desk, 'c')
    chunk(desk, 'waits')
    chunk(desk, 'goes on', 'other')
    desk.answer('session/set_mode', {})
    expect(desk.told).toHaveLength(1)
    expect(resultOf(mode)).toBeDefined()
    desk.answer('fs/read_text_file', { content: 'a' })
    expect(desk.told).toHaveLength(3)
  })

  test.each([
    ['events', 300, 10],
    ['characters', 9, 500_000],
  ])('is not more than so many %s: then all goes on without it', (_, count, length) => {
    const desk = reader()
    change(desk, 'c')
    for (let index = 0; index < count; index++) chunk(desk, 'x'.repeat(length))
    expect(desk.told).toHaveLength(count + 1)
    expect(desk.givenUp).toHaveLength(1)
    expect(desk.state.held.size).toBe(0)
  })

  test('waits a second in all, however many changes there are', () => {
    const desk = reader()
    for (let index = 0; index < 100; index++) change(desk, `c${index}`)
    desk.answer('fs/read_text_file', { content: 'a' })
    expect([desk.told.length, desk.asked.length, desk.alarms.length]).toEqual([1, 1, 1])
    expect(desk.ring()).toBe(1_000)
    expect([desk.told.length, desk.alarms.length]).toEqual([100, 0])
    const ids = desk.told.map(({ params }) => (params.update as Fields).toolCallId)
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => `c${index}`))
  })

  test('may be called off meanwhile, and is asked of nobody then', () => {
    const desk = reader()
    change(desk, 'c')
    const params = { sessionId: 's', operation: 'file_read', resource: '/a' }
    const made = desk.request('theirs', 'session/request_permission', params)
    desk.cancel('theirs', made.call)
    expect(errorOf(made)).toMatchObject({ data: { reason: 'request_cancelled' } })
    desk.answer('fs/read_text_file', { content: 'a' })
    expect(desk.asked).toEqual([])
  })

  test('is nothing where nobody opened the session', () => {
    const desk = reader()
    change(desk, 'c', 'nobody')
    expect([desk.told.length, desk.asked.length]).toEqual([1, 0])
  })
})

describe('what is pushed for terminals that nobody has named', () => {
  const push = (desk: Desk, terminalId: string, data: string): unknown =>
    resultOf(desk.request('theirs', 'terminal/output', { terminalId, data })).received

  test('is for as many as are asked for, shares the room of one, and is forgotten with the last of them', () => {
    const desk = withClient()
    for (let index = 0; index < 2; index++)
      desk.request('ours', 'terminal/create', { sessionId: 's', command: 'ls' })
    const big = 'x'.repeat(3 * 1024 * 1024)
    expect(['a', 'b', 'c'].map(id => push(desk, id, big))).toEqual([true, true, false])
    const kept = [...desk.state.early.values()].reduce((sum, { output }) => sum + output.length, 0)
    expect(kept).toBe(4 * 1024 * 1024)
    desk.answer('terminal/create', { terminalId: 'a' })
    desk.answer('terminal/create', { terminalId: 'd' })
    expect(desk.state.early.size).toBe(0)
    expect([...desk.state.terminals.keys()]).toEqual(['a', 'd'])
  })
})
