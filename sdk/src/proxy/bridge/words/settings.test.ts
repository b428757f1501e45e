import { expect, test } from 'vitest'
import { SessionUpdate as OldUpdate } from '../../../schema/v1/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2/shapes.gen.js'
import { cross, type Update } from './crossing.fixture.js'
import { toNewOpened, toOldOpened } from './opened.js'
import { modeOptionOf, toNewSetting, toOldOptions, withMode } from './settings.js'
import { nothingTold, toldTo } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

const MODES = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask', description: 'Asks first' },
    { id: 'code', name: 'Code' },
  ],
}
const CHOICES = [
  { value: 'ask', name: 'Ask', description: 'Asks first' },
  { value: 'code', name: 'Code' },
]
const mode = (configId: string, currentValue = 'ask'): object => ({
  configId,
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue,
  options: CHOICES,
})
const MADE = { _meta: { 'parley.dev/v1': { isMade: true } } }
const LOUD = { configId: 'loud', name: 'Loud', type: 'boolean', currentValue: true }
const changed = (modeId: string): Update => ({ sessionUpdate: 'current_mode_update', currentModeId: modeId })

test('modes are a setting for a client of version 2, and the news of a mode is news of all settings', () => {
  const { told, answer } = toNewOpened(nothingTold, { sessionId: 's', modes: MODES })
  expect(answer.configOptions).toEqual([{ ...mode('mode'), ...MADE }])
  expect(modeOptionOf(told)).toEqual({ configId: 'mode', isMade: true })
  const [news] = cross(told, [changed('code')], [toNewUpdate, NewUpdate])
  expect(news?.configOptions).toEqual([{ ...mode('mode', 'code'), ...MADE }])
  expect(cross(nothingTold, [news as Update], [toOldUpdate, OldUpdate])).toEqual([changed('code')])
})

test('the setting that stands for modes is in every list, under an id that no other setting has', () => {
  const other = { id: 'mode', name: 'Colours', type: 'boolean', currentValue: true }
  const { told } = toNewOpened(nothingTold, { sessionId: 's', modes: MODES, configOptions: [other] })
  const update = { sessionUpdate: 'config_option_update', configOptions: [other] }
  const [news] = cross(told, [update], [toNewUpdate, NewUpdate])
  expect(news?.configOptions).toMatchObject([{ configId: '_mode' }, { configId: 'mode' }])
  expect(cross(toldTo({ booleans: true }), [news as Update], [toOldUpdate, OldUpdate])).toEqual([update])
})

test('where the agent of version 1 has a setting for its mode, nothing is made', () => {
  const { configId, ...rest } = { ...mode('m') } as { configId: string }
  const { told, answer } = toNewOpened(nothingTold, {
    sessionId: 's',
    modes: MODES,
    configOptions: [{ ...rest, id: configId }],
  })
  expect(answer).toEqual({ sessionId: 's', configOptions: [mode('m')] })
  expect(modeOptionOf(told)).toEqual({ configId: 'm', isMade: false })
})

test('a setting that is the mode is modes for a client of version 1, and it hears when they change', () => {
  const { told, answer } = toOldOpened(nothingTold, { sessionId: 's', configOptions: [mode('m')] })
  expect(answer.modes).toEqual(MODES)
  const update = { sessionUpdate: 'config_option_update', configOptions: [mode('m', 'code')] }
  const heard = cross(told, [update, update], [toOldUpdate, OldUpdate])
  expect(heard.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'config_option_update',
    'current_mode_update',
    'config_option_update',
  ])
  expect(cross(nothingTold, heard, [toNewUpdate, NewUpdate])).toEqual([update, update])
})

test('what an answer says of commands is told to a client of version 1 after it', () => {
  const command = { type: 'command', name: 'plan', description: 'Plans' }
  const { answer, updates } = toOldOpened(nothingTold, { sessionId: 's', availableCommands: [command] })
  expect(updates).toMatchObject([
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'plan', description: 'Plans' }],
    },
  ])
  expect(cross(nothingTold, updates as never, [toNewUpdate, NewUpdate])).toEqual([])
  expect(toNewOpened(nothingTold, answer).answer).toEqual({ sessionId: 's', availableCommands: [command] })
})

test('what is on or off is a choice of two for a client that does not know such settings, and set as what it is', () => {
  const { told, configOptions } = toOldOptions(nothingTold, { configOptions: [LOUD] })
  expect(configOptions).toMatchObject([{ id: 'loud', type: 'select', currentValue: 'true' }])
  expect(toNewSetting(told, { configId: 'loud', value: 'false' })).toEqual({ type: 'boolean', value: false })
  expect(toNewSetting(told, { configId: 'other', value: 'false' })).toEqual({ type: 'id', value: 'false' })
})

test('a mode that was set by another method is part of all settings', () => {
  const { told } = toNewOpened(nothingTold, { sessionId: 's', modes: MODES })
  expect(withMode(told, 'code').configOptions).toEqual([{ ...mode('mode', 'code'), ...MADE }])
})
