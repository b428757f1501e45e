import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import type { Version } from '../protocol/index.js'
import type { Connected } from '../protocol/parties.fixture.js'
import { ableAgent, answer, refuse, tell, versions } from './agents.fixture.js'

const key = (version: Version, id: string) => (version === 1 ? { id } : { configId: id })

const model = (version: Version, currentValue = 'small') => ({
  ...key(version, 'model'),
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue,
  options: [
    { value: 'small', name: 'Small' },
    { value: 'large', name: 'Large', description: 'Slow' },
  ],
})

const loud = (version: Version, currentValue = false) => ({
  ...key(version, 'loud'),
  name: 'Loud',
  type: 'boolean',
  currentValue,
})

const modeOption = (version: Version, currentValue = 'ask') => ({
  ...key(version, 'how'),
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue,
  options: [
    {
      ...(version === 1 ? { group: 'g' } : { groupId: 'g' }),
      name: 'Careful',
      options: [{ value: 'ask', name: 'Ask' }],
    },
    {
      ...(version === 1 ? { group: 'h' } : { groupId: 'h' }),
      name: 'Bold',
      options: [{ value: 'act', name: 'Act' }],
    },
  ],
})

const modes = {
  currentModeId: 'plan',
  availableModes: [
    { id: 'plan', name: 'Plan' },
    { id: 'code', name: 'Code', description: 'Writes' },
  ],
}

async function begin(both: Connected, result: object) {
  const pending = both.client.newSession({ cwd: '/work' })
  await answer(both, 'session/new', { sessionId: 's1', ...result })
  return pending
}

