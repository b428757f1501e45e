/** What one message alone cannot show: what is remembered, asked in between, made up, put together and ended. */

import { describe, expect, test } from 'vitest'
import { Crossing, flawsOf } from './crossing.fixture.js'

const UPDATE = 'session/update'
const d3 = (notes: object) => ({ 'parley.dev/d3': notes })
const text = (words: string) => ({ type: 'text', text: words })

describe('signing in', () => {
  const theirs = { methodId: 'api_key', credentials: { apiKey: 'secret' } }

  test('credentials go no further than the dialect', () => {
    expect(new Crossing().asked('theirs', 'authenticate', theirs)).toEqual({ methodId: 'api_key' })
    const ours = { methodId: 'api_key', _meta: d3({ credentials: { apiKey: 'secret' } }) }
    expect(new Crossing().asked('ours', 'authenticate', ours)).toEqual({ methodId: 'api_key' })
  })

  test.each(['ours', 'theirs'] as const)('nothing but the name of the way travels on from %s', side => {
    const sent = [
      { ...theirs, apiKey: 'secret', _meta: { traceparent: '00-1', ...d3({ $meta: { key: 'secret' } }) } },
      { ...theirs, _meta: { traceparent: '00-1', 'parley.dev/d4': 'secret', 'parley.dev/v1': theirs } },
    ]
    for (const params of sent)
      expect(new Crossing().asked(side, 'authenticate', params)).toEqual({
        methodId: 'api_key',
        _meta: { traceparent: '00-1' },
      })
    for (const params of [[theirs], { methodId: theirs }, { _meta: ['secret'] }])
      expect(new Crossing().asked(side, 'authenticate', params)).toEqual({})
  })

  test('credentials travel both ways where whoever set it up said so', () => {
    const ours = { methodId: 'api_key', _meta: d3({ credentials: { apiKey: 'secret' } }) }
    expect(new Crossing({ passesCredentials: true }).asked('theirs', 'authenticate', theirs)).toEqual(ours)
    expect(new Crossing({ passesCredentials: true }).asked('ours', 'authenticate', ours)).toEqual(theirs)
  })

  test('who fails to sign in gets their number and the word, and the connection ends after it', () => {
    const crossing = new Crossing()
    const { call } = crossing.request('theirs', 'authenticate', theirs)
    const error = { code: -32001, message: 'Authentication failed', data: { reason: 'auth_failed' } }
    expect(crossing.refuse('ours', call, error)).toEqual([
      { kind: 'refuse', call, error },
      { kind: 'close', reason: 'authentication failed' },
    ])
  })

  test('a way to sign in that there is not has a number of its own there', () => {
    const crossing = new Crossing()
    const { call } = crossing.request('theirs', 'authenticate', theirs)
    const error = { code: -32602, message: 'No such method', data: { reason: 'invalid_auth_method' } }
    expect(crossing.refuse('ours', call, error)[0]).toMatchObject({ error: { ...error, code: -32002 } })
  })

  test('a refusal of theirs does not end the connection: that is for them to do', () => {
    const crossing = new Crossing()
    const { call } = crossing.request('ours', 'authenticate', { methodId: 'api_key' })
    const error = { code: -32001, message: 'Authentication failed', data: { reason: 'Invalid API key' } }
    expect(crossing.refuse('theirs', call, error)).toMatchObject([
      { kind: 'refuse', call, error: { code: -32001, data: { reason: 'auth_failed' } } },
    ])
  })
})

