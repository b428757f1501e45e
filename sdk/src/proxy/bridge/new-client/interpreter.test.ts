import { beforeEach, describe, expect, test } from 'vitest'
import type { ByHand } from '../../../protocol/parties.fixture.js'
import { newWithOld, openSession, settled } from '../parties.fixture.js'

let client: ByHand
let agent: ByHand

const text = (words: string) => [{ type: 'text', text: words }]
const tell = (...updates: readonly object[]) => {
  for (const update of updates) agent.notify('session/update', { sessionId: 's', update })
}
const say = (words: string) => tell({ sessionUpdate: 'agent_message_chunk', content: text(words)[0] })
const refuse = (id: unknown, code: number, data?: object) =>
  agent.say({ jsonrpc: '2.0', id, error: { code, message: 'no', ...(data ? { data } : {}) } })
const states = () =>
  client
    .updates()
    .filter(({ sessionUpdate }) => sessionUpdate === 'state_update')
    .map(({ sessionUpdate: _, ...state }) => state)

const begin = async (agentCapabilities: object = {}) => {
  const both = await newWithOld({ elicitation: { form: {} } }, { agentCapabilities })
  client = both.client
  agent = both.agent
}

beforeEach(() => begin())

const open = (opened: Record<string, unknown> = {}) => openSession({ client, agent }, opened)

/** Sends a prompt under this id; the agent has not answered it yet. */
async function prompt(id: string, words = 'hello') {
  client.request(id, 'session/prompt', { sessionId: 's', prompt: text(words) })
  return (await agent.nextOf('session/prompt')).id
}

