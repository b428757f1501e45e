/** How a conversation with a peer of document 004 begins: greetings, signing in, sessions and their settings. */
import { describe, expect, test } from 'vitest'
import { Desk, errorOf, type Fields, NOW, plain, resultOf, withAgent, withClient } from './desk.fixture.js'

const option = (id: string, currentValue: unknown, values?: readonly string[]): Fields =>
  values === undefined
    ? { type: 'boolean', id, name: id, currentValue }
    : { type: 'select', id, name: id, currentValue, options: values.map(value => ({ value, name: value })) }

const OPENED = {
  modes: {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: 'Code' },
    ],
  },
  configOptions: [option('autoApprove', false), option('maxTokens', '1024', ['1024', '4096'])],
}

describe('greeting', () => {
  const greet = (required: Fields, offered: Fields) => {
    const desk = new Desk()
    const made = desk.request('ours', 'initialize', { protocolVersion: 1, clientCapabilities: offered })
    desk.answer('initialize', { protocolVersion: 1, capabilities: {}, requiredClientCapabilities: required })
    return { desk, made }
  }

  test('an agent that demands what the client does not have ends it, and says what is missing', () => {
    const { desk, made } = greet(
      { fs: { read: true, write: true }, terminal: { maxConcurrent: 2 }, ui: { permissionDialogs: true } },
      { fs: { readTextFile: true } },
    )
    expect(errorOf(made)).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/fs\.write, terminal\.maxConcurrent$/),
      data: { reason: 'capability_not_supported', capability: 'fs.write, terminal.maxConcurrent' },
    })
    expect(desk.closed).toContain('fs.write')
  })

  test('an agent that demands what the client has is greeted', () => {
    const { desk, made } = greet({ fs: { read: true, write: false } }, { fs: { readTextFile: true } })
    expect(resultOf(made)).toMatchObject({ protocolVersion: 1 })
    expect(desk.closed).toBeUndefined()
  })

  test('a later version that both agree on is none of this spelling, and passes as it is', () => {
    const desk = new Desk()
    const params = { protocolVersion: 2, capabilities: { elicitation: {} } }
    const made = desk.request('theirs', 'initialize', params)
    expect(desk.answer('initialize', { protocolVersion: 2, capabilities: {} })).toMatchObject(params)
    expect(resultOf(made)).toEqual({ protocolVersion: 2, capabilities: {} })
    const { asked } = desk.exchange('theirs', ['session/new', { cwd: '/w' }], { sessionId: 's' })
    expect(asked).toEqual({ cwd: '/w' })
    const refused = desk.request('theirs', 'session/prompt', { prompt: [] })
    desk.refuse('session/prompt', { code: -32002, message: 'no' })
    expect(errorOf(refused).code).toBe(-32002)
  })

  test('a later version that the agent does not speak is this spelling after all', () => {
    const desk = new Desk()
    const made = desk.request('theirs', 'initialize', {
      protocolVersion: 3,
      capabilities: { fs: { read: true } },
    })
    const asked = desk.answer('initialize', { protocolVersion: 1, agentCapabilities: {} })
    expect(asked).toMatchObject({ clientCapabilities: { fs: { readTextFile: true } } })
    expect(resultOf(made)).toHaveProperty('capabilities')
  })
})