describe('modes', () => {
  const announced = {
    protocolVersion: 1,
    agentCapabilities: {
      sessionModes: [
        { modeId: 'code', title: 'Code Mode', description: 'All tools' },
        { modeId: 'ask', title: 'Ask Mode' },
        { modeId: 7, title: 'no mode' },
      ],
    },
  }
  const availableModes = [
    { id: 'code', name: 'Code Mode', description: 'All tools' },
    { id: 'ask', name: 'Ask Mode' },
  ]

  test('what their agent announces once is said of every session, and is not said back', () => {
    const crossing = new Crossing()
    crossing.answered('theirs', 'initialize', { result: announced })
    const opened = crossing.answered('theirs', 'session/new', { result: { sessionId: 's' } })
    expect(opened).toEqual({
      sessionId: 's',
      modes: { currentModeId: 'code', availableModes },
      _meta: d3({ $isAnnounced: true }),
    })
    expect(flawsOf('result', 'session/new', opened)).toEqual([])
    expect(new Crossing().answered('ours', 'session/new', { result: opened })).toEqual({ sessionId: 's' })
  })

  test('a session that is loaded is in the mode that its history told last', () => {
    const crossing = new Crossing()
    crossing.answered('theirs', 'initialize', { result: announced })
    const { call } = crossing.request('ours', 'session/load', { sessionId: 's', cwd: '/p', mcpServers: [] })
    crossing.told('theirs', UPDATE, {
      sessionId: 's',
      update: { type: 'current_mode_update', modeId: 'ask' },
    })
    const [deed] = crossing.answer('theirs', call, null)
    expect(deed).toMatchObject({ result: { modes: { currentModeId: 'ask', availableModes } } })
    expect(
      new Crossing().answered('ours', 'session/load', { result: (deed as { result: unknown }).result }),
    ).toBe(null)
  })

  test('our agent announces what it was set up to announce', () => {
    const crossing = new Crossing({ modes: [{ id: 'act', name: 'Act' }] })
    const greeting = crossing.answered('ours', 'initialize', {
      result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] },
    })
    expect(greeting).toEqual({
      protocolVersion: 1,
      agentCapabilities: { sessionModes: [{ modeId: 'act', title: 'Act' }] },
      authenticationMethods: [],
    })
  })

  test('what the answer to loading a session cannot say is told before it', () => {
    const crossing = new Crossing()
    const { call } = crossing.request('theirs', 'session/load', { sessionId: 's', cwd: '/p', mcpServers: [] })
    const configOptions = [{ id: 'loud', name: 'Loud', type: 'boolean', currentValue: true }]
    const result = { modes: { currentModeId: 'ask', availableModes }, configOptions }
    expect(crossing.answer('ours', call, result)).toEqual([
      {
        kind: 'tell',
        to: 'theirs',
        method: UPDATE,
        params: { sessionId: 's', update: { type: 'current_mode_update', modeId: 'ask' } },
      },
      {
        kind: 'tell',
        to: 'theirs',
        method: UPDATE,
        params: { sessionId: 's', update: { type: 'config_option_update', configOptions } },
      },
      { kind: 'answer', call, result: null },
    ])
  })
})