describe('a prompt of version 2 to an agent of version 1', () => {
  test('is answered with the first sign of life, and ends with an idle state', async () => {
    await open()
    const asked = await prompt('p')
    say('Hi')
    expect((await client.answerTo('p')).result).toEqual({ messageId: 'parley.dev/prompt-1' })
    agent.answer(asked, {
      stopReason: 'max_tokens',
      usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 },
    })
    await settled({ client, agent })
    expect(client.updates()).toMatchObject([
      { sessionUpdate: 'user_message', messageId: 'parley.dev/prompt-1', content: text('hello') },
      { sessionUpdate: 'state_update', state: 'running' },
      { sessionUpdate: 'agent_message_chunk', messageId: expect.any(String) },
      { state: 'idle', stopReason: 'max_tokens', usage: { totalTokens: 3 } },
    ])
  })

  test('is answered before long also where the agent says nothing', async () => {
    await open()
    await prompt('p')
    expect((await client.answerTo('p')).result).toEqual({ messageId: 'parley.dev/prompt-1' })
    await settled({ client, agent })
    expect(states()).toEqual([{ state: 'running' }])
  })

  test('that the agent refuses at once was not taken in', async () => {
    await open()
    refuse(await prompt('p'), -32000, { reason: 'auth_required' })
    expect((await client.answerTo('p')).error).toMatchObject({
      code: -32000,
      data: { reason: 'auth_required' },
    })
    await settled({ client, agent })
    expect(client.updates()).toEqual([])
  })

  test('that fails later ends with an error', async () => {
    await open()
    const asked = await prompt('p')
    say('Hi')
    refuse(asked, -32050, { tray: 2 })
    await client.answerTo('p')
    await settled({ client, agent })
    expect(states().at(-1)).toEqual({
      state: 'idle',
      stopReason: 'error',
      error: { code: -32050, message: 'no', data: { tray: 2 } },
    })
  })

  test('waits while another is worked on, in order', async () => {
    await open()
    const first = await prompt('one', '1')
    for (const id of ['two', 'three'])
      client.request(id, 'session/prompt', { sessionId: 's', prompt: text(id) })
    await settled({ client, agent })
    agent.answer(first, { stopReason: 'end_turn' })
    const second = await agent.nextOf('session/prompt')
    expect(second.params).toMatchObject({ prompt: text('two') })
    agent.answer(second.id, { stopReason: 'refusal' })
    const third = await agent.nextOf('session/prompt')
    expect(third.params).toMatchObject({ prompt: text('three') })
    agent.answer(third.id, { stopReason: 'end_turn' })
    expect((await client.answerTo('three')).result).toEqual({ messageId: 'parley.dev/prompt-3' })
    await settled({ client, agent })
    expect(states()).toEqual(
      ['end_turn', 'refusal', 'end_turn'].flatMap(stopReason => [
        { state: 'running' },
        { state: 'idle', stopReason },
      ]),
    )
  })

  test('that is held is refused on a cancel, and the one that is worked on ends when the agent says so', async () => {
    await open()
    const first = await prompt('one')
    say('Hi')
    client.request('two', 'session/prompt', { sessionId: 's', prompt: text('b') })
    await settled({ client, agent })
    client.notify('session/cancel', { sessionId: 's' })
    expect((await client.answerTo('two')).error?.code).toBe(-32800)
    await agent.nextOf('session/cancel')
    expect(states().at(-1)).toEqual({ state: 'running' })
    agent.answer(first, { stopReason: 'cancelled' })
    await settled({ client, agent })
    expect(states().at(-1)).toEqual({ state: 'idle', stopReason: 'cancelled' })
    expect(agent.heard.filter(({ method }) => method === 'session/prompt')).toHaveLength(1)
  })

  test('that was cancelled ends as cancelled also where the agent answers with an error', async () => {
    await open()
    const first = await prompt('one')
    say('Hi')
    client.notify('session/cancel', { sessionId: 's' })
    await agent.nextOf('session/cancel')
    refuse(first, -32603)
    await settled({ client, agent })
    expect(states().at(-1)).toEqual({ state: 'idle', stopReason: 'cancelled' })
  })

  test('that was not taken in when it was cancelled never will be', async () => {
    await open()
    const first = await prompt('one')
    client.notify('session/cancel', { sessionId: 's' })
    await agent.nextOf('session/cancel')
    agent.answer(first, { stopReason: 'cancelled' })
    expect((await client.answerTo('one')).error?.code).toBe(-32800)
    await settled({ client, agent })
    expect(client.updates()).toEqual([])
  })

  test('that is given up alone is not begun, or cancelled', async () => {
    await open()
    const first = await prompt('one')
    client.request('two', 'session/prompt', { sessionId: 's', prompt: text('b') })
    client.notify('$/cancel_request', { requestId: 'two' })
    expect((await client.answerTo('two')).error?.code).toBe(-32800)
    client.notify('$/cancel_request', { requestId: 'one' })
    await agent.nextOf('session/cancel')
    agent.answer(first, { stopReason: 'cancelled' })
    expect((await client.answerTo('one')).error?.code).toBe(-32800)
  })

  test.each([
    [{ sessionId: 's', prompt: [] }, -32602],
    [{ sessionId: 's', prompt: [{ type: '_odd' }] }, -32602],
    [{ sessionId: 's' }, -32602],
    [{ prompt: text('a') }, -32602],
    [{ sessionId: 'nobody', prompt: text('a') }, -32002],
  ])('%o is refused', async (params, code) => {
    await open()
    expect((await client.ask('session/prompt', params)).error?.code).toBe(code)
  })
})

