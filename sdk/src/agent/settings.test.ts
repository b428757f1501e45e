import { expect, test } from 'vitest'
import { text } from '../protocol/parties.fixture.js'
import { memoryJournal } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import { modePresets } from './mode-presets.js'
import type { Session } from './session-view.js'
import {
  exchange,
  type Fields,
  lasting,
  load,
  newSession,
  slowJournal,
  turnOf,
  visit,
} from './visits.fixture.js'

const declared: Partial<AgentDefinition> = {
  modes: [modePresets.ask, modePresets.code],
  settings: [
    {
      type: 'select',
      id: 'model',
      name: 'Model',
      category: 'model',
      initial: 'small',
      choices: [
        { group: 'fast', name: 'Fast', choices: [{ value: 'small', name: 'Small' }] },
        { group: 'good', name: 'Good', choices: [{ value: 'large', name: 'Large', description: 'slow' }] },
      ],
    },
    { type: 'boolean', id: 'web', name: 'Search the web', initial: false },
  ],
}

const toggles = { clientCapabilities: { session: { configOptions: { boolean: {} } } } }

const valuesIn = (options: unknown): Fields =>
  Object.fromEntries(
    (options as readonly Fields[]).map(option => [option.id ?? option.configId, option.currentValue]),
  )

test('version 1: modes are told twice, as modes and as a setting, in the words of the version', async () => {
  const { far, served } = await visit(declared, 1, toggles)
  const { result } = await far.ask('session/new', { cwd: '/work', mcpServers: [] })
  expect(result).toEqual({
    sessionId: expect.any(String),
    modes: {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask', description: modePresets.ask.description },
        { id: 'code', name: 'Code', description: modePresets.code.description },
      ],
    },
    configOptions: [
      {
        id: 'mode',
        name: 'Mode',
        category: 'mode',
        type: 'select',
        currentValue: 'ask',
        options: [
          { value: 'ask', name: 'Ask', description: modePresets.ask.description },
          { value: 'code', name: 'Code', description: modePresets.code.description },
        ],
      },
      {
        id: 'model',
        name: 'Model',
        category: 'model',
        type: 'select',
        currentValue: 'small',
        options: [
          { group: 'fast', name: 'Fast', options: [{ value: 'small', name: 'Small' }] },
          { group: 'good', name: 'Good', options: [{ value: 'large', name: 'Large', description: 'slow' }] },
        ],
      },
      { id: 'web', name: 'Search the web', type: 'boolean', currentValue: false },
    ],
  })
  await served.close()
})

test('version 2: modes are a setting, and groups have ids', async () => {
  const { far, served } = await visit(declared, 2)
  const { result } = await far.ask('session/new', { cwd: '/work' })
  expect(result).not.toHaveProperty('modes')
  expect(result).toMatchObject({
    configOptions: [
      { configId: 'mode', category: 'mode', currentValue: 'ask' },
      { configId: 'model', options: [{ groupId: 'fast' }, { groupId: 'good' }] },
      { configId: 'web', type: 'boolean', currentValue: false },
    ],
  })
  await served.close()
})

test('version 1: a client that takes no switches hears of none, in the answer, in an update and in a replay', async () => {
  const sessions = memoryJournal()
  const generous = await visit({ ...declared, sessions }, 1, toggles)
  const sessionId = await newSession(generous)
  await generous.far.ask('session/set_config_option', {
    sessionId,
    configId: 'web',
    type: 'boolean',
    value: true,
  })
  expect(JSON.stringify(generous.far.updates())).toContain('boolean')
  await generous.served.close()
  const plain = await visit({ ...declared, sessions })
  await load(plain, sessionId)
  const { result } = await plain.far.ask('session/set_mode', { sessionId, modeId: 'code' })
  expect(result).toEqual({})
  await newSession(plain)
  expect(plain.far.updates().map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'config_option_update',
    'current_mode_update',
    'config_option_update',
  ])
  expect(JSON.stringify(plain.far.heard)).not.toContain('boolean')
  await plain.served.close()
})