describe('loading a session', () => {
  const theirs = { sessionId: 's', mcpServers: [] }
  const ours = { sessionId: 's', cwd: '/p', mcpServers: [], _meta: d3({ $lacks: ['cwd'] }) }

  test('where it works is known from when it began', () => {
    const crossing = new Crossing()
    crossing.answered('ours', 'session/new', {
      params: { cwd: '/p', mcpServers: [] },
      result: { sessionId: 's' },
    })
    expect(crossing.asked('theirs', 'session/load', theirs)).toEqual(ours)
    expect(new Crossing().asked('ours', 'session/load', ours)).toEqual(theirs)
  })

  test('our agent is asked for it page by page, where it lists its sessions', () => {
    const crossing = listing()
    const { call, deeds } = crossing.request('theirs', 'session/load', theirs)
    expect(deeds).toMatchObject([{ kind: 'ask', to: 'ours', method: 'session/list', params: {}, sake: call }])
    const page = { sessions: [{ sessionId: 'other', cwd: '/o' }], nextCursor: 'two' }
    expect(crossing.answer('ours', call, page)).toMatchObject([
      { method: 'session/list', params: { cursor: 'two' } },
    ])
    expect(crossing.answer('ours', call, { sessions: [{ sessionId: 's', cwd: '/p' }] })).toMatchObject([
      { kind: 'ask', to: 'ours', method: 'session/load', params: ours },
    ])
    expect(crossing.answer('ours', call, {})).toEqual([{ kind: 'answer', call, result: null }])
  })

  test('a session that the agent does not list is not found', () => {
    const crossing = listing()
    const { call } = crossing.request('theirs', 'session/load', theirs)
    expect(crossing.answer('ours', call, { sessions: [] })).toMatchObject([
      { kind: 'refuse', call, error: { code: -32005, data: { reason: 'session_not_found' } } },
    ])
  })

  test('without any way to know, it is refused with what was expected', () => {
    const { deeds } = new Crossing().request('theirs', 'session/load', theirs)
    expect(deeds).toMatchObject([
      {
        kind: 'refuse',
        error: { code: -32602, message: expect.stringContaining('/cwd: expected the directory') },
      },
    ])
  })

  function listing(): Crossing {
    const crossing = new Crossing()
    const agentCapabilities = { sessionCapabilities: { list: {} } }
    crossing.answered('ours', 'initialize', { result: { protocolVersion: 1, agentCapabilities } })
    return crossing
  }
})

describe('settings', () => {
  const size = {
    id: 'size',
    name: 'Size',
    type: 'select',
    currentValue: '1',
    options: [
      { value: '1', name: 'one' },
      { value: '2', name: 'two' },
    ],
  }
  const set = (value: unknown) => ({ sessionId: 's', option: 'size', value })

  function opened(): Crossing {
    const crossing = new Crossing()
    crossing.answered('ours', 'session/new', { result: { sessionId: 's', configOptions: [size] } })
    return crossing
  }

  test('a number is the name of a value where there is such a value', () => {
    const ours = { sessionId: 's', configId: 'size', value: '2', _meta: d3({ value: 2 }) }
    expect(opened().asked('theirs', 'session/set_config_option', set(2))).toEqual(ours)
    expect(new Crossing().asked('ours', 'session/set_config_option', ours)).toEqual(set(2))
  })

  test.each([[3], [null], [{ toString: 1 }], [['2']]])('%j is no value of it, and that is said', value => {
    const { deeds } = opened().request('theirs', 'session/set_config_option', set(value))
    expect(deeds).toMatchObject([
      { kind: 'refuse', error: { code: -32602, message: expect.stringContaining('expected one of 1, 2') } },
    ])
  })

  test('the list that they do not answer with is what is known of it', () => {
    const crossing = new Crossing()
    crossing.answered('theirs', 'session/new', { result: { sessionId: 's' } })
    const first = crossing.answered('theirs', 'session/set_config_option', {
      params: { sessionId: 's', configId: 'autoApproveTools', type: 'boolean', value: true },
      result: null,
    })
    expect(first).toEqual({
      configOptions: [
        { id: 'autoApproveTools', name: 'autoApproveTools', type: 'boolean', currentValue: true },
      ],
    })
    const second = crossing.answered('theirs', 'session/set_config_option', {
      params: { sessionId: 's', configId: 'tone', value: 'calm' },
      result: null,
    })
    expect(second).toMatchObject({
      configOptions: [{ id: 'autoApproveTools' }, { id: 'tone', currentValue: 'calm' }],
    })
    expect(flawsOf('result', 'session/set_config_option', second)).toEqual([])
  })

  test('our list is nothing there', () => {
    const result = { configOptions: [size] }
    expect(opened().answered('ours', 'session/set_config_option', { params: set('2'), result })).toBe(null)
  })
})