describe('signing in', () => {
  const CREDENTIALS = { apiKey: 'sk-secret' }

  test('what is sent along goes no further', () => {
    const desk = new Desk()
    const made = desk.request('theirs', 'authenticate', { method: 'api_key', credentials: CREDENTIALS })
    expect(JSON.stringify(desk.answer('authenticate', {}))).not.toContain('secret')
    expect(resultOf(made)).toEqual({ success: true })
    desk.request('ours', 'authenticate', {
      methodId: 'api_key',
      _meta: { 'parley.dev/d4': { credentials: CREDENTIALS } },
    })
    expect(desk.takeAsk('authenticate').params).toEqual({ method: 'api_key', credentials: {} })
  })

  test.each(['ours', 'theirs'] as const)('nor from anywhere else in what %s says', side => {
    const shelf = { credentials: CREDENTIALS, Credentials: 'secret', _meta: { credentials: 'secret' } }
    const _meta = {
      'parley.dev/d3': shelf,
      'parley.dev/d4': shelf,
      'parley.dev/v1': shelf,
      credentials: CREDENTIALS,
      trace: 'x',
    }
    const desk = new Desk()
    desk.request(side, 'authenticate', {
      method: 'm',
      methodId: 'm',
      credentials: CREDENTIALS,
      key: 'secret',
      _meta,
    })
    const bare = side === 'ours' ? { method: 'm', credentials: {} } : { methodId: 'm' }
    expect(desk.takeAsk('authenticate').params).toEqual({ ...bare, _meta: { trace: 'x' } })
    const listed = desk.request(side, 'authenticate', [{ credentials: CREDENTIALS }])
    expect(errorOf(listed)).toMatchObject({ code: -32602 })
    desk.notify(side, 'authenticate', { credentials: CREDENTIALS })
    expect([desk.asked, desk.told]).toEqual([[], []])
  })

  test('what is sent along goes on where that is wanted, and there are ways to choose from', () => {
    const desk = new Desk({ passesCredentials: true })
    const { asked } = desk.exchange(
      'theirs',
      ['authenticate', { method: 'api_key', credentials: CREDENTIALS }],
      {},
    )
    const { asked: again } = desk.exchange('ours', ['authenticate', asked], { success: true })
    expect(again).toEqual({ method: 'api_key', credentials: CREDENTIALS })
    const { result } = desk.exchange('ours', ['initialize', { protocolVersion: 1 }], { protocolVersion: 1 })
    expect(result.authMethods).toMatchObject([{ id: 'api_key' }, { id: 'oauth2' }, { id: 'custom' }])
  })

  test('a failure of our agent is no error, and one of their agent is', () => {
    const desk = new Desk()
    const theirs = desk.request('theirs', 'authenticate', { method: 'x', credentials: {} })
    desk.refuse('authenticate', { code: -32001, message: 'wrong key', data: { reason: 'auth_failed' } })
    expect(plain(resultOf(theirs))).toEqual({ success: false, error: 'wrong key' })
    const ours = desk.request('ours', 'authenticate', { methodId: 'x' })
    desk.answer('authenticate', { success: false, error: 'wrong key' })
    expect(errorOf(ours)).toMatchObject({
      code: -32001,
      message: 'wrong key',
      data: { reason: 'auth_failed', methodId: 'x' },
    })
  })

  test('until when it holds is kept, and an error that is none of signing in stays one', () => {
    const desk = new Desk()
    const { result } = desk.exchange('ours', ['authenticate', { methodId: 'x' }], {
      success: true,
      expiresAt: '2026-03-01T00:00:00Z',
    })
    const { result: again } = desk.exchange('theirs', ['authenticate', { method: 'x' }], result)
    expect(again).toEqual({ success: true, expiresAt: '2026-03-01T00:00:00Z' })
    const made = desk.request('theirs', 'authenticate', { method: 'x' })
    desk.refuse('authenticate', { code: -32603, message: 'broken' })
    expect(errorOf(made).code).toBe(-32603)
  })
})

