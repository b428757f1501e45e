import { beforeEach, describe, expect, test } from 'vitest'
import type { ByHand } from '../../../protocol/parties.fixture.js'
import { oldWithNew, openSession, settled } from '../parties.fixture.js'

let client: ByHand
let agent: ByHand

const text = (words: string) => [{ type: 'text', text: words }]
const idle = (more: object = {}) => ({ sessionUpdate: 'state_update', state: 'idle', ...more })
const running = { sessionUpdate: 'state_update', state: 'running' }
const tell = (...updates: readonly object[]) => {
  for (const update of updates) agent.notify('session/update', { sessionId: 's', update })
}
const refuse = (id: unknown, code: number, data?: object) =>
  agent.say({ jsonrpc: '2.0', id, error: { code, message: 'no', ...(data ? { data } : {}) } })
const kinds = () => client.updates().map(({ sessionUpdate }) => sessionUpdate)

beforeEach(async () => {
  const both = await oldWithNew({ session: { configOptions: { boolean: {} } } })
  client = both.client
  agent = both.agent
})

const open = (opened: Record<string, unknown> = {}) => openSession({ client, agent }, opened)

/** Sends a prompt; the agent has not answered it yet. */
async function prompt(words = 'hello') {
  const answer = client.ask('session/prompt', { sessionId: 's', prompt: text(words) })
  const { id, params } = await agent.nextOf('session/prompt')
  return { answer, id, params }
}