test('version 1: setting the mode either way tells of both, and the answer holds every option', async () => {
  const { far, served } = await visit(declared, 1, toggles)
  const sessionId = await newSession({ far })
  const byMode = await exchange(far, 'session/set_mode', { sessionId, modeId: 'code' })
  expect(byMode.result).toEqual({})
  expect(byMode.before).toMatchObject([
    { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
    { sessionUpdate: 'config_option_update' },
  ])
  const byOption = await exchange(far, 'session/set_config_option', {
    sessionId,
    configId: 'mode',
    value: 'ask',
  })
  expect(byOption.before[0]).toEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'ask' })
  expect(valuesIn(byOption.result.configOptions)).toEqual({ mode: 'ask', model: 'small', web: false })
  const same = await exchange(far, 'session/set_mode', { sessionId, modeId: 'ask' })
  expect(same).toMatchObject({ result: {}, before: [] })
  await served.close()
})

const wrong: readonly [string, 1 | 2, string, Fields][] = [
  ['a mode that is not there', 1, 'session/set_mode', { modeId: 'nap' }],
  ['a setting that is not there', 1, 'session/set_config_option', { configId: 'x', value: 'y' }],
  ['a value that is not there', 1, 'session/set_config_option', { configId: 'model', value: 'huge' }],
  ['a switch that is set to a word', 1, 'session/set_config_option', { configId: 'web', value: 'true' }],
  [
    'a choice that is switched on',
    1,
    'session/set_config_option',
    { configId: 'model', type: 'boolean', value: true },
  ],
  [
    'a value that is not there',
    2,
    'session/set_config_option',
    { configId: 'model', type: 'id', value: 'huge' },
  ],
  [
    'a kind of value nobody knows',
    2,
    'session/set_config_option',
    { configId: 'model', type: '_slider', value: 'large' },
  ],
]

for (const [what, version, method, params] of wrong)
  test(`version ${version}: ${what} is refused and changes nothing`, async () => {
    const caller = await visit(declared, version, version === 1 ? toggles : {})
    const sessionId = await newSession(caller)
    const { answer, before } = await exchange(caller.far, method, { sessionId, ...params })
    expect(answer.error).toMatchObject({ code: -32602, data: { reason: 'invalid_params' } })
    expect(before).toEqual([])
    expect((await caller.far.ask(method, { ...params, sessionId: 'nobody' })).error?.code).toBe(-32002)
    await caller.served.close()
  })