describe('an agent of version 1 that wants to know something', () => {
  const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }]
  const ask = (id: unknown, toolCall: object, more: object = {}) =>
    agent.request(id, 'session/request_permission', { sessionId: 's', toolCall, options, ...more })

  test('asks about a tool call by its title, and the session requires action', async () => {
    await open()
    await prompt('p')
    ask('q', { toolCallId: 't', title: 'Delete', kind: 'delete' })
    const asked = await client.nextOf('session/request_permission')
    expect(asked.params).toEqual({
      sessionId: 's',
      title: 'Delete',
      subject: { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Delete', kind: 'delete' } },
      options,
    })
    expect(states()).toEqual([{ state: 'running' }, { state: 'requires_action' }])
    client.answer(asked.id, { outcome: { outcome: 'selected', optionId: 'y' } })
    expect((await agent.answerTo('q')).result).toEqual({ outcome: { outcome: 'selected', optionId: 'y' } })
    await settled({ client, agent })
    expect(states().at(-1)).toEqual({ state: 'running' })
  })

  test('calls a tool call as it did before', async () => {
    await open()
    await prompt('p')
    tell({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Known' })
    ask('q', { toolCallId: 't' })
    ask('r', { toolCallId: 'u' })
    expect((await client.nextOf('session/request_permission')).params).toMatchObject({ title: 'Known' })
    expect((await client.nextOf('session/request_permission')).params).toMatchObject({
      title: 'Permission needed',
    })
    expect(states().filter(({ state }) => state === 'requires_action')).toHaveLength(1)
  })

  test('hears nothing but a cancel where there is nothing to choose, or of an outcome nobody knows', async () => {
    await open()
    ask('q', { toolCallId: 't' }, { options: [] })
    expect((await agent.answerTo('q')).result).toEqual({ outcome: { outcome: 'cancelled' } })
    ask('r', { toolCallId: 't' })
    const asked = await client.nextOf('session/request_permission')
    client.answer(asked.id, { outcome: { outcome: '_later' } })
    expect((await agent.answerTo('r')).result).toEqual({ outcome: { outcome: 'cancelled' } })
  })

  test('has all of it answered on a cancel, and the client has it taken back', async () => {
    await open()
    await prompt('p')
    ask('q', { toolCallId: 't' })
    agent.request('e', 'elicitation/create', {
      sessionId: 's',
      mode: 'form',
      message: 'Who?',
      requestedSchema: {},
    })
    const permission = await client.nextOf('session/request_permission')
    const form = await client.nextOf('elicitation/create')
    expect(form.params).toMatchObject({ requestedSchema: { type: 'object', properties: {} } })
    client.notify('session/cancel', { sessionId: 's' })
    expect((await agent.answerTo('q')).result).toEqual({ outcome: { outcome: 'cancelled' } })
    expect((await agent.answerTo('e')).result).toEqual({ action: 'cancel' })
    for (const { id } of [permission, form])
      expect((await client.nextOf('$/cancel_request')).params).toEqual({ requestId: id })
    client.answer(permission.id, { outcome: { outcome: 'selected', optionId: 'y' } })
    client.answer(form.id, { action: 'accept' })
    await settled({ client, agent })
    expect(states().at(-1)).toEqual({ state: 'requires_action' })
    const order = agent.heard.findIndex(({ method }) => method === 'session/cancel')
    expect(agent.heard.findIndex(({ id, method }) => id === 'q' && method === undefined)).toBeGreaterThan(
      order,
    )
    expect(agent.heard.filter(({ id, method }) => id === 'q' && method === undefined)).toHaveLength(1)
  })

  test.each([
    'fs/read_text_file',
    'fs/write_text_file',
    'terminal/create',
    'terminal/output',
    'terminal/release',
  ])('%s was not offered, and is refused so', async method => {
    await open()
    agent.request('f', method, { sessionId: 's', path: '/a' })
    const { error } = await agent.answerTo('f')
    expect(error).toMatchObject({ code: -32601, data: { reason: 'capability_not_supported' } })
  })
})

describe('a session of an agent of version 1', () => {
  const modes = {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: 'Code' },
    ],
  }

  test('is made with the list of servers that version 1 demands, and its modes are a setting', async () => {
    const answer = client.ask('session/new', { cwd: '/work' })
    const { id, params } = await agent.nextOf('session/new')
    expect(params).toEqual({ cwd: '/work', mcpServers: [] })
    agent.answer(id, { sessionId: 's', modes })
    expect((await answer).result).toMatchObject({
      sessionId: 's',
      configOptions: [{ configId: 'mode', category: 'mode', currentValue: 'ask' }],
    })
  })

  test('with a server of a kind that version 1 does not know is not made', async () => {
    const mcpServers = [{ type: '_odd', name: 'x' }]
    expect((await client.ask('session/new', { cwd: '/', mcpServers })).error?.code).toBe(-32602)
  })

  test('has its mode set by its own method, and told as a setting', async () => {
    await open({ modes })
    const answer = client.ask('session/set_config_option', {
      sessionId: 's',
      configId: 'mode',
      type: 'id',
      value: 'code',
    })
    const { id, params } = await agent.nextOf('session/set_mode')
    expect(params).toEqual({ sessionId: 's', modeId: 'code' })
    agent.answer(id, null)
    expect((await answer).result).toMatchObject({
      configOptions: [{ configId: 'mode', currentValue: 'code' }],
    })
    tell({ sessionUpdate: 'current_mode_update', currentModeId: 'ask' })
    await settled({ client, agent })
    expect(client.updates()).toMatchObject([
      { sessionUpdate: 'config_option_update', configOptions: [{ configId: 'mode', currentValue: 'ask' }] },
    ])
  })

  test.each([
    [
      { configId: 'model', type: 'id', value: 'large' },
      { configId: 'model', value: 'large' },
    ],
    [
      { configId: 'web', type: 'boolean', value: true },
      { configId: 'web', type: 'boolean', value: true },
    ],
  ])('has a setting set: %o', async (said, heard) => {
    await open({ modes })
    const answer = client.ask('session/set_config_option', { sessionId: 's', ...said })
    const { id, params } = await agent.nextOf('session/set_config_option')
    expect(params).toEqual({ sessionId: 's', ...heard })
    agent.answer(id, { configOptions: [{ id: 'web', name: 'Web', type: 'boolean', currentValue: true }] })
    expect((await answer).result).toMatchObject({
      configOptions: [{ configId: 'mode' }, { configId: 'web' }],
    })
  })

  test.each([
    [{ configId: 'web', type: '_odd', value: 1 }, -32602],
    [{ configId: 'web', type: 'id', value: true }, -32602],
    [{ sessionId: 'nobody', configId: 'web', type: 'id', value: 'a' }, -32002],
  ])('refuses to set %o', async (said, code) => {
    await open()
    const answer = await client.ask('session/set_config_option', { sessionId: 's', ...said })
    expect(answer.error?.code).toBe(code)
  })

  test('is told again by a load, and its state comes before the answer', async () => {
    await begin({ loadSession: true })
    const answer = client.ask('session/resume', {
      sessionId: 's',
      cwd: '/work',
      replayFrom: { type: 'start' },
    })
    const { id, params } = await agent.nextOf('session/load')
    expect(params).toEqual({ sessionId: 's', cwd: '/work', mcpServers: [] })
    tell({ sessionUpdate: 'user_message_chunk', content: text('hello')[0] })
    agent.answer(id, null)
    expect((await answer).result).toMatchObject({})
    expect(client.updates()).toMatchObject([
      { sessionUpdate: 'user_message_chunk', messageId: expect.any(String) },
      { sessionUpdate: 'state_update', state: 'idle' },
    ])
  })

  test.each([
    [{ sessionCapabilities: { resume: {} } }, 'session/resume'],
    [{ loadSession: true }, 'session/load'],
  ])('is resumed without being told again: %o', async (abilities, method) => {
    await begin(abilities)
    const answer = client.ask('session/resume', { sessionId: 's', cwd: '/work' })
    const { id } = await agent.nextOf(method)
    if (method === 'session/load')
      tell(
        { sessionUpdate: 'user_message_chunk', content: text('hello')[0] },
        { sessionUpdate: 'session_info_update', title: 'T' },
      )
    agent.answer(id, {})
    await answer
    say('live')
    await settled({ client, agent })
    expect(client.updates()).toMatchObject([
      ...(method === 'session/load' ? [{ sessionUpdate: 'session_info_update' }] : []),
      { sessionUpdate: 'state_update', state: 'idle' },
      { sessionUpdate: 'agent_message_chunk' },
    ])
  })

  test('that is open here is resumed without asking an agent that cannot, and another is not found', async () => {
    await open({ modes })
    const { result } = await client.ask('session/resume', { sessionId: 's', cwd: '/work' })
    expect(result).toMatchObject({ configOptions: [{ configId: 'mode' }] })
    expect(states()).toEqual([{ state: 'idle' }])
    const other = await client.ask('session/resume', { sessionId: 'nobody', cwd: '/work' })
    expect(other.error).toMatchObject({ code: -32002, data: { sessionId: 'nobody' } })
    const replay = await client.ask('session/resume', {
      sessionId: 's',
      cwd: '/work',
      replayFrom: { type: 'start' },
    })
    expect(replay.error?.code).toBe(-32602)
  })

  test('is named in the error of an agent that did not find it', async () => {
    await begin({ sessionCapabilities: { resume: {}, delete: {} } })
    const answer = client.ask('session/resume', { sessionId: 'gone', cwd: '/work' })
    refuse((await agent.nextOf('session/resume')).id, -32002)
    expect((await answer).error).toMatchObject({ code: -32002, data: { sessionId: 'gone' } })
  })

  test('is listed by the agent, or, where it cannot, as far as it is open here', async () => {
    await open()
    expect((await client.ask('session/list', { cwd: '/work' })).result).toEqual({
      sessions: [{ sessionId: 's', cwd: '/work' }],
    })
    expect((await client.ask('session/list', { cwd: '/else' })).result).toEqual({ sessions: [] })
    await begin({ sessionCapabilities: { list: {} } })
    const answer = client.ask('session/list', {})
    agent.answer((await agent.nextOf('session/list')).id, { sessions: [] })
    expect((await answer).result).toEqual({ sessions: [] })
  })

  test('is closed by an agent that can, and what was under way ends before the answer', async () => {
    await begin({ sessionCapabilities: { close: {} } })
    await open()
    await prompt('one')
    say('Hi')
    client.request('two', 'session/prompt', { sessionId: 's', prompt: text('b') })
    await settled({ client, agent })
    const closed = client.ask('session/close', { sessionId: 's' })
    expect((await client.answerTo('two')).error?.code).toBe(-32800)
    agent.answer((await agent.nextOf('session/close')).id, null)
    expect((await closed).result).toEqual({})
    expect(states().at(-1)).toEqual({ state: 'idle', stopReason: 'cancelled' })
    expect((await client.ask('session/prompt', { sessionId: 's', prompt: text('c') })).error?.code).toBe(
      -32002,
    )
    const gone = client.ask('session/close', { sessionId: 'gone' })
    refuse((await agent.nextOf('session/close')).id, -32002)
    expect((await gone).result).toEqual({})
  })

  test('takes in nothing more while it is being closed', async () => {
    await begin({ sessionCapabilities: { close: {} } })
    await open()
    await prompt('one')
    const closed = client.ask('session/close', { sessionId: 's' })
    const { id } = await agent.nextOf('session/close')
    client.request('late', 'session/prompt', { sessionId: 's', prompt: text('b') })
    await settled({ client, agent })
    agent.answer(id, {})
    expect((await closed).result).toEqual({})
    expect((await client.answerTo('late')).error?.code).toBe(-32800)
  })

  test('is cancelled and forgotten where the agent cannot close it', async () => {
    await open()
    const asked = await prompt('one')
    say('Hi')
    await settled({ client, agent })
    const closed = client.ask('session/close', { sessionId: 's' })
    await agent.nextOf('session/cancel')
    agent.answer(asked, { stopReason: 'cancelled' })
    expect((await closed).result).toEqual({})
    expect(states().at(-1)).toEqual({ state: 'idle', stopReason: 'cancelled' })
    expect((await client.ask('session/prompt', { sessionId: 's', prompt: text('c') })).error?.code).toBe(
      -32002,
    )
    expect((await client.ask('session/close', { sessionId: 's' })).result).toEqual({})
  })
})

