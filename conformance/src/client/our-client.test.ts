import { describe, expect, test } from 'vitest'
import { examineClient } from './examine-client.js'
import { clientFixtures } from './fixtures.js'
import { clientScenarios } from './scenarios.js'

const ours = clientFixtures.find(({ name }) => name === 'ours')

describe('our own client', () => {
  test.each([1, 2] as const)(
    'keeps every requirement of version %i that can be checked',
    async version => {
      if (ours === undefined) throw new Error('there is no fixture "ours"')
      const report = await examineClient({
        version,
        fixture: ours,
        env: process.env,
        command: 'ours',
        scenarios: clientScenarios,
        jobs: 4,
        pace: { patience: 250, deadline: 15_000 },
      })
      const others = report.verdicts.filter(({ outcome }) => outcome !== 'passed')
      expect(
        others.map(({ requirement, outcome, details }) => [requirement.id, outcome, ...details]),
      ).toEqual([])
      expect(report.verdicts.length).toBeGreaterThan(30)
    },
    120_000,
  )
})
