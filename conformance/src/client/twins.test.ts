import { afterAll, describe, expect, test } from 'vitest'
import { clientFaults } from '../peers/client-faults.js'
import { requirementsOf } from '../requirement.js'
import { examineClient } from './examine-client.js'
import { crookedClient } from './fixtures.js'
import { clientScenarios } from './scenarios.js'

const OFTEN = 4
const PACE = { patience: 250, deadline: 8_000 }
const requirements = requirementsOf(1).filter(({ side }) => side === 'client')

/** How a client with one fault fares under the requirement that it breaks, in the scenarios that must notice. */
async function verdictOn(id: string): Promise<string> {
  const fault = clientFaults[id]
  const scenarios = clientScenarios.filter(({ name, verifies }) =>
    fault?.scenarios === undefined ? verifies.includes(id) : fault.scenarios.includes(name),
  )
  const report = await examineClient({
    version: 1,
    fixture: crookedClient(id),
    env: process.env,
    command: id,
    scenarios,
    jobs: 1,
    pace: PACE,
  })
  return report.verdicts.find(({ requirement }) => requirement.id === id)?.outcome ?? 'unknown'
}

/** All of them, several at a time, begun when the first is asked for. */
const verdicts = new Map<string, Promise<string>>()
let last: Promise<unknown>[] = Array.from({ length: OFTEN }, () => Promise.resolve())

function begin(): void {
  if (verdicts.size > 0) return
  for (const [index, { id }] of requirements.entries()) {
    const place = index % OFTEN
    const verdict = (last[place] ?? Promise.resolve()).then(() => verdictOn(id))
    verdicts.set(id, verdict)
    last = last.with(
      place,
      verdict.catch(() => {}),
    )
  }
}

const BROKEN = { must: 'failed', should: 'warned', may: 'noted' } as const

describe('a crooked client', () => {
  afterAll(() => Promise.all(last))

  test('there is one for every requirement, and for nothing else', () => {
    expect(Object.keys(clientFaults).sort()).toEqual(requirements.map(({ id }) => id).sort())
  })

  test.each(requirements.map(({ id, level }) => [id, level] as const))(
    'is caught when it breaks %s',
    async (id, level) => {
      begin()
      expect(await verdicts.get(id)).toBe(BROKEN[level])
    },
    180_000,
  )
})
