import { describe, expect, test } from 'vitest'
import { clientFaults } from '../peers/client-faults.js'
import { requirementsOf } from '../requirement.js'
import { examineClient } from './examine-client.js'
import { crookedClient } from './fixtures.js'
import type { ClientScenario } from './scenario.js'
import { clientScenarios } from './scenarios.js'

const clients = requirementsOf(1).filter(({ side }) => side === 'client')
const BROKEN = ['failed', 'warned', 'noted']

test('every requirement has a crooked twin, and every twin a requirement', () => {
  expect(Object.keys(clientFaults).sort()).toEqual(clients.map(({ id }) => id).sort())
})

/** The scenarios that must notice: those that the fault names, else those that decide its requirement. */
function scenariosFor(id: string): readonly ClientScenario[] {
  const named = clientFaults[id]?.scenarios
  return clientScenarios.filter(({ name, verifies }) => named?.includes(name) ?? verifies.includes(id))
}

// Each of them is two processes; a busy machine may be late once.
describe.concurrent('a crooked client is caught', { timeout: 60_000, retry: 2 }, () => {
  test.for(clients)('that breaks $id', async ({ id }) => {
    const { verdicts } = await examineClient({
      version: 1,
      fixture: crookedClient(id),
      env: process.env,
      command: id,
      scenarios: scenariosFor(id),
      jobs: 2,
      pace: { patience: 250, deadline: 6_000 },
    })
    const broken = verdicts.filter(({ outcome }) => BROKEN.includes(outcome))
    const expected = [id, ...(clientFaults[id]?.also ?? [])]
    expect(broken.map(({ requirement }) => requirement.id).sort()).toEqual(expected.sort())
  })
})