for (const version of [1, 2] as const) {
  const kind = version === 1 ? {} : { type: 'id' }

  test(`version ${version}: the author reads and changes modes, settings, title and commands, and the client hears of it`, async () => {
    const seen: unknown[] = []
    const caller = await visit(
      {
        ...declared,
        async prompt({ session }) {
          seen.push(session.mode, session.setting('model'), session.setting('web'), session.setting('x'))
          await session.setMode('code')
          await session.setSetting('model', 'large')
          await session.setTitle('About settings')
          await session.setCommands([{ name: 'help', description: 'Helps' }])
          await expect(session.setSetting('model', 'huge')).rejects.toMatchObject({ code: -32602 })
          seen.push(session.mode, session.setting('model'), session.title, session.commands.length)
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    const { updates } = await turnOf(caller, sessionId, 'go')
    expect(seen).toEqual(['ask', 'small', false, undefined, 'code', 'large', 'About settings', 1])
    const command = version === 1 ? {} : { type: 'command' }
    expect(updates.filter(({ sessionUpdate }) => !/state|user/.test(String(sessionUpdate)))).toMatchObject([
      ...(version === 1 ? [{ sessionUpdate: 'current_mode_update', currentModeId: 'code' }] : []),
      { sessionUpdate: 'config_option_update' },
      { sessionUpdate: 'config_option_update' },
      { sessionUpdate: 'session_info_update', title: 'About settings' },
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ ...command, name: 'help', description: 'Helps' }],
      },
    ])
    await caller.served.close()
  })

  test(`version ${version}: settings and title outlive the connection, as far as they are still declared`, async () => {
    const sessions = memoryJournal()
    const first = await visit({ ...declared, sessions }, version)
    const sessionId = await newSession(first)
    const set = (configId: string, value: unknown) =>
      first.far.ask('session/set_config_option', { sessionId, configId, value, ...kind })
    await set('mode', 'code')
    await set('model', 'large')
    const live = lasting(first.far.updates())
    await first.served.close()
    const second = await visit({ ...declared, sessions }, version)
    const { before, result } = await load(second, sessionId)
    expect(lasting(before)).toEqual(live)
    expect(valuesIn(result.configOptions)).toMatchObject({ mode: 'code', model: 'large' })
    if (version === 1) expect(result.modes).toMatchObject({ currentModeId: 'code' })
    await second.served.close()
    const third = await visit({ sessions, modes: [modePresets.plan], settings: declared.settings }, version)
    const less = await load(third, sessionId)
    expect(valuesIn(less.result.configOptions)).toMatchObject({ mode: 'plan', model: 'large' })
    await third.served.close()
  })

  test(`version ${version}: what cannot be kept is not set, named or offered, however often it is asked for`, async () => {
    const sessions = slowJournal()
    let session: Session | undefined
    const open = (opened: Session): void => {
      session = opened
    }
    const caller = await visit({ ...declared, sessions, open }, version)
    const sessionId = await newSession(caller)
    sessions.fail()
    for (let round = 0; round < 2; round++) {
      const params = { sessionId, configId: 'model', value: 'large', ...kind }
      const { error } = await caller.far.ask('session/set_config_option', params)
      expect(error).toMatchObject({ data: { reason: 'store_failed' } })
      await expect(session?.setTitle('Named')).rejects.toThrow()
      await expect(session?.setCommands([{ name: 'c', description: 'd' }])).rejects.toThrow()
    }
    expect([session?.setting('model'), session?.title, session?.commands]).toEqual(['small', undefined, []])
    await caller.served.close()
  })

  test(`version ${version}: a setting can be changed in the middle of a turn`, async () => {
    const caller = await visit(
      {
        ...declared,
        async prompt(turn) {
          await turn.ask({ title: 'may I' })
          turn.say(`${turn.session.setting('model')}`)
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    caller.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    const { id } = await caller.far.nextOf('session/request_permission')
    await caller.far.ask('session/set_config_option', {
      sessionId,
      configId: 'model',
      value: 'large',
      ...kind,
    })
    caller.far.answer(id, { outcome: { outcome: 'cancelled' } })
    await expect.poll(() => JSON.stringify(caller.far.updates())).toContain('"large"}')
    await caller.served.close()
  })
}

test('an agent that declares nothing to set says nothing of settings, and refuses to set anything', async () => {
  const { far, served } = await visit({})
  const { result } = await far.ask('session/new', { cwd: '/work', mcpServers: [] })
  expect(Object.keys(result as object)).toEqual(['sessionId'])
  const { sessionId } = result as { sessionId: string }
  expect((await far.ask('session/set_mode', { sessionId, modeId: 'x' })).error?.code).toBe(-32602)
  await served.close()
})

test('settings that are made late keep nobody from initialize, and are there when a session is', async () => {
  let release = (): void => {}
  const made = new Promise<void>(resolve => {
    release = resolve
  })
  const settings = async () => {
    await made
    return [{ type: 'boolean', id: 'late', name: 'Late', initial: true } as const]
  }
  const { far, served } = await visit({ settings }, 2)
  const opened = far.ask('session/new', { cwd: '/work' })
  release()
  expect((await opened).result).toMatchObject({ configOptions: [{ configId: 'late', currentValue: true }] })
  await served.close()
})

test('settings that are made late and contradict themselves are an error of that session', async () => {
  const late = { type: 'boolean', id: 'late', name: 'Late', initial: true } as const
  const { far, served } = await visit({ settings: async () => [late, late] })
  const { error } = await far.ask('session/new', { cwd: '/work', mcpServers: [] })
  expect(error).toMatchObject({ code: -32603 })
  await served.close()
})

test('version 1: the method by which earlier clients chose a model sets the setting it became', async () => {
  const { far, served } = await visit(declared, 1)
  const sessionId = await newSession({ far })
  expect(await far.ask('session/set_model', { sessionId, modelId: 'large' })).toMatchObject({ result: {} })
  const { result } = await far.ask('session/set_config_option', {
    sessionId,
    configId: 'mode',
    value: 'code',
  })
  expect(valuesIn((result as Fields).configOptions)).toMatchObject({ model: 'large' })
  expect(await far.ask('session/set_model', { sessionId, modelId: 'huge' })).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('model can be small, large') },
  })
  expect(await far.ask('session/set_model', { sessionId })).toMatchObject({ error: { code: -32602 } })
  await served.close()
})

test('version 1: an agent without models does not know that method', async () => {
  const { far, served } = await visit({}, 1)
  const sessionId = await newSession({ far })
  expect(await far.ask('session/set_model', { sessionId, modelId: 'a' })).toMatchObject({
    error: { code: -32601, data: { method: 'session/set_model' } },
  })
  await served.close()
})
