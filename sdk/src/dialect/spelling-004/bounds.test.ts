/** However much a peer of document 004 says, what is remembered of it stays within bounds, and so does the work. */
import { describe, expect, test } from 'vitest'
import { type Desk, type Fields, withAgent, withClient } from './desk.fixture.js'

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
