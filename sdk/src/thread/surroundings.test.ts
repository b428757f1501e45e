import { expect, test } from 'vitest'
import { fold, glance, type Happening, said } from './fold.fixture.js'
import { modeOf } from './selectors.js'

const update = (fields: object) => fields as Happening
const option = (currentValue: string, category = 'mode') => ({
  id: 'o',
  configId: 'o',
  name: 'O',
  category,
  type: 'select',
  currentValue,
  options: [],
})

test('commands and options are replaced by each update', () => {
  const commands = (...names: string[]) =>
    update({
      sessionUpdate: 'available_commands_update',
      availableCommands: names.map(name => ({ name, description: '' })),
    })
  for (const version of [1, 2] as const) {
    expect(fold(version, commands('a', 'b'), commands('c')).commands).toEqual([
      { name: 'c', description: '' },
    ])
    const options = update({ sessionUpdate: 'config_option_update', configOptions: [option('x')] })
    expect(fold(version, options).options).toEqual([option('x')])
  }
})

test('the mode is what version 1 calls one, or the option of that category', () => {
  const opened = update({
    type: 'opened',
    modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] },
    configOptions: [option('from option')],
    availableCommands: null,
  })
  expect(modeOf(fold(1, opened))).toBe('ask')
  expect(fold(1, opened).modes).toEqual([{ id: 'ask', name: 'Ask' }])
  expect(
    modeOf(fold(1, opened, update({ sessionUpdate: 'current_mode_update', currentModeId: 'code' }))),
  ).toBe('code')
  const configOptions = [option('m', 'model'), option('plan')]
  expect(modeOf(fold(2, update({ sessionUpdate: 'config_option_update', configOptions })))).toBe('plan')
  expect(modeOf(fold(2))).toBeUndefined()
})

test.each([1, 2] as const)('version %i: null takes the title back, and what is left out stays', version => {
  const info = (fields: object) => update({ sessionUpdate: 'session_info_update', ...fields })
  const named = info({ title: 'T', updatedAt: '2026-01-01T00:00:00Z' })
  expect(fold(version, named, info({}))).toMatchObject({ title: 'T', updatedAt: '2026-01-01T00:00:00Z' })
  expect(fold(version, named, info({ title: null })).title).toBeUndefined()
  expect(fold(version, named, info({ title: null })).updatedAt).toBeDefined()
})

test('version 1 keeps the cost it was told, and in version 2 null takes it back', () => {
  const usage = (fields: object = {}) =>
    update({ sessionUpdate: 'usage_update', used: 1, size: 2, ...fields })
  const cost = { amount: 0.5, currency: 'EUR' }
  expect(fold(1, usage({ cost }), usage({ used: 2 })).usage).toEqual({ used: 2, size: 2, cost })
  expect(fold(1, usage({ cost }), usage({ cost: null })).usage?.cost).toEqual(cost)
  expect(fold(2, usage({ cost }), usage()).usage?.cost).toEqual(cost)
  expect(fold(2, usage({ cost }), usage({ cost: null })).usage?.cost).toBeUndefined()
})

test('notices stand apart, interrupt nobody, and only the latest are kept', () => {
  const notice = (title: string) => update({ sessionUpdate: 'notice', severity: 'info', title })
  const thread = fold(1, said('agent', 'a'), notice('n'), said('agent', 'b'))
  expect(glance(thread)).toEqual(['agent: ab'])
  expect(thread.notices).toEqual([{ severity: 'info', title: 'n' }])
  const many = fold(2, ...Array.from({ length: 150 }, (_, index) => notice(String(index))))
  expect(many.notices).toHaveLength(100)
  expect(many.notices.at(-1)?.title).toBe('149')
})
