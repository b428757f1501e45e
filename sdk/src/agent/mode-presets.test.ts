import { expect, test } from 'vitest'
import { modePresets } from './mode-presets.js'
import { visit } from './visits.fixture.js'

const modes = Object.values(modePresets)

test('the five usual modes can be declared as they are, offered to a client, and set by it', async () => {
  expect(Object.keys(modePresets)).toEqual(['default', 'plan', 'code', 'architect', 'ask'])
  const { far, served } = await visit({ modes }, 1)
  const { result } = await far.ask('session/new', { cwd: '/work', mcpServers: [] })
  const { sessionId, ...rest } = result as { readonly sessionId: string }
  expect(rest).toMatchObject({ modes: { currentModeId: 'default', availableModes: modes } })
  for (const { id: modeId } of modes)
    expect((await far.ask('session/set_mode', { sessionId, modeId })).result).toEqual({})
  await served.close()
})
