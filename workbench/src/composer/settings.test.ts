import type { SessionOption } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { lacksModel, nameOfValue, nextMode, searchChoices, settingsOf } from './settings.js'

const modes = [
  { id: 'ask', name: 'Ask' },
  { id: 'code', name: 'Code' },
]

const option = (parts: Partial<SessionOption>): SessionOption => ({
  ...{ id: 'model', name: 'Model', type: 'select', value: 'a', choices: [] },
  ...parts,
})

test('where no model is connected, that is said, and what only models heed is left out', () => {
  const none = { value: 'none', name: 'None' }
  const options = [
    option({ category: 'model', value: 'none', choices: [none] }),
    option({ id: 'thinking', category: 'thought_level' }),
    option({ id: 'longest', category: 'model_config' }),
    option({ id: 'web', type: 'boolean', value: true }),
  ]
  const shown = (each: readonly SessionOption[]) =>
    settingsOf([], undefined, each).map(({ id, control }) => [id, control])
  expect(lacksModel(options)).toBe(true)
  expect(shown(options)).toEqual([
    ['model', 'no-model'],
    ['web', 'switch'],
  ])
  const found = option({ category: 'model', choices: [{ value: 'a', name: 'A' }, none] })
  expect(lacksModel([found])).toBe(false)
  expect(shown([found, ...options.slice(1)])).toHaveLength(4)
})

test('the mode stands first and once, the rest in the order of the agent', () => {
  const options = [
    option({ id: 'mode', category: 'mode' }),
    option({ id: 'effort' }),
    option({ id: 'web', type: 'boolean', value: true }),
    option({ id: 'odd', type: '_slider' }),
  ]
  expect(settingsOf(modes, 'ask', options).map(({ id, control }) => [id, control])).toEqual([
    ['mode', 'list'],
    ['effort', 'list'],
    ['web', 'switch'],
    ['odd', 'text'],
  ])
  expect(settingsOf([], undefined, options.slice(0, 1))).toHaveLength(1)
})

test('choices stand under their headings, and more than twelve are searched', () => {
  const choices = Array.from({ length: 13 }, (_, index) => ({
    ...{ value: `m${index}`, name: `Model ${index}`, group: index % 2 === 0 ? 'Even' : 'Odd' },
  }))
  const [setting] = settingsOf([], undefined, [option({ choices, value: 'm3' })])
  expect(setting).toMatchObject({ control: 'search' })
  expect(setting?.groups.map(({ name }) => name)).toEqual(['Even', 'Odd'])
  expect(nameOfValue(setting!)).toBe('Model 3')
  expect(searchChoices(setting!.groups, 'odd 11')).toEqual([{ name: 'Odd', choices: [choices[11]] }])
  expect(searchChoices(setting!.groups, 'nothing')).toEqual([])
})

test('behind the last mode comes the first', () => {
  expect(nextMode(modes, 'ask')?.id).toBe('code')
  expect(nextMode(modes, 'code')?.id).toBe('ask')
  expect(nextMode(modes, undefined)?.id).toBe('ask')
  expect(nextMode(modes.slice(0, 1), 'ask')).toBeUndefined()
})