describe('models, as they were chosen before they became a setting', () => {
  const models = {
    currentModelId: 'small',
    availableModels: [
      { modelId: 'small', name: 'Small', description: 'quick' },
      { modelId: 'large', name: 'Large' },
    ],
  }

  test('a list of models is a setting here, and is set with their method', () => {
    const crossing = new Crossing()
    const result = { sessionId: 's', models }
    const opened = crossing.answered('theirs', 'session/new', { result })
    expect(flawsOf('result', 'session/new', opened)).toEqual([])
    expect(opened).toMatchObject({
      configOptions: [{ id: 'model', category: 'model', type: 'select', currentValue: 'small' }],
    })
    expect(new Crossing().answered('ours', 'session/new', { result: opened })).toEqual(result)
    const { call, deeds } = crossing.request('ours', 'session/set_config_option', {
      sessionId: 's',
      configId: 'model',
      value: 'large',
    })
    expect(deeds).toMatchObject([
      { kind: 'ask', method: 'session/set_model', params: { sessionId: 's', modelId: 'large' } },
    ])
    expect(crossing.answer('theirs', call, {})).toMatchObject([
      { kind: 'answer', result: { configOptions: [{ id: 'model', currentValue: 'large' }] } },
    ])
  })

  test('their method sets our setting, whatever that is called', () => {
    const crossing = new Crossing()
    const option = {
      id: 'llm',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: 'a',
      options: [],
    }
    crossing.answered('ours', 'session/new', { result: { sessionId: 's', configOptions: [option] } })
    const { call, deeds } = crossing.request('theirs', 'session/set_model', { sessionId: 's', modelId: 'b' })
    expect(deeds).toMatchObject([
      {
        kind: 'ask',
        to: 'ours',
        method: 'session/set_config_option',
        params: { sessionId: 's', configId: 'llm', value: 'b' },
      },
    ])
    expect(crossing.answer('ours', call, { configOptions: [option] })).toEqual([
      { kind: 'answer', call, result: {} },
    ])
  })
})