describe('what else passes', () => {
  test.each([
    ['auth/login', 'authenticate', { methodId: 'm' }],
    ['session/delete', 'session/delete', { sessionId: 's' }],
    ['session/set_title', 'session/set_title', { sessionId: 's', title: 'T' }],
    ['_own/thing', '_own/thing', { any: [1] }],
  ])('%s is %s', async (recent, old, params) => {
    const answer = client.ask(recent, params)
    const asked = await agent.nextOf(old)
    expect(asked.params).toEqual(params)
    agent.answer(asked.id, { fine: true })
    expect((await answer).result).toEqual({ fine: true })
  })

  test('an answer of nothing is an object', async () => {
    const answer = client.ask('auth/login', { methodId: 'm' })
    agent.answer((await agent.nextOf('authenticate')).id, null)
    expect((await answer).result).toEqual({})
  })

  test('whoever cannot be left is not, and whoever can is', async () => {
    expect((await client.ask('auth/logout', {})).error).toMatchObject({ code: -32601 })
    await begin({ auth: { logout: {} } })
    const answer = client.ask('auth/logout', {})
    agent.answer((await agent.nextOf('logout')).id, {})
    expect((await answer).result).toEqual({})
  })

  test.each([
    ['authenticate', -32601],
    ['session/load', -32601],
    ['session/set_mode', -32601],
    ['made/up', -32601],
    ['tool_call/cancel', -32602],
    ['terminal/cancel', -32602],
  ])('%s is refused with %i, and the agent hears nothing of it', async (method, code) => {
    expect((await client.ask(method, { sessionId: 's' })).error?.code).toBe(code)
    await settled({ client, agent })
    expect(agent.heard.map(heard => heard.method)).not.toContain(method)
  })
})
