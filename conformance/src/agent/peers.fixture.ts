/** Examines a program in the way of the tests: on stdio, with an empty home, everything at once. */

import { troublesOf } from '../report/trouble.js'
import type { Version } from '../requirement.js'
import { openStdioWire } from '../wire/stdio-wire.js'
import { examineAgent } from './examine-agent.js'
import type { AgentFixture } from './fixture.js'
import { agentScenarios } from './scenarios.js'

export interface Findings {
  /** All that was not kept: the outcome, the requirement and why; and what kept the run from its end. */
  readonly broken: readonly string[]
  /** Why what was skipped was skipped: the requirements under each reason. */
  readonly skipped: Readonly<Record<string, readonly string[]>>
}

const PACE = { patience: 300, deadline: 30_000, turn: 60_000 }

export interface Subject {
  readonly command: readonly string[]
  readonly fixture: AgentFixture
  readonly env?: Readonly<Record<string, string>> | undefined
}

export async function examineProgram(
  version: Version,
  { command, fixture, env = {} }: Subject,
): Promise<Findings> {
  const report = await examineAgent({
    version,
    fixture,
    scenarios: agentScenarios,
    command: command.join(' '),
    jobs: 4,
    pace: PACE,
    open: ({ cwd, home, env: more, variant }) =>
      openStdioWire({
        command,
        cwd,
        variant,
        env: { PATH: process.env.PATH, HOME: home, ...env, ...more },
      }),
  })
  const broken: string[] = [...troublesOf(report)]
  const skipped: Record<string, string[]> = {}
  for (const { requirement, outcome, details } of report.verdicts) {
    const why = details.join('; ')
    if (outcome === 'skipped') skipped[why] = [...(skipped[why] ?? []), requirement.id]
    else if (outcome !== 'passed') broken.push(`${outcome} ${requirement.id}: ${why}`)
  }
  return { broken, skipped }
}