describe('messages', () => {
  const blocks = [text('one'), { type: 'image', data: 'AA==', mimeType: 'image/png' }, text('three')]
  const message = { type: 'message', role: 'assistant', content: blocks, more: 1 }
  const params = { sessionId: 's', update: message, _meta: { trace: 't' } }

  test('one of several blocks is as many chunks under one name, and one message again', () => {
    const chunks = new Crossing().told('theirs', UPDATE, params)
    expect(chunks).toMatchObject([
      { update: { sessionUpdate: 'agent_message_chunk', content: blocks[0], messageId: 'd3-1' } },
      { update: { sessionUpdate: 'agent_message_chunk', content: blocks[1], messageId: 'd3-1' } },
      { update: { sessionUpdate: 'agent_message_chunk', content: blocks[2], messageId: 'd3-1' } },
    ])
    for (const chunk of chunks) expect(flawsOf('params', UPDATE, chunk)).toEqual([])
    const back = new Crossing()
    expect(chunks.flatMap(chunk => back.told('ours', UPDATE, chunk))).toEqual([params])
  })

  test('one without content is one again', () => {
    const empty = { sessionId: 's', update: { type: 'message', role: 'agent', content: [] } }
    const chunks = new Crossing().told('theirs', UPDATE, empty)
    expect(chunks).toHaveLength(1)
    expect(new Crossing().told('ours', UPDATE, chunks[0])).toEqual([empty])
  })

  test('what is streamed here is not held back: each chunk is a message', () => {
    const crossing = new Crossing()
    const before = crossing.memory
    const chunk = (words: string) => ({
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', content: text(words), messageId: 'm' },
    })
    expect(['Hel', 'lo'].map(words => crossing.told('ours', UPDATE, chunk(words)))).toEqual(
      ['Hel', 'lo'].map(words => [
        {
          sessionId: 's',
          update: { type: 'message', role: 'agent', content: [text(words)], messageId: 'm' },
        },
      ]),
    )
    expect(crossing.memory).toBe(before)
  })

  test('a message that will not be whole is said as far as it came, before what comes next', () => {
    const [first, second] = new Crossing().told('theirs', UPDATE, params)
    const crossing = new Crossing()
    expect(crossing.told('ours', UPDATE, first)).toEqual([])
    expect(crossing.told('ours', UPDATE, second)).toEqual([])
    const plan = { sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } }
    expect(crossing.told('ours', UPDATE, plan)).toMatchObject([
      { update: { type: 'message', content: [blocks[0], blocks[1]] } },
      { update: { type: 'plan' } },
    ])
    const again = new Crossing()
    const { call } = again.request('theirs', 'session/prompt', { sessionId: 's', prompt: [] })
    again.told('ours', UPDATE, first)
    expect(again.answer('ours', call, { stopReason: 'end_turn' }).map(({ kind }) => kind)).toEqual([
      'tell',
      'answer',
    ])
  })

  test('what is streamed behind a message that is not whole comes behind it', () => {
    const [first] = new Crossing().told('theirs', UPDATE, params)
    const crossing = new Crossing()
    crossing.told('ours', UPDATE, first)
    const update = { sessionUpdate: 'agent_message_chunk', content: text('next'), messageId: 'm' }
    expect(crossing.told('ours', UPDATE, { sessionId: 's', update })).toMatchObject([
      { update: { content: [blocks[0]] } },
      { update: { content: [text('next')] } },
    ])
  })

  test('parts of two messages are not put together', () => {
    const source = new Crossing()
    const [first] = source.told('theirs', UPDATE, params)
    const [, second] = source.told('theirs', UPDATE, params)
    const crossing = new Crossing()
    crossing.told('ours', UPDATE, first)
    expect(crossing.told('ours', UPDATE, second)).toMatchObject([
      { update: { content: [blocks[0]] } },
      { update: { content: [blocks[1]] } },
    ])
  })

  test('messages of two sessions do not mix', () => {
    const one = new Crossing().told('theirs', UPDATE, params)
    const two = new Crossing().told('theirs', UPDATE, { ...params, sessionId: 'other' })
    const back = new Crossing()
    const said = one.flatMap((chunk, index) => [
      ...back.told('ours', UPDATE, chunk),
      ...back.told('ours', UPDATE, two[index]),
    ])
    expect(said).toEqual([params, { ...params, sessionId: 'other' }])
  })

  test('a message in a role that there is not passes as it is', () => {
    const odd = { sessionId: 's', update: { type: 'message', role: 'system', content: [] } }
    const [ours] = new Crossing().told('theirs', UPDATE, odd)
    expect(ours).toMatchObject({ update: { sessionUpdate: 'message', role: 'system' } })
    expect(new Crossing().told('ours', UPDATE, ours)).toEqual([odd])
  })
})

describe('what they have no word for', () => {
  test('a tool that switches modes is another tool, and more places are one', () => {
    const update = {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'Exit',
      kind: 'switch_mode',
      locations: [{ path: '/a' }, { path: '/b' }],
      rawInput: { plan: 1 },
    }
    expect(new Crossing().told('ours', UPDATE, { sessionId: 's', update })).toEqual([
      {
        sessionId: 's',
        update: {
          type: 'tool_call',
          toolCallId: 't',
          title: 'Exit',
          kind: 'other',
          location: { path: '/a' },
          rawInput: { plan: 1 },
          _meta: d3({ kind: 'switch_mode', locations: [{ path: '/a' }, { path: '/b' }] }),
        },
      },
    ])
  })

  test('too many requests in a turn are the end of it', () => {
    const result = { stopReason: 'max_turn_requests' }
    expect(new Crossing().answered('ours', 'session/prompt', { result })).toEqual({
      stopReason: 'end_turn',
      _meta: d3({ stopReason: 'max_turn_requests' }),
    })
  })

  test('a priority between their words is the nearest one', () => {
    const prompt = [{ type: 'text', text: '', annotations: { priority: 0.9 } }]
    expect(new Crossing().asked('ours', 'session/prompt', { sessionId: 's', prompt })).toEqual({
      sessionId: 's',
      prompt: [{ type: 'text', text: '', annotations: { priority: 'high', _meta: d3({ priority: 0.9 }) } }],
    })
  })

  test('a command that was ended by a signal has ended there, too', () => {
    const result = { output: 'x', truncated: true, exitStatus: { exitCode: null, signal: 'SIGKILL' } }
    expect(new Crossing().answered('ours', 'terminal/output', { result })).toEqual({
      output: 'x',
      truncated: true,
      exitCode: 137,
      _meta: d3({ signal: 'SIGKILL' }),
    })
  })
})

