import { describe, expect, test } from 'vitest'
import { clientFaults } from '../peers/client-faults.js'
import { houseClient } from '../peers/housed-client.fixture.js'
import { requirementsOf, type Version } from '../requirement.js'
import { examineClient } from './examine-client.js'
import { crookedClient } from './fixtures.js'
import type { ClientScenario } from './scenario.js'
import { clientScenarios } from './scenarios.js'
import type { StartClient } from './stage.js'

const clients = requirementsOf(1).filter(({ side }) => side === 'client')
const BROKEN = ['failed', 'warned', 'noted']

test('every requirement has a crooked twin, and every twin a requirement', () => {
  const ids = [1, 2].flatMap(version =>
    requirementsOf(version as Version).flatMap(({ side, id }) => (side === 'client' ? [id] : [])),
  )
  expect(Object.keys(clientFaults).sort()).toEqual([...new Set(ids)].sort())
})

/** The scenarios that must notice: those that the fault names, else those that decide its requirement. */
function scenariosFor(id: string): readonly ClientScenario[] {
  const named = clientFaults[id]?.scenarios
  return clientScenarios.filter(({ name, verifies }) => named?.includes(name) ?? verifies.includes(id))
}

/** Who starts its agent in a way of its own, starts it again, or goes at once is a program; the rest are words. */
function startOf(id: string): StartClient | undefined {
  const fault = clientFaults[id]
  if (fault === undefined) throw new Error(`there is no fault "${id}"`)
  const isProgram = fault.isProgram || fault.before !== undefined || fault.open !== undefined
  return isProgram ? undefined : houseClient(fault)
}

/** Everything that a client with this fault breaks, in the scenarios that must notice. */
async function brokenBy(id: string, version: Version): Promise<readonly string[]> {
  const { verdicts } = await examineClient({
    version,
    fixture: crookedClient(id),
    env: home => ({ ...process.env, HOME: home }),
    command: id,
    scenarios: scenariosFor(id),
    jobs: 2,
    pace: { patience: 250, deadline: 6_000 },
    start: startOf(id),
  })
  return verdicts.filter(({ outcome }) => BROKEN.includes(outcome)).map(({ requirement }) => requirement.id)
}

/** To sign in at a terminal is to start a program anew, which nothing in a house can: its twins are programs. */
const OUTSIDE = 'client.authenticate.terminal-flow'

// What is slow here must not pass for a fault there: the same house, the same pace, and nothing crooked.
test('an honest client of version 2 in the same house passes all that can be done in one', {
  timeout: 180_000,
}, async () => {
  const { verdicts } = await examineClient({
    version: 2,
    fixture: crookedClient('nothing'),
    env: home => ({ ...process.env, HOME: home }),
    command: 'nothing',
    scenarios: clientScenarios,
    jobs: 2,
    pace: { patience: 250, deadline: 6_000 },
    start: houseClient({ sin: 'none' }),
  })
  expect(verdicts.length).toBeGreaterThan(30)
  expect(
    verdicts
      .filter(({ requirement, outcome }) => outcome !== 'passed' && requirement.id !== OUTSIDE)
      .map(({ requirement, outcome, details }) => [outcome, requirement.id, ...details]),
  ).toEqual([])
})

// Each of them is two processes; a busy machine may be late once.
describe.concurrent('a crooked client of version 1 is caught', { timeout: 60_000, retry: 2 }, () => {
  test.for(clients)('that breaks $id, and nothing else', async ({ id }) => {
    const expected = [id, ...(clientFaults[id]?.also ?? [])]
    expect([...(await brokenBy(id, 1))].sort()).toEqual(expected.sort())
  })
})

describe.concurrent('a crooked client of version 2 is caught', { timeout: 60_000, retry: 2 }, () => {
  test.for(requirementsOf(2).filter(({ side }) => side === 'client'))('that breaks $id', async ({ id }) => {
    expect(await brokenBy(id, 2)).toContain(id)
  })
})