for (const version of versions) {
  test(`version ${version}: the settings of a session are values, in the agent's order`, async () => {
    const both = await ableAgent(version)
    const session = await begin(both, { configOptions: [model(version), loud(version), modeOption(version)] })
    expect(session.options).toMatchObject([
      { id: 'model', type: 'select', value: 'small', choices: [{ value: 'small' }, { value: 'large' }] },
      { id: 'loud', type: 'boolean', value: false, choices: [] },
      { id: 'how', category: 'mode', choices: [{ group: 'Careful' }, { group: 'Bold' }] },
    ])
    expect(session.modes.map(({ id }) => id)).toEqual(['ask', 'act'])
    expect(session.mode).toBe('ask')
    await both.client.close()
  })

  test(`version ${version}: a setting is changed as this version writes it, and kept from the answer`, async () => {
    const both = await ableAgent(version)
    const session = await begin(both, { configOptions: [model(version), loud(version)] })
    const choosing = session.setOption('model', 'large')
    const sent = await answer(both, 'session/set_config_option', {
      configOptions: [model(version, 'large'), loud(version)],
    })
    const typed = version === 1 ? {} : { type: 'id' }
    expect(sent).toEqual({ sessionId: 's1', configId: 'model', value: 'large', ...typed })
    await choosing
    expect(session.options[0]?.value).toBe('large')
    const raising = session.setOption('loud', true)
    expect(await answer(both, 'session/set_config_option', { configOptions: [loud(version, true)] })).toEqual(
      { sessionId: 's1', configId: 'loud', value: true, type: 'boolean' },
    )
    await raising
    expect(session.options).toMatchObject([{ id: 'loud', value: true }])
    await both.client.close()
  })

  test(`version ${version}: a setting that is not on offer is refused here, with what is`, async () => {
    const both = await ableAgent(version)
    const session = await begin(both, { configOptions: [model(version), loud(version)] })
    const wrong = [
      [session.setOption('colour', 'red'), /no option "colour"; it offers model, loud/],
      [session.setOption('model', 'huge'), /no value "huge" of "model"; it offers small, large/],
      [session.setOption('model', true), /no value "true" of "model"/],
      [session.setOption('loud', 'true'), /no such value of "loud"; it offers true, false/],
      [session.setMode('yolo'), /no mode "yolo"; it offers none/],
    ] as const
    for (const [attempt, message] of wrong)
      await expect(attempt).rejects.toMatchObject({
        reason: 'not_offered',
        message: expect.stringMatching(message),
      })
    await calm()
    expect(both.far.heard.map(({ method }) => method)).toEqual(['initialize', 'session/new'])
    await both.client.close()
  })

  test(`version ${version}: a mode that is an option is set as an option`, async () => {
    const both = await ableAgent(version)
    const session = await begin(both, {
      configOptions: [modeOption(version)],
      ...(version === 1 ? { modes } : {}),
    })
    const changing = session.setMode('act')
    expect(
      await answer(both, 'session/set_config_option', { configOptions: [modeOption(version, 'act')] }),
    ).toMatchObject({ configId: 'how', value: 'act' })
    await changing
    expect(session.mode).toBe('act')
    await expect(session.setMode('plan')).rejects.toMatchObject({ reason: 'not_offered' })
    await both.client.close()
  })

  test(`version ${version}: title, commands, settings and usage follow the updates`, async () => {
    const both = await ableAgent(version)
    const session = await begin(both, {})
    const command = (name: string, input?: object) => ({ name, description: 'd', type: 'command', ...input })
    tell(both, { sessionUpdate: 'session_info_update', title: 'A talk' })
    tell(both, {
      sessionUpdate: 'available_commands_update',
      availableCommands: [command('plan', { input: { type: 'text', hint: 'what' } }), command('stop')],
    })
    tell(both, { sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount: 2, currency: 'EUR' } })
    tell(both, { sessionUpdate: 'usage_update', used: 3, size: 9 })
    tell(both, { sessionUpdate: 'config_option_update', configOptions: [model(version, 'large')] })
    await calm()
    expect(session.title).toBe('A talk')
    expect(session.commands).toMatchObject([{ name: 'plan', hint: 'what' }, { name: 'stop' }])
    expect(session.usage).toEqual({ used: 3, size: 9, cost: { amount: 2, currency: 'EUR' } })
    expect(session.options[0]?.value).toBe('large')
    tell(both, { sessionUpdate: 'session_info_update', updatedAt: '2026-01-01T00:00:00Z' })
    tell(both, { sessionUpdate: 'session_info_update', title: null })
    await calm()
    expect(session.title).toBeUndefined()
    await both.client.close()
  })

  test(`version ${version}: what an update says right behind an answer is newer than the answer`, async () => {
    const both = await ableAgent(version)
    const pending = both.client.newSession({ cwd: '/work' })
    const { id } = await both.far.nextOf('session/new')
    both.far.answer(id, { sessionId: 's1', configOptions: [model(version, 'small')] })
    tell(both, { sessionUpdate: 'config_option_update', configOptions: [model(version, 'large')] })
    const session = await pending
    await calm()
    expect(session.options[0]?.value).toBe('large')
    const choosing = session.setOption('model', 'small')
    const asked = await both.far.nextOf('session/set_config_option')
    both.far.answer(asked.id, { configOptions: [model(version, 'small')] })
    tell(both, { sessionUpdate: 'config_option_update', configOptions: [model(version, 'large')] })
    await choosing
    await calm()
    expect(session.options[0]?.value).toBe('large')
    await both.client.close()
  })

  test(`version ${version}: a change that the agent refuses changes nothing`, async () => {
    const both = await ableAgent(version)
    const session = await begin(both, { configOptions: [model(version)] })
    const choosing = session.setOption('model', 'large')
    await refuse(both, 'session/set_config_option', { code: -32602 })
    await expect(choosing).rejects.toMatchObject({ code: -32602 })
    expect(session.options[0]?.value).toBe('small')
    await both.client.close()
  })
}