describe('parts of a message that never becomes whole', () => {
  const part = (index: number, { words = 'x', sessionId = 's', count = 1e9 } = {}) => ({
    sessionId,
    update: {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: text(words),
      _meta: d3({ $part: [index, count] }),
    },
  })
  const blocksIn = (told: readonly unknown[]) =>
    told.map(each => (each as { update: { content: unknown[] } }).update.content.length)

  test('are held until there are 64, and then told as they come', () => {
    const crossing = new Crossing()
    const told = Array.from({ length: 70 }, (_, index) => crossing.told('ours', UPDATE, part(index)))
    expect(blocksIn(told.flat())).toEqual([64, 1, 1, 1, 1, 1, 1])
    expect(crossing.memory.gathering.size).toBe(0)
  })

  test('are held until they have a million characters', () => {
    const crossing = new Crossing()
    const words = 'x'.repeat(300_000)
    const told = [0, 1, 2, 3].map(index => crossing.told('ours', UPDATE, part(index, { words })))
    expect(told.map(blocksIn)).toEqual([[], [], [], [4]])
  })

  test('are held in a few sessions at a time, and nothing of them is lost', () => {
    const crossing = new Crossing()
    const sessions = Array.from({ length: 40 }, (_, index) => `s${index}`)
    const told = sessions.flatMap(sessionId => crossing.told('ours', UPDATE, part(0, { sessionId })))
    expect(crossing.memory.gathering.size).toBe(16)
    expect(told).toMatchObject(sessions.slice(0, 24).map(sessionId => ({ sessionId })))
  })

  test('that say they are none are told with their words', () => {
    expect(new Crossing().told('ours', UPDATE, part(0, { count: 0 }))).toMatchObject([
      { update: { content: [text('x')] } },
    ])
  })
})

