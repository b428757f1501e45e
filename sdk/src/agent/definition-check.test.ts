import { expect, test } from 'vitest'
import { agent } from './agent.js'
import type { AgentDefinition } from './definition.js'

const made = (more: Partial<AgentDefinition>) => () =>
  agent({ name: 'a', version: '1', prompt: async () => {}, ...more })
const toggle = (id: string) => ({ type: 'boolean', id, name: id, initial: true }) as const
const command = (name: string) => ({ name, description: 'Does it' })

test('a description that contradicts itself is refused when the agent is made, in words for its author', () => {
  const modes = [{ id: 'a', name: 'A' }]
  const choices = [{ value: 'x', name: 'X' }]
  expect(made({ settings: [toggle('s'), toggle('s')] })).toThrow('there are two settings called "s"')
  expect(made({ modes: [...modes, ...modes] })).toThrow('there are two modes called "a"')
  expect(made({ modes, settings: [toggle('mode')] })).toThrow('"mode" beside modes')
  expect(made({ settings: [{ type: 'select', id: 's', name: 'S', initial: 'y', choices }] })).toThrow(
    'the setting "s" begins as "y", which is none of its choices',
  )
  expect(made({ commands: [command('c'), command('c')] })).toThrow('there are two commands called "c"')
  for (const name of ['', 'two words', 'tab\t'])
    expect(made({ commands: [command(name)] })).toThrow('a name without blanks')
})

test('a description that is sound is taken', () => {
  const choices = [{ group: 'g', name: 'G', choices: [{ value: 'x', name: 'X' }] }]
  const settings = [{ type: 'select', id: 's', name: 'S', initial: 'x', choices } as const, toggle('t')]
  expect(made({ settings, commands: [command('c')], modes: [{ id: 'a', name: 'A' }] })).not.toThrow()
  expect(made({ settings: [toggle('mode')] })).not.toThrow()
})