describe('a client of this spelling opens a session', () => {
  const open = (params: Fields, opened: Fields = OPENED, can: Fields = {}) => {
    const desk = withClient({}, can)
    const made = desk.request('theirs', 'session/new', { workingDirectory: '/w', ...params })
    const asked = desk.answer('session/new', { sessionId: 'n', ...opened })
    return { desk, made, asked }
  }

  test('it is told when, and what there is to choose from is laid by', () => {
    const { made } = open({})
    expect(plain(resultOf(made))).toEqual({ sessionId: 'n', createdAt: new Date(NOW).toISOString() })
    expect(resultOf(made)._meta).toMatchObject({ 'parley.dev/v1': OPENED })
  })

  test('its mode and options are set before it is told', () => {
    const { desk, made } = open({
      initialMode: 'code',
      configOptions: { autoApprove: true, maxTokens: 4096 },
    })
    expect(made.settled).toEqual([])
    expect(desk.answer('session/set_mode', {})).toEqual({ sessionId: 'n', modeId: 'code' })
    const approve = desk.answer('session/set_config_option', {
      configOptions: [option('autoApprove', true), option('maxTokens', '1024', ['1024', '4096'])],
    })
    expect(plain(approve)).toEqual({ sessionId: 'n', configId: 'autoApprove', type: 'boolean', value: true })
    expect(made.settled).toEqual([])
    const tokens = desk.answer('session/set_config_option', {
      configOptions: [option('autoApprove', true), option('maxTokens', '4096', ['1024', '4096'])],
    })
    expect(plain(tokens)).toEqual({ sessionId: 'n', configId: 'maxTokens', value: '4096' })
    expect(resultOf(made)).toMatchObject({
      sessionId: 'n',
      _meta: { 'parley.dev/v1': { modes: { currentModeId: 'code' } } },
    })
  })

  test.each([
    ['the mode it is in', 'ask'],
    ['the one that sessions begin in, whatever its name', 'default'],
  ])('nothing is set to be %s', (_, initialMode) => {
    expect(resultOf(open({ initialMode }).made)).toMatchObject({ sessionId: 'n' })
  })

  test('a value that cannot be chosen is refused with what can, and the session is closed again', () => {
    const can = { sessionCapabilities: { close: {} } }
    const { desk, made } = open({ configOptions: { maxTokens: 7 } }, OPENED, can)
    expect(errorOf(made)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('one of 1024, 4096'),
      data: { reason: 'invalid_params' },
    })
    expect(desk.answer('session/close', {})).toEqual({ sessionId: 'n' })
  })

  test('a mode that the agent refuses is why there is no session', () => {
    const { desk, made } = open({ initialMode: 'architect' })
    desk.refuse('session/set_mode', {
      code: -32602,
      message: 'no such mode',
      data: { reason: 'invalid_params' },
    })
    expect(errorOf(made)).toMatchObject({ code: -32602, message: 'no such mode' })
  })

  test('words of its own go to an agent that takes them, and to no other', () => {
    const systemPrompt = 'Be kind.'
    const takes = { sessionCapabilities: { systemPrompt: {} } }
    expect(open({ systemPrompt }, OPENED, takes).asked.systemPrompt).toEqual({
      mode: 'append',
      content: [{ type: 'text', text: systemPrompt }],
    })
    expect(plain(open({ systemPrompt }).asked)).not.toHaveProperty('systemPrompt')
  })
})