describe('questions to the user', () => {
  const PERMISSION = 'session/request_permission'
  const options = [
    { optionId: 'yes', kind: 'allow_once', name: 'Yes' },
    { optionId: 'no', kind: 'reject_once', name: 'No' },
  ]
  const labelled = options.map(({ name, ...option }) => ({ ...option, label: name }))
  const cancelled = { outcome: { outcome: 'cancelled' } }

  test('ours is shown with all that there is to say of it', () => {
    const toolCall = {
      toolCallId: 't',
      title: 'Edit notes.md',
      kind: 'edit',
      content: [
        { type: 'content', content: text('Adds a line.') },
        { type: 'diff', path: '/p/notes.md', oldText: 'a\n', newText: 'a\nb\n' },
      ],
    }
    expect(new Crossing().asked('ours', PERMISSION, { sessionId: 's', toolCall, options })).toEqual({
      sessionId: 's',
      title: 'Edit notes.md',
      description: 'Adds a line.\n/p/notes.md\n- a\n+ a\n+ b\n',
      options: labelled,
      toolCall: { ...toolCall, content: [text('Adds a line.'), toolCall.content[1]] },
    })
  })

  test('one of ours that nobody answered, because the turn was called off, is cancelled at once and only once', () => {
    const crossing = new Crossing()
    const { call } = crossing.request('ours', PERMISSION, {
      sessionId: 's',
      toolCall: { toolCallId: 't' },
      options,
    })
    crossing.request('ours', PERMISSION, { sessionId: 'other', toolCall: { toolCallId: 'u' }, options })
    const params = { sessionId: 's' }
    expect(crossing.take({ kind: 'notification', from: 'theirs', method: 'session/cancel', params })).toEqual(
      [
        { kind: 'tell', to: 'ours', method: 'session/cancel', params },
        { kind: 'answer', call, result: cancelled },
      ],
    )
    expect(crossing.answer('theirs', call, { selectedOptionId: 'yes' })).toEqual([])
    expect(crossing.memory.questions.size).toBe(1)
  })

  test('one of theirs that our user did not answer is a no', () => {
    const crossing = new Crossing()
    const { call } = crossing.request('theirs', PERMISSION, {
      sessionId: 's',
      title: 'Sure?',
      options: labelled,
    })
    expect(crossing.answer('ours', call, cancelled)).toEqual([
      { kind: 'answer', call, result: { selectedOptionId: 'no' } },
    ])
  })

  test('where nobody can say no once, it is an error: for good is not said in their name', () => {
    const crossing = new Crossing()
    const forGood = [{ optionId: 'never', kind: 'reject_always', label: 'Never' }]
    const { call } = crossing.request('theirs', PERMISSION, {
      sessionId: 's',
      title: 'Sure?',
      options: forGood,
    })
    expect(crossing.answer('ours', call, cancelled)).toMatchObject([
      { kind: 'refuse', call, error: { code: -32800 } },
    ])
  })

  test('an error that says cancelled is that outcome here', () => {
    const crossing = new Crossing()
    const { call } = crossing.request('ours', PERMISSION, {
      sessionId: 's',
      toolCall: { toolCallId: 't' },
      options,
    })
    expect(crossing.refuse('theirs', call, { code: -32800, message: 'gone' })).toEqual([
      { kind: 'answer', call, result: cancelled },
    ])
  })

  test('every question of theirs is about a tool call of its own', () => {
    const crossing = new Crossing()
    const ask = () =>
      crossing.asked('theirs', PERMISSION, { sessionId: 's', title: 'Sure?', options: labelled })
    expect([ask(), ask()]).toMatchObject([
      { toolCall: { toolCallId: 'd3-1' } },
      { toolCall: { toolCallId: 'd3-2' } },
    ])
  })
})