describe('a prompt of version 1 to an agent of version 2', () => {
  test('is answered when the agent is idle again', async () => {
    await open()
    const { answer, id, params } = await prompt()
    expect(params).toEqual({ sessionId: 's', prompt: text('hello') })
    agent.answer(id, { messageId: 'm' })
    tell(
      running,
      idle({ stopReason: 'max_tokens', usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } }),
    )
    expect((await answer).result).toEqual({
      stopReason: 'max_tokens',
      usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 },
      _meta: { 'parley.dev/v2': { messageId: 'm' } },
    })
    expect(kinds()).toEqual([])
  })

  test('may have been worked on before the agent says that it was taken in', async () => {
    await open()
    const { answer, id } = await prompt()
    tell(running, idle({ stopReason: 'end_turn' }))
    agent.answer(id, { messageId: 'm' })
    expect((await answer).result).toMatchObject({ stopReason: 'end_turn' })
  })

  test('does not end with an idle state that is only repeated', async () => {
    await open()
    const { answer, id } = await prompt()
    agent.answer(id, { messageId: 'm' })
    tell(idle({ stopReason: 'refusal' }), running, idle({ stopReason: 'end_turn' }))
    expect((await answer).result).toMatchObject({ stopReason: 'end_turn' })
  })

  test('is refused as the agent refuses it, whatever it worked on before', async () => {
    await open()
    const { answer, id } = await prompt()
    tell(running, idle({ stopReason: 'refusal' }))
    refuse(id, -32051)
    expect((await answer).error?.code).toBe(-32051)
    const next = await prompt()
    agent.answer(next.id, { messageId: 'n' })
    tell(running, idle())
    expect((await next.answer).result).toMatchObject({ stopReason: 'end_turn' })
  })

  test.each([
    ['error', { code: -32050, message: 'Out of paper', data: { tray: 2 } }, -32050],
    ['error', undefined, -32603],
    ['error', { code: 'x' }, -32603],
  ])('that ends with %s %o is an error', async (stopReason, error, code) => {
    await open()
    const { answer, id } = await prompt()
    agent.answer(id, { messageId: 'm' })
    tell(running, idle({ stopReason, error }))
    expect((await answer).error).toMatchObject({ code, ...(code === -32050 ? { data: { tray: 2 } } : {}) })
  })

  test('that ends for a reason version 1 does not know has ended, and the reason is kept', async () => {
    await open()
    const { answer, id } = await prompt()
    agent.answer(id, { messageId: 'm' })
    tell(running, idle({ stopReason: '_tired' }))
    expect((await answer).result).toEqual({
      stopReason: 'end_turn',
      _meta: { 'parley.dev/v2': { messageId: 'm', stopReason: '_tired' } },
    })
  })

  test('is not told to whoever said it, and what others say is', async () => {
    await open()
    const { answer, id } = await prompt()
    tell({ sessionUpdate: 'user_message', messageId: 'm', content: text('hello') })
    agent.answer(id, { messageId: 'm' })
    tell(
      { sessionUpdate: 'user_message', messageId: 'm', content: text('hello') },
      { sessionUpdate: 'user_message', messageId: 'other', content: text('and I') },
      running,
      idle(),
    )
    await answer
    expect(client.updates()).toMatchObject([
      { sessionUpdate: 'user_message_chunk', content: text('and I')[0] },
    ])
  })

  test('that was cancelled is answered so, never with an error', async () => {
    await open()
    const { answer, id } = await prompt()
    agent.answer(id, { messageId: 'm' })
    tell(running)
    client.notify('session/cancel', { sessionId: 's' })
    await agent.nextOf('session/cancel')
    tell(idle({ stopReason: 'error', error: { code: -32603, message: 'aborted' } }))
    expect((await answer).result).toMatchObject({ stopReason: 'cancelled' })
  })

  test('that was cancelled while the agent held it is answered so', async () => {
    await open()
    const { answer, id } = await prompt()
    client.notify('session/cancel', { sessionId: 's' })
    await agent.nextOf('session/cancel')
    refuse(id, -32800)
    expect((await answer).result).toEqual({ stopReason: 'cancelled' })
  })

  test('that is given up alone is withdrawn while it is held, and cancelled when it is worked on', async () => {
    await open()
    client.request('held', 'session/prompt', { sessionId: 's', prompt: text('a') })
    const held = await agent.nextOf('session/prompt')
    client.notify('$/cancel_request', { requestId: 'held' })
    expect((await agent.nextOf('$/cancel_request')).params).toEqual({ requestId: held.id })
    refuse(held.id, -32800)
    expect((await client.answerTo('held')).error?.code).toBe(-32800)
    client.request('begun', 'session/prompt', { sessionId: 's', prompt: text('b') })
    const begun = await agent.nextOf('session/prompt')
    agent.answer(begun.id, { messageId: 'm' })
    tell(running)
    await settled({ client, agent })
    client.notify('$/cancel_request', { requestId: 'begun' })
    expect((await agent.nextOf('session/cancel')).params).toEqual({ sessionId: 's' })
    tell(idle({ stopReason: 'cancelled' }))
    expect((await client.answerTo('begun')).result).toMatchObject({ stopReason: 'cancelled' })
  })
})

