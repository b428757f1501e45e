import { afterEach, describe, expect, test } from 'vitest'
import { examineAgent } from '../../agent/examine-agent.js'
import { reference } from '../../agent/fixtures/reference.js'
import { openRemoteAgent } from '../../agent/remote-agent.js'
import type { AgentScenario } from '../../agent/scenario.js'
import { agentScenarios } from '../../agent/scenarios.js'
import type { Pace } from '../../agent/stage.js'
import { isDemanded, requirementsOf } from '../../requirement.js'
import type { Report } from '../../verdict.js'
import { toRemoteAddress } from '../../wire/remote-address.js'
import { httpFaults } from './http-faults.js'
import { type RunningServer, startServer } from './server.js'
import type { ServerFault } from './server-fault.js'
import { socketFaults } from './socket-faults.js'

const TRANSPORTS = { http: httpFaults, websocket: socketFaults }
const BROKEN = ['failed', 'warned', 'noted']

const running: RunningServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

interface Examined {
  readonly version?: 1 | 2
  readonly transport: 'http' | 'websocket'
  readonly fault?: ServerFault | undefined
  readonly scenarios: readonly AgentScenario[]
  readonly pace: Pace
}

async function examine({ version = 1, transport, fault, scenarios, pace }: Examined): Promise<Report> {
  const server = await startServer(fault)
  running.push(server)
  const remote = toRemoteAddress(server.urls[transport])
  return examineAgent({
    version,
    fixture: reference,
    scenarios,
    command: transport,
    jobs: 8,
    pace,
    remote,
    open: openRemoteAgent(remote, reference),
  })
}

describe.each(['http', 'websocket'] as const)('over %s', transport => {
  const faults = TRANSPORTS[transport]
  const demanded = requirementsOf(1).filter(each => isDemanded(each, { of: 'agent', over: transport }))
  const own = demanded.filter(({ transports }) => transports !== undefined)

  test('the honest server keeps every requirement but those that need a program to start', {
    timeout: 120_000,
  }, async () => {
    const { verdicts } = await examine({
      transport,
      scenarios: agentScenarios,
      pace: { patience: 300, deadline: 30_000, turn: 60_000 },
    })
    const others = verdicts
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ requirement, outcome, details }) => `${outcome} ${requirement.id}: ${details.join('; ')}`)
    const unstarted =
      'the agent is not started here, so it cannot be given the variable PARLEY_REFERENCE_SIGNED_OUT'
    expect(others).toEqual([
      `skipped agent.stdin.end: there is no such thing over ${transport}`,
      `skipped agent.initialize.auth-methods: ${unstarted}`,
      `skipped agent.initialize.terminal-sign-in: ${unstarted}`,
      `skipped agent.auth.required: ${unstarted}`,
      `skipped agent.auth.unknown-method: ${unstarted}`,
      `skipped agent.auth.signed-in: ${unstarted}`,
      `skipped agent.auth.logout: ${unstarted}`,
    ])
    expect(verdicts).toHaveLength(demanded.length)
  })

  test('the honest server keeps every requirement of version 2 but those', { timeout: 120_000 }, async () => {
    const { verdicts } = await examine({
      version: 2,
      transport,
      scenarios: agentScenarios,
      pace: { patience: 300, deadline: 30_000, turn: 60_000 },
    })
    const others = verdicts
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ requirement, outcome }) => `${outcome} ${requirement.id}`)
    const unstarted = ['markers', 'auth-methods', 'auth-type', 'info', 'terminal-sign-in']
    const signedOut = ['required', 'unknown-method', 'signed-in', 'logout', 'both']
    expect(others).toEqual(
      [
        'stdin.end',
        // Over HTTP a handshake is what makes a connection, and no part of one.
        ...(transport === 'http' ? ['repeated', 'failed-repeat', 'late-repeat'] : []).map(
          each => `initialize.${each}`,
        ),
        ...unstarted.map(each => `initialize.${each}`),
        ...signedOut.map(each => `auth.${each}`),
      ].map(each => `skipped agent.${each}`),
    )
  })

  test('every requirement of the transport has a crooked server, and every crooked server a requirement', () => {
    expect(Object.keys(faults).sort()).toEqual(own.map(({ id }) => id).sort())
  })

  describe('a crooked server is caught', { timeout: 60_000, retry: 1 }, () => {
    test.for(own)('that breaks $id', async ({ id }) => {
      const fault = faults[id]
      const { verdicts } = await examine({
        transport,
        fault,
        scenarios: agentScenarios.filter(({ verifies }) => verifies.includes(id)),
        pace: { patience: 200, deadline: 2_000, turn: 8_000 },
      })
      const broken = verdicts.filter(({ outcome }) => BROKEN.includes(outcome))
      expect(broken.map(({ requirement }) => requirement.id).sort()).toEqual(
        [id, ...(fault?.also ?? [])].sort(),
      )
    })
  })
})
