import type { Entry } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { judgeWires } from './rulings-by-rule.js'

const context = { version: 1, side: 'agent', scenario: 'some' } as const
const greeting: Entry = {
  at: 0,
  to: 'agent',
  message: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } },
  bytes: 10,
}
const welcome: Entry = {
  at: 1,
  to: 'client',
  message: { jsonrpc: '2.0', id: 1, result: { protocolVersion: 1, agentCapabilities: {} } },
  bytes: 10,
}

test('a rule that saw something passes, and one that saw nothing says nothing', async () => {
  const rulings = await judgeWires([[greeting, welcome]], context)
  expect(rulings).toContainEqual(
    expect.objectContaining({ requirement: 'agent.answer.once', outcome: 'passed' }),
  )
  expect(rulings.map(({ requirement }) => requirement)).not.toContain('agent.terminal.released')
  expect(rulings.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
})

test('one bad wire of several breaks the requirement', async () => {
  const rulings = await judgeWires(
    [
      [greeting, welcome],
      [greeting, welcome, welcome],
    ],
    context,
  )
  expect(rulings.filter(({ requirement }) => requirement === 'agent.answer.once')).toMatchObject([
    { outcome: 'failed', weight: 'must', scenario: 'some' },
  ])
})

test('what cannot be judged in a scenario is left out of it', async () => {
  const wires = [[greeting, welcome, welcome]]
  const rulings = await judgeWires(wires, { ...context, except: ['agent.answer.once'] })
  expect(rulings.map(({ requirement }) => requirement)).not.toContain('agent.answer.once')
})