describe('a session of an agent of version 2', () => {
  const configOptions = [
    {
      configId: 'how',
      name: 'How',
      category: 'mode',
      type: 'select',
      currentValue: 'ask',
      options: [
        { value: 'ask', name: 'Ask' },
        { value: 'code', name: 'Code' },
      ],
    },
    { configId: 'web', name: 'Web', type: 'boolean', currentValue: false },
  ]
  const withMode = (currentValue: string) => [{ ...configOptions[0], currentValue }, configOptions[1]]

  test('is made with the servers that version 2 wants, and has modes and settings', async () => {
    const servers = [{ name: 'one', command: '/bin/one', args: [], env: [] }]
    const answer = client.ask('session/new', { cwd: '/work', mcpServers: servers })
    const { id, params } = await agent.nextOf('session/new')
    expect(params).toEqual({ cwd: '/work', mcpServers: [{ ...servers[0], type: 'stdio' }] })
    agent.answer(id, { sessionId: 's', configOptions })
    expect((await answer).result).toMatchObject({
      sessionId: 's',
      modes: {
        currentModeId: 'ask',
        availableModes: [
          { id: 'ask', name: 'Ask' },
          { id: 'code', name: 'Code' },
        ],
      },
      configOptions: [
        { id: 'how', currentValue: 'ask' },
        { id: 'web', currentValue: false },
      ],
    })
  })

  test('has its commands and whatever else was told early told after its id is known', async () => {
    const answer = client.ask('session/new', { cwd: '/work', mcpServers: [] })
    const { id } = await agent.nextOf('session/new')
    tell({ sessionUpdate: 'session_info_update', title: 'Early' })
    agent.answer(id, {
      sessionId: 's',
      availableCommands: [{ type: 'command', name: 'go', description: 'Goes' }],
    })
    await answer
    await settled({ client, agent })
    expect(client.updates()).toMatchObject([
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'go' }] },
      { sessionUpdate: 'session_info_update', title: 'Early' },
    ])
    const opened = client.heard.findIndex(
      ({ result }) => (result as { sessionId?: string })?.sessionId === 's',
    )
    expect(client.heard.findIndex(({ method }) => method === 'session/update')).toBeGreaterThan(opened)
  })

  test('is loaded by a resume that tells everything again', async () => {
    const answer = client.ask('session/load', { sessionId: 's', cwd: '/work', mcpServers: [] })
    const { id, params } = await agent.nextOf('session/resume')
    expect(params).toEqual({ sessionId: 's', cwd: '/work', mcpServers: [], replayFrom: { type: 'start' } })
    tell({ sessionUpdate: 'user_message', messageId: 'm', content: text('hello') }, idle())
    agent.answer(id, { configOptions })
    expect((await answer).result).toMatchObject({ modes: { currentModeId: 'ask' } })
    expect(kinds()).toEqual(['user_message_chunk'])
  })

  test('is resumed by a resume that tells nothing again', async () => {
    const answer = client.ask('session/resume', { sessionId: 's', cwd: '/work' })
    const { id, params } = await agent.nextOf('session/resume')
    expect(params).toEqual({ sessionId: 's', cwd: '/work' })
    tell(idle())
    agent.answer(id, {})
    expect((await answer).result).toMatchObject({})
    expect(kinds()).toEqual([])
  })

  test('that cannot be opened is refused as the agent refuses it', async () => {
    const answer = client.ask('session/load', { sessionId: 'gone', cwd: '/', mcpServers: [] })
    refuse((await agent.nextOf('session/resume')).id, -32002, { sessionId: 'gone' })
    expect((await answer).error).toMatchObject({ code: -32002, data: { sessionId: 'gone' } })
  })

  test('has its mode set as a setting, and changed settings told', async () => {
    await open({ configOptions })
    const answer = client.ask('session/set_mode', { sessionId: 's', modeId: 'code' })
    const { id, params } = await agent.nextOf('session/set_config_option')
    expect(params).toEqual({ sessionId: 's', configId: 'how', type: 'id', value: 'code' })
    agent.answer(id, { configOptions: withMode('code') })
    expect((await answer).result).toEqual({})
    await settled({ client, agent })
    expect(kinds()).toEqual(['config_option_update'])
  })

  test('without modes refuses one', async () => {
    await open()
    const answer = await client.ask('session/set_mode', { sessionId: 's', modeId: 'code' })
    expect(answer.error?.code).toBe(-32602)
  })

  test.each([
    [
      { configId: 'how', value: 'code' },
      { configId: 'how', type: 'id', value: 'code' },
    ],
    [
      { configId: 'web', type: 'boolean', value: true },
      { configId: 'web', type: 'boolean', value: true },
    ],
  ])('has a setting set: %o', async (said, heard) => {
    await open({ configOptions })
    const answer = client.ask('session/set_config_option', { sessionId: 's', ...said })
    const { id, params } = await agent.nextOf('session/set_config_option')
    expect(params).toEqual({ sessionId: 's', ...heard })
    agent.answer(id, { configOptions: withMode('code') })
    expect((await answer).result).toMatchObject({
      configOptions: [{ id: 'how', currentValue: 'code' }, { id: 'web' }],
    })
  })

  test('tells of another mode in both of the ways that version 1 has', async () => {
    await open({ configOptions })
    tell({ sessionUpdate: 'config_option_update', configOptions: withMode('code') })
    await settled({ client, agent })
    expect(kinds()).toEqual(['config_option_update', 'current_mode_update'])
  })

  test('is closed, and what was under way ends as cancelled', async () => {
    await open()
    const { answer, id } = await prompt()
    agent.answer(id, { messageId: 'm' })
    tell(running)
    const closed = client.ask('session/close', { sessionId: 's' })
    agent.answer((await agent.nextOf('session/close')).id, {})
    expect((await answer).result).toMatchObject({ stopReason: 'cancelled' })
    expect((await closed).result).toEqual({})
  })
})

