import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { examineAgent } from '../agent/examine-agent.js'
import { reference } from '../agent/fixtures/reference.js'
import type { AgentScenario } from '../agent/scenario.js'
import { agentScenarios } from '../agent/scenarios.js'
import type { Pace } from '../agent/stage.js'
import { isDemanded, type Requirement, requirementsOf, type Version } from '../requirement.js'
import type { Report } from '../verdict.js'
import { openStdioWire } from '../wire/stdio-wire.js'
import { faultsOf } from './faults.js'

const VERSIONS = [1, 2] as const

const agentsOf = (version: Version): readonly Requirement[] =>
  requirementsOf(version).filter(each => isDemanded(each, { of: 'agent', over: 'stdio' }))
const BROKEN = ['failed', 'warned', 'noted']

interface Peer {
  readonly version: Version
  readonly program: readonly string[]
  readonly scenarios: readonly AgentScenario[]
  readonly pace: Pace
}

function examine({ version, program: [name = '', ...args], scenarios, pace }: Peer): Promise<Report> {
  const path = fileURLToPath(new URL(`../../dist/peers/${name}.js`, import.meta.url))
  return examineAgent({
    version,
    fixture: reference,
    scenarios,
    command: name,
    jobs: 4,
    pace,
    isTriedFirst: false,
    open: ({ cwd, home, env, variant }) =>
      openStdioWire({
        command: [process.execPath, path, ...args],
        cwd,
        variant,
        env: { PATH: process.env.PATH, HOME: home, ...env },
      }),
  })
}

describe.each(VERSIONS)('in version %i', version => {
  const agents = agentsOf(version)
  const faults = faultsOf(version)
  const scenarios = agentScenarios.filter(({ versions }) => versions.includes(version))

  test('the honest agent keeps every requirement, and nothing is left out', {
    timeout: 120_000,
  }, async () => {
    const { verdicts } = await examine({
      version,
      program: ['reference-agent'],
      scenarios,
      pace: { patience: 400, deadline: 30_000, turn: 60_000 },
    })
    const others = verdicts
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ requirement, outcome, details }) => `${outcome} ${requirement.id}: ${details.join('; ')}`)
    expect(others).toEqual([])
    expect(verdicts).toHaveLength(agents.length)
  })

  test('every requirement has a crooked twin, and every twin a requirement', () => {
    expect(Object.keys(faults).sort()).toEqual(agents.map(({ id }) => id).sort())
  })

  /** The scenarios that must notice: those that the fault names, else those that decide its requirement. */
  function scenariosFor(id: string): readonly AgentScenario[] {
    const named = faults[id]?.scenarios
    return scenarios.filter(({ name, verifies }) => named?.includes(name) ?? verifies.includes(id))
  }

  // A few faults show only where a pipe is read in time, which a busy machine may miss once.
  describe.concurrent('a crooked agent is caught', { timeout: 60_000, retry: 2 }, () => {
    test.for(agents)('that breaks $id', async ({ id }) => {
      const { verdicts } = await examine({
        version,
        program: ['crooked-agent', '--version', String(version), '--fault', id],
        scenarios: scenariosFor(id),
        pace: { patience: 200, deadline: 4_000, turn: 8_000 },
      })
      const broken = verdicts.filter(({ outcome }) => BROKEN.includes(outcome))
      const expected = [id, ...(faults[id]?.also ?? [])]
      expect(broken.map(({ requirement }) => requirement.id).sort()).toEqual(expected.sort())
    })
  })
})
