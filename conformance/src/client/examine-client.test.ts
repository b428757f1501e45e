import { describe, expect, test } from 'vitest'
import type { Version } from '../requirement.js'
import { examineClient } from './examine-client.js'
import { clientFixtures } from './fixtures.js'
import { clientScenarios } from './scenarios.js'
import { NO_VIEW } from './view.js'

/** Everything that did not pass: what, and why. */
async function othersOf(name: string, version: Version): Promise<readonly (readonly string[])[]> {
  const fixture = clientFixtures.find(each => each.name === name)
  if (fixture === undefined) throw new Error(`there is no fixture "${name}"`)
  const { verdicts } = await examineClient({
    version,
    fixture,
    env: home => ({ ...process.env, HOME: home }),
    command: name,
    scenarios: clientScenarios,
    jobs: 4,
    pace: { patience: 250, deadline: 20_000 },
  })
  expect(verdicts.length).toBeGreaterThan(30)
  return verdicts
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ requirement, outcome, details }) => [outcome, requirement.id, ...details])
}

describe('a client under examination', { timeout: 180_000 }, () => {
  test('our own keeps every requirement of version 1, and nothing is left out', async () => {
    expect(await othersOf('ours', 1)).toEqual([])
  })

  test('our own keeps every requirement of version 2, and nothing is left out', async () => {
    expect(await othersOf('ours', 2)).toEqual([])
  })

  test('one on the official SDK breaks none; what it does not tell or have is left out', async () => {
    expect(await othersOf('official', 1)).toEqual([
      ['skipped', 'client.initialize.lower-version', 'the client offers no version above 1'],
      ['skipped', 'client.authenticate.terminal-flow', 'the client does not advertise auth.terminal'],
      ['skipped', 'client.cancel.late-updates', NO_VIEW],
      ['skipped', 'client.cancel.tool-calls', NO_VIEW],
      ['skipped', 'client.terminal.output-stays', NO_VIEW],
      ['skipped', 'client.plan.replaced', NO_VIEW],
      ['skipped', 'client.tool-call.replaced', NO_VIEW],
      ['skipped', 'client.tool-call.kept', NO_VIEW],
      ['skipped', 'client.option.order', NO_VIEW],
      ['skipped', 'client.option.over-modes', NO_VIEW],
    ])
  })
})
