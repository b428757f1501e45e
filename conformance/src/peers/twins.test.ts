import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { examineAgent } from '../agent/examine-agent.js'
import { reference } from '../agent/fixtures/reference.js'
import type { AgentScenario } from '../agent/scenario.js'
import { agentScenarios } from '../agent/scenarios.js'
import type { OpenAgent, Pace } from '../agent/stage.js'
import { isDemanded, type Requirement, requirementsOf, type Version } from '../requirement.js'
import type { Report } from '../verdict.js'
import { openStdioWire, wireOver } from '../wire/stdio-wire.js'
import { faultsOf } from './faults.js'
import { houseAgent } from './housed-agent.fixture.js'

const VERSIONS = [1, 2] as const

const agentsOf = (version: Version): readonly Requirement[] =>
  requirementsOf(version).filter(each => isDemanded(each, { of: 'agent', over: 'stdio' }))
const BROKEN = ['failed', 'warned', 'noted']

interface Peer {
  readonly version: Version
  readonly open: OpenAgent
  readonly scenarios: readonly AgentScenario[]
  readonly pace: Pace
}

function examine({ version, open, scenarios, pace }: Peer): Promise<Report> {
  return examineAgent({
    version,
    fixture: reference,
    scenarios,
    command: 'twin',
    jobs: 4,
    pace,
    isTriedFirst: false,
    open,
  })
}

function asProgram(name: string, args: readonly string[] = []): OpenAgent {
  const path = fileURLToPath(new URL(`../../dist/peers/${name}.js`, import.meta.url))
  return ({ cwd, home, env, variant }) =>
    openStdioWire({
      command: [process.execPath, path, ...args],
      cwd,
      variant,
      env: { PATH: process.env.PATH, HOME: home, ...env },
    })
}

/** What is wrong with pipes, with where a program was started and with its end takes a program; the rest are words. */
const OF_PROGRAMS = [
  /^agent\.(stdin|stdout)\./,
  /^agent\.session\.(cwd|relative-cwd)$/,
  /^agent\.(input\.(bad-json|unknown-notification)|cancel-request\.unknown)$/,
]

function openCrooked(version: Version, id: string): OpenAgent {
  if (OF_PROGRAMS.some(pattern => pattern.test(id)))
    return asProgram('crooked-agent', ['--version', String(version), '--fault', id])
  const fault = faultsOf(version)[id]
  if (fault === undefined) throw new Error(`there is no fault "${id}"`)
  return ({ home, env, variant }) =>
    wireOver(houseAgent({ fault, home, isSignedOut: env.PARLEY_REFERENCE_SIGNED_OUT === '1' }), variant)
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
      open: asProgram('reference-agent'),
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
        open: openCrooked(version, id),
        scenarios: scenariosFor(id),
        pace: { patience: 200, deadline: 4_000, turn: 8_000 },
      })
      const broken = verdicts.filter(({ outcome }) => BROKEN.includes(outcome))
      const expected = [id, ...(faults[id]?.also ?? [])]
      expect(broken.map(({ requirement }) => requirement.id).sort()).toEqual(expected.sort())
    })
  })
})