test('version 1: modes are set by their own method where there is no option for them', async () => {
  const both = await ableAgent(1)
  const session = await begin(both, { modes, configOptions: [model(1)] })
  expect(session.modes).toMatchObject([{ id: 'plan' }, { id: 'code', description: 'Writes' }])
  expect(session.mode).toBe('plan')
  const changing = session.setMode('code')
  expect(await answer(both, 'session/set_mode', null)).toEqual({ sessionId: 's1', modeId: 'code' })
  await changing
  expect(session.mode).toBe('code')
  tell(both, { sessionUpdate: 'current_mode_update', currentModeId: 'plan' })
  await calm()
  expect(session.mode).toBe('plan')
  await both.client.close()
})

test('version 1: the answer to a load says what holds now, whatever is told again before it', async () => {
  const both = await ableAgent(1)
  const loading = both.client.loadSession({ sessionId: 's1', cwd: '/work' })
  const { id } = await both.far.nextOf('session/load')
  tell(both, { sessionUpdate: 'current_mode_update', currentModeId: 'plan' })
  both.far.answer(id, { modes: { ...modes, currentModeId: 'code' } })
  expect((await loading).mode).toBe('code')
  await both.client.close()
})

test('version 2: what updates said before the answer to session/new is not overwritten by it', async () => {
  const both = await ableAgent(2)
  const pending = both.client.newSession({ cwd: '/work' })
  const { id } = await both.far.nextOf('session/new')
  tell(both, { sessionUpdate: 'config_option_update', configOptions: [model(2, 'large')] })
  both.far.answer(id, {
    sessionId: 's1',
    configOptions: [model(2, 'small')],
    availableCommands: [{ type: 'command', name: 'plan', description: 'd' }],
  })
  const session = await pending
  expect(session.options[0]?.value).toBe('large')
  expect(session.commands).toMatchObject([{ name: 'plan' }])
  await both.client.close()
})

test('version 2: an option of a kind that nobody knows is shown and not set', async () => {
  const both = await ableAgent(2)
  const session = await begin(both, {
    configOptions: [{ configId: 'x', name: 'X', type: '_slider', currentValue: 3 }, model(2)],
  })
  expect(session.options.map(({ id, type }) => [id, type])).toEqual([
    ['x', '_slider'],
    ['model', 'select'],
  ])
  await expect(session.setOption('x', '4')).rejects.toMatchObject({ reason: 'not_offered' })
  await both.client.close()
})

test('models of earlier versions are a setting, and are chosen with the method they had', async () => {
  const both = await ableAgent(1)
  const models = {
    currentModelId: 'small',
    availableModels: [
      { modelId: 'small', name: 'Small' },
      { modelId: 'large', name: 'Large', description: 'Slow' },
    ],
  }
  const session = await begin(both, { models, configOptions: [loud(1)] })
  expect(session.options).toMatchObject([
    { id: 'loud' },
    { id: 'model', category: 'model', value: 'small', choices: [{ value: 'small' }, { value: 'large' }] },
  ])
  const set = session.setOption('model', 'large')
  expect(await answer(both, 'session/set_model', {})).toMatchObject({ sessionId: 's1', modelId: 'large' })
  await set
  expect(session.options).toMatchObject([{ id: 'loud' }, { id: 'model', value: 'large' }])
  await expect(session.setOption('model', 'huge')).rejects.toMatchObject({ reason: 'not_offered' })
  await both.client.close()
})

test('an agent that has both means the setting', async () => {
  const both = await ableAgent(1)
  const models = { currentModelId: 'old', availableModels: [{ modelId: 'old', name: 'Old' }] }
  const session = await begin(both, { models, configOptions: [model(1)] })
  expect(session.options).toMatchObject([{ id: 'model', value: 'small' }])
  const set = session.setOption('model', 'large')
  await answer(both, 'session/set_config_option', { configOptions: [model(1, 'large')] })
  await set
  await both.client.close()
})

test.each([
  [null],
  [{}],
  [{ currentModelId: 1, availableModels: [] }],
  [{ currentModelId: 'a', availableModels: [null, {}] }],
])('a list of models that is none, %j, is no setting', async models => {
  const both = await ableAgent(1)
  expect((await begin(both, { models })).options).toEqual([])
  await both.client.close()
})