describe('a client of this spelling loads a session', () => {
  const loaded = { ...OPENED, modes: { ...OPENED.modes, currentModeId: 'code' } }

  test('it is told all there is to know, and messages are counted', () => {
    const desk = withClient()
    const made = desk.request('theirs', 'session/load', { sessionId: 's' })
    const say = (sessionUpdate: string, text: string): void =>
      desk.notify('ours', 'session/update', {
        sessionId: 's',
        update: { sessionUpdate, content: { type: 'text', text } },
      })
    say('user_message_chunk', 'hi')
    say('agent_message_chunk', 'hel')
    say('agent_message_chunk', 'lo')
    say('user_message_chunk', 'bye')
    expect(plain(desk.answer('session/load', loaded))).toEqual({
      sessionId: 's',
      cwd: '/home/user/project',
      mcpServers: [],
    })
    expect(plain(resultOf(made))).toEqual({
      sessionId: 's',
      workingDirectory: '/home/user/project',
      mode: 'code',
      configOptions: { autoApprove: false, maxTokens: '1024' },
      messageCount: 3,
    })
  })

  test('where its folder is not known, the list of sessions is searched for it, page by page', () => {
    const desk = withClient({}, { sessionCapabilities: { list: {} } })
    const made = desk.request('theirs', 'session/load', { sessionId: 'old' })
    desk.answer('session/list', { sessions: [{ sessionId: 'x', cwd: '/x' }], nextCursor: 'c' })
    expect(desk.answer('session/list', { sessions: [{ sessionId: 'old', cwd: '/old' }] })).toEqual({
      cursor: 'c',
    })
    expect(desk.answer('session/load', null)).toMatchObject({ cwd: '/old' })
    expect(resultOf(made)).toMatchObject({ workingDirectory: '/old', mode: 'default', configOptions: {} })
  })

  test('where nobody has heard of it there is none, and where nobody can say its folder is asked for', () => {
    const listing = withClient({}, { sessionCapabilities: { list: {} } })
    const unknown = listing.request('theirs', 'session/load', { sessionId: 'old' })
    listing.answer('session/list', { sessions: [] })
    expect(errorOf(unknown)).toMatchObject({ code: -32000, data: { reason: 'session_not_found' } })
    const desk = withClient()
    const made = desk.request('theirs', 'session/load', { sessionId: 'old' })
    expect(errorOf(made)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('/workingDirectory'),
    })
    desk.request('theirs', 'session/load', { sessionId: 'old', workingDirectory: '/told' })
    expect(desk.takeAsk('session/load').params).toMatchObject({ cwd: '/told' })
  })
})

describe('our client opens a session of an agent of this spelling', () => {
  const CAPABILITIES = { sessionCapabilities: { modes: ['default', 'plan'], configOptions: ['autoApprove'] } }
  const BOOLEANS = { session: { configOptions: { boolean: {} } } }

  test('the modes that were announced are part of what it is told', () => {
    const desk = withAgent(CAPABILITIES)
    const params = { cwd: '/w', mcpServers: [], additionalDirectories: ['/x'] }
    const { result } = desk.exchange('ours', ['session/new', params], { sessionId: 'n' })
    expect(plain(result)).toEqual({
      sessionId: 'n',
      modes: {
        currentModeId: 'default',
        availableModes: [
          { id: 'default', name: 'default' },
          { id: 'plan', name: 'plan' },
        ],
      },
    })
  })

  test('what a loaded session says of itself becomes modes and options', () => {
    const desk = withAgent(CAPABILITIES, BOOLEANS)
    const { asked, result } = desk.exchange(
      'ours',
      ['session/load', { sessionId: 'o', cwd: '/w', mcpServers: [] }],
      {
        sessionId: 'o',
        workingDirectory: '/w',
        mode: 'plan',
        configOptions: { autoApprove: true, maxTokens: 4096 },
        messageCount: 12,
      },
    )
    expect(plain(asked)).toEqual({ sessionId: 'o' })
    expect(plain(result)).toMatchObject({
      modes: { currentModeId: 'plan' },
      configOptions: [option('autoApprove', true), option('maxTokens', '4096', ['4096'])],
    })
  })

  test('an option is set in the type of the agent, and all of them come back', () => {
    const desk = withAgent(CAPABILITIES, BOOLEANS)
    desk.exchange('ours', ['session/load', { sessionId: 's', cwd: '/w', mcpServers: [] }], {
      configOptions: { autoApprove: true, maxTokens: 4096 },
    })
    const params = { sessionId: 's', configId: 'maxTokens', value: '4096' }
    const { asked, result } = desk.exchange('ours', ['session/set_config_option', params], {
      key: 'maxTokens',
      previousValue: 4096,
      currentValue: 8192,
    })
    expect(plain(asked)).toEqual({ sessionId: 's', key: 'maxTokens', value: 4096 })
    expect(plain(result)).toEqual({
      configOptions: [option('autoApprove', true), option('maxTokens', '8192', ['4096', '8192'])],
    })
  })

  test('a client that knows no switches gets a choice of two', () => {
    const desk = withAgent(CAPABILITIES)
    desk.notify('theirs', 'session/update', {
      sessionId: 's',
      type: 'config_option_update',
      data: { key: 'autoApprove', previousValue: false, currentValue: true, source: 'user' },
    })
    expect(plain(desk.lastTold('ours'))).toEqual({
      sessionId: 's',
      update: {
        sessionUpdate: 'config_option_update',
        configOptions: [option('autoApprove', 'true', ['true', 'false'])],
      },
    })
    const params = { sessionId: 's', configId: 'autoApprove', value: 'false' }
    desk.request('ours', 'session/set_config_option', params)
    expect(desk.takeAsk('session/set_config_option').params).toMatchObject({
      key: 'autoApprove',
      value: false,
    })
  })

  test('a mode that came out other than it was asked for is told', () => {
    const desk = withAgent(CAPABILITIES)
    const made = desk.request('ours', 'session/set_mode', { sessionId: 's', modeId: 'plan' })
    desk.answer('session/set_mode', { previousMode: 'default', currentMode: 'code' })
    expect(desk.lastTold('ours')).toMatchObject({ update: { currentModeId: 'code' } })
    expect(plain(resultOf(made))).toEqual({})
  })
})