describe('a call of an agent of version 2 that shows something in pieces', () => {
  const shown = (words: string) => ({ type: 'content', content: text(words)[0] })
  const piece = (words: string) => ({
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 't',
    content: shown(words),
  })
  const many = Array.from({ length: 4_000 }, (_, index) => piece(`${index}`.padStart(100, '.')))
  const contents = () => client.updates().map(({ content }) => content as readonly unknown[])

  test('is told in proportion to what was heard, and whole when the turn ends', async () => {
    await open()
    const { answer, id } = await prompt()
    agent.answer(id, { messageId: 'm' })
    tell(running, ...many, idle({ stopReason: 'end_turn' }))
    await answer
    expect(JSON.stringify(client.updates()).length).toBeLessThan(20 * JSON.stringify(many).length)
    expect(contents().at(-1)).toEqual(many.map(({ content }) => content))
  })

  test('is told whole after a while, although nothing more comes', async () => {
    await open()
    tell(...many.slice(0, 50))
    while (contents().at(-1)?.length !== 50) await client.more()
    expect(contents().length).toBeLessThan(45)
    expect(
      contents()
        .slice(0, 10)
        .map(({ length }) => length),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('is told whole before it is told to be done', async () => {
    await open()
    tell(...many.slice(0, 50), { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' })
    while (client.updates().at(-1)?.status !== 'completed') await client.more()
    expect(contents().at(-2)).toHaveLength(50)
  })
})

describe('an agent of version 2 that asks for leave', () => {
  const options = [
    { optionId: 'y', name: 'Yes', kind: 'allow_once' },
    { optionId: 'n', name: 'No', kind: 'reject_once' },
  ]
  const shown = (words: string) => ({ type: 'content', content: text(words)[0] })
  const ask = (id: unknown, params: object) =>
    agent.request(id, 'session/request_permission', { sessionId: 's', title: 'May I?', options, ...params })

  test.each([
    [
      { subject: { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Delete', kind: 'delete' } } },
      { toolCallId: 't', title: 'May I?', kind: 'delete', content: [shown('Delete')] },
    ],
    [{ subject: { type: 'tool_call', toolCall: { toolCallId: 't' } } }, { toolCallId: 't', title: 'May I?' }],
    [
      { subject: { type: 'command', command: 'rm -r .', cwd: '/work', toolCallId: 't' } },
      { toolCallId: 't', title: 'May I?', kind: 'execute', rawInput: { command: 'rm -r .', cwd: '/work' } },
    ],
    [
      { description: 'There is no way back' },
      {
        toolCallId: 'parley.dev/permission-1',
        title: 'May I?',
        content: [{ type: 'content', content: { type: 'text', text: 'There is no way back' } }],
      },
    ],
  ])('asks about a tool call: %o', async (params, toolCall) => {
    await open()
    ask('q', params)
    const asked = await client.nextOf('session/request_permission')
    expect(asked.params).toMatchObject({ sessionId: 's', toolCall, options })
    client.answer(asked.id, { outcome: { outcome: 'selected', optionId: 'y' } })
    expect((await agent.answerTo('q')).result).toEqual({ outcome: { outcome: 'selected', optionId: 'y' } })
  })

  test('shows its question and what it says of it before what the call shows', async () => {
    await open()
    tell({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'git push', content: [shown('log')] })
    const question = { title: 'Delete the old database?', description: 'There is no way back' }
    ask('q', {
      ...question,
      subject: { type: 'tool_call', toolCall: { toolCallId: 't', title: 'git push' } },
    })
    const asked = await client.nextOf('session/request_permission')
    expect(asked.params).toMatchObject({
      toolCall: {
        title: question.title,
        content: [shown(question.description), shown('git push'), shown('log')],
      },
    })
  })

  test('offers no choice of a kind that version 1 does not know, and nobody is asked if there is no other', async () => {
    await open()
    const odd = { optionId: 'o', name: 'Until midnight', kind: '_until' }
    ask('q', { options: [...options, odd] })
    expect((await client.nextOf('session/request_permission')).params).toMatchObject({ options })
    ask('r', { options: [odd] })
    expect((await agent.answerTo('r')).result).toEqual({ outcome: { outcome: 'cancelled' } })
  })

  test('and takes it back hears that nobody decided', async () => {
    await open()
    ask('q', {})
    const asked = await client.nextOf('session/request_permission')
    agent.notify('$/cancel_request', { requestId: 'q' })
    expect((await client.nextOf('$/cancel_request')).params).toEqual({ requestId: asked.id })
    client.say({ jsonrpc: '2.0', id: asked.id, error: { code: -32800, message: 'cancelled' } })
    expect((await agent.answerTo('q')).result).toEqual({ outcome: { outcome: 'cancelled' } })
  })
})

describe('what else passes', () => {
  test.each([
    ['authenticate', 'auth/login', { methodId: 'm' }],
    ['logout', 'auth/logout', {}],
    ['session/list', 'session/list', { cwd: '/' }],
    ['session/delete', 'session/delete', { sessionId: 's' }],
    ['session/archive', 'session/archive', { sessionId: 's' }],
    ['session/set_title', 'session/set_title', { sessionId: 's', title: 'T' }],
    ['auth/status', 'auth/status', {}],
    ['providers/list', 'providers/list', {}],
    ['_own/thing', '_own/thing', { any: [1] }],
  ])('%s is %s', async (old, recent, params) => {
    const answer = client.ask(old, params)
    const asked = await agent.nextOf(recent)
    expect(asked.params).toEqual(params)
    agent.answer(asked.id, { fine: true })
    expect((await answer).result).toEqual({ fine: true })
  })

  test.each([
    'auth/login',
    'auth/logout',
    'made/up',
    'tool_call/cancel',
    'fs/read_text_file',
    'proxy/initialize',
  ])('%s is no method of version 1, and the agent hears nothing of it', async method => {
    expect((await client.ask(method, {})).error?.code).toBe(-32601)
    await settled({ client, agent })
    expect(agent.heard.map(heard => heard.method)).not.toContain(method)
  })

  test('files and terminals of the client are not for an agent of version 2', async () => {
    agent.request('f', 'fs/read_text_file', { sessionId: 's', path: '/a' })
    expect((await agent.answerTo('f')).error?.code).toBe(-32601)
  })

  test('forms reach the client, and an answer that nobody knows counts as none', async () => {
    agent.request('e', 'elicitation/create', {
      sessionId: 's',
      mode: 'url',
      message: 'Go',
      elicitationId: 'x',
      url: 'http://x',
    })
    const asked = await client.nextOf('elicitation/create')
    client.answer(asked.id, { action: 'accept' })
    expect((await agent.answerTo('e')).result).toEqual({ action: 'accept' })
    agent.notify('elicitation/complete', { elicitationId: 'x' })
    expect((await client.nextOf('elicitation/complete')).params).toEqual({ elicitationId: 'x' })
  })

  test('news that the client cannot know is dropped, its own is not', async () => {
    agent.notify('made/up', {})
    agent.notify('_own/news', { number: 1 })
    await settled({ client, agent })
    expect(client.heard.map(({ method }) => method)).not.toContain('made/up')
    expect(client.heard.map(({ method }) => method)).toContain('_own/news')
  })
})