describe('waiting for a command', () => {
  const WAIT = 'terminal/wait_for_exit'
  const terminal = { sessionId: 's', terminalId: 't' }
  const output = { output: 'done\n', truncated: false, exitStatus: { exitCode: 0 } }

  test('its end is followed by what it wrote, as one answer', () => {
    const crossing = new Crossing()
    const { call, deeds } = crossing.request('theirs', WAIT, terminal)
    expect(deeds).toMatchObject([{ kind: 'ask', to: 'ours', method: WAIT, params: terminal, sake: call }])
    expect(crossing.answer('ours', call, { exitCode: 0 })).toMatchObject([
      { kind: 'ask', to: 'ours', method: 'terminal/output', params: terminal, sake: call },
    ])
    expect(crossing.answer('ours', call, output)).toEqual([
      { kind: 'answer', call, result: { output: 'done\n', exitCode: 0 } },
    ])
  })

  test('one that takes too long is given up, and what is written until then is the answer', () => {
    const crossing = new Crossing()
    const { call, deeds } = crossing.request('theirs', WAIT, { ...terminal, timeout: 30 })
    const [asked, alarm] = deeds
    if (asked?.kind !== 'ask' || alarm?.kind !== 'alarm') throw new Error('no alarm was set')
    expect(alarm).toEqual({ kind: 'alarm', after: 30, tag: asked.tag })
    expect(crossing.take({ kind: 'alarm', tag: alarm.tag })).toMatchObject([
      { kind: 'giveUp', tag: asked.tag },
      { kind: 'ask', method: 'terminal/output', params: terminal },
    ])
    const late = { kind: 'refusal', from: 'ours', tag: asked.tag } as const
    expect(crossing.take({ ...late, error: { code: -32800, message: 'cancelled' } })).toEqual([])
    expect(crossing.answer('ours', call, { output: 'half', truncated: false })).toEqual([
      { kind: 'answer', call, result: { output: 'half', exitCode: null } },
    ])
    expect(crossing.take({ kind: 'alarm', tag: alarm.tag })).toEqual([])
  })

  test('an end that comes after the alarm changes nothing any more', () => {
    const crossing = new Crossing()
    const { deeds } = crossing.request('theirs', WAIT, { ...terminal, timeout: 30 })
    const [asked, alarm] = deeds
    if (asked?.kind !== 'ask' || alarm?.kind !== 'alarm') throw new Error('no alarm was set')
    crossing.take({ kind: 'alarm', tag: alarm.tag })
    expect(crossing.take({ kind: 'answer', from: 'ours', tag: asked.tag, result: { exitCode: 0 } })).toEqual(
      [],
    )
  })

  test('longer than a timer can take is for ever', () => {
    const { deeds } = new Crossing().request('theirs', WAIT, { ...terminal, timeout: 1e12 })
    expect(deeds.map(({ kind }) => kind)).toEqual(['ask'])
  })

  test('an alarm after the end is nothing', () => {
    const crossing = new Crossing()
    const { call, deeds } = crossing.request('theirs', WAIT, { ...terminal, timeout: 30 })
    crossing.answer('ours', call, { exitCode: 1 })
    const [, alarm] = deeds
    if (alarm?.kind !== 'alarm') throw new Error('no alarm was set')
    expect(crossing.take({ kind: 'alarm', tag: alarm.tag })).toEqual([])
  })

  test('a time that is none is refused', () => {
    const { deeds } = new Crossing().request('theirs', WAIT, { ...terminal, timeout: 'soon' })
    expect(deeds).toMatchObject([{ kind: 'refuse', error: { code: -32602 } }])
  })

  test('a wait of ours brings along what was written, which is laid away', () => {
    const theirs = { output: 'Hello Terminal\n', exitCode: 0 }
    const ours = new Crossing().answered('theirs', WAIT, { result: theirs })
    expect(ours).toEqual({ exitCode: 0, _meta: d3({ output: 'Hello Terminal\n', exitCode: 0 }) })
    expect(flawsOf('result', WAIT, ours)).toEqual([])
    expect(new Crossing().answered('ours', WAIT, { result: ours })).toEqual(theirs)
  })

  test('a terminal of theirs is shown with its command, and its exit code once it has one', () => {
    const crossing = new Crossing()
    const params = { sessionId: 's', command: 'npm', args: ['test'] }
    crossing.answered('theirs', 'terminal/create', { params, result: { terminalId: 't' } })
    const shown = () =>
      crossing.told('ours', UPDATE, {
        sessionId: 's',
        update: {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c',
          content: [{ type: 'terminal', terminalId: 't' }],
        },
      })
    expect(shown()).toMatchObject([{ update: { content: [{ terminalId: 't', command: 'npm test' }] } }])
    crossing.answered('theirs', WAIT, { params: terminal, result: { output: '', exitCode: 2 } })
    expect(shown()).toMatchObject([{ update: { content: [{ command: 'npm test', exitCode: 2 }] } }])
  })
})

describe('what is remembered', () => {
  test('is of sessions that both know: of others a peer may say what it likes', () => {
    const crossing = new Crossing()
    crossing.told('theirs', UPDATE, { sessionId: 'x', update: { type: 'current_mode_update', modeId: 'm' } })
    expect(crossing.memory.sessions.size).toBe(0)
  })

  test('does not grow without end', () => {
    const crossing = new Crossing()
    for (let index = 0; index < 1_010; index++)
      crossing.answered('theirs', 'session/new', {
        params: { cwd: '/p' },
        result: { sessionId: `s${index}` },
      })
    expect(crossing.memory.sessions.size).toBe(1_000)
    expect(crossing.memory.sessions.has('s1009')).toBe(true)
  })
})