describe('settings of our agent', () => {
  test('each option that changed is told by itself, in the type in which the peer knows it', () => {
    const desk = withClient(OPENED)
    const set = { sessionId: 's', key: 'maxTokens', value: 4096 }
    const after = [option('autoApprove', false), option('maxTokens', '4096', ['1024', '4096'])]
    const { result } = desk.exchange('theirs', ['session/set_config_option', set], { configOptions: after })
    expect(plain(result)).toEqual({ key: 'maxTokens', previousValue: '1024', currentValue: 4096 })
    const update = {
      sessionUpdate: 'config_option_update',
      configOptions: [option('autoApprove', true), option('maxTokens', '1024', ['1024', '4096'])],
    }
    desk.notify('ours', 'session/update', { sessionId: 's', update })
    expect(desk.told.slice(-2).map(({ params }) => plain(params.data))).toEqual([
      { key: 'autoApprove', previousValue: false, currentValue: true },
      { key: 'maxTokens', previousValue: 4096, currentValue: '1024' },
    ])
    const count = desk.told.length
    desk.notify('ours', 'session/update', { sessionId: 's', update })
    expect(desk.told).toHaveLength(count)
  })

  test('what was before is known also where the agent tells of a change before it answers', () => {
    const desk = withClient(OPENED)
    const mode = desk.request('theirs', 'session/set_mode', { sessionId: 's', mode: 'code' })
    const tell = (update: Fields): void => desk.notify('ours', 'session/update', { sessionId: 's', update })
    tell({ sessionUpdate: 'current_mode_update', currentModeId: 'code' })
    desk.answer('session/set_mode', {})
    expect(plain(resultOf(mode))).toEqual({ previousMode: 'ask', currentMode: 'code' })
    const set = desk.request('theirs', 'session/set_config_option', {
      sessionId: 's',
      key: 'autoApprove',
      value: true,
    })
    const configOptions = [option('autoApprove', true)]
    tell({ sessionUpdate: 'config_option_update', configOptions })
    desk.answer('session/set_config_option', { configOptions })
    expect(plain(resultOf(set))).toEqual({ key: 'autoApprove', previousValue: false, currentValue: true })
  })

  test('what the mode was before is remembered, however it changed', () => {
    const desk = withClient(OPENED)
    desk.notify('ours', 'session/update', {
      sessionId: 's',
      update: { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
    })
    expect(plain(desk.lastTold('theirs').data)).toEqual({ previousMode: 'ask', currentMode: 'code' })
    const { result } = desk.exchange('theirs', ['session/set_mode', { sessionId: 's', mode: 'ask' }], {})
    expect(plain(result)).toEqual({ previousMode: 'code', currentMode: 'ask' })
  })
})
