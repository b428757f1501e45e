/** An agent, examined: where its scenarios are played, and what is known of it. */

import { type ExaminationOptions, examine } from '../examination.js'
import { Unanswered } from '../judge.js'
import type { Version } from '../requirement.js'
import { toSubject } from '../subject.js'
import type { Report } from '../verdict.js'
import type { RemoteAddress, Transport } from '../wire/remote-address.js'
import type { ExaminedAgent } from './examined-agent.js'
import type { AgentFixture } from './fixture.js'
import type { AgentScenario } from './scenario.js'
import { AgentStage, DEFAULT_PACE, type OpenAgent, type Pace } from './stage.js'

export interface ExamineAgentOptions extends ExaminationOptions<AgentScenario> {
  readonly version: Version
  readonly fixture: AgentFixture
  readonly open: OpenAgent
  /** Where it is, if it is elsewhere; `openRemoteAgent` then opens it. */
  readonly remote?: RemoteAddress | undefined
  /** How long is waited for what comes, and for what must not. */
  readonly pace?: Partial<Pace> | undefined
}

/** Examines an agent in one version. */
export function examineAgent(options: ExamineAgentOptions): Promise<Report> {
  const { version, fixture, open, remote } = options
  const transport = remote?.transport ?? 'stdio'
  const pace = { ...DEFAULT_PACE, ...options.pace }
  return examine<AgentStage, AgentScenario>(
    {
      side: 'agent',
      version,
      transport,
      obstacle: ({ deeds, transports }) => {
        if (transports?.includes(transport) === false) return `there is no such thing over ${transport}`
        const missing = deeds?.find(deed => fixture.prompts[deed] === undefined)
        return missing === undefined ? undefined : `the fixture ${fixture.name} has no words for "${missing}"`
      },
      build: ({ variant = 'plain' }, folder) =>
        new AgentStage({ version, fixture, open, folder, variant, pace, remote }),
      wiresOf: ({ agents }) => agents.map(({ peer }) => peer.entries),
      // Whoever leaves early cannot complain that something was still open.
      spoiltBy: ({ agents }, reason) =>
        reason instanceof Unanswered || agents.some(hasEnded) ? [] : ['agent.answer.given'],
      strike: stage => stage.close(),
    },
    ({ agents }) => agents.map(({ welcome }) => toSubject(welcome.agentInfo ?? welcome.info)).find(Boolean),
    {
      ...options,
      scenarios: options.scenarios
        .filter(each => concerns(each, transport))
        .map(each => (remote === undefined ? each : asElsewhere(each))),
    },
  )
}

/** What is only for other networks is not even mentioned; what is only for pipes is skipped, and says so. */
function concerns({ transports }: AgentScenario, transport: Transport): boolean {
  return transports === undefined || transports.includes(transport) || transports.includes('stdio')
}

function asElsewhere(scenario: AgentScenario): AgentScenario {
  const { except = [], exceptElsewhere = [] } = scenario
  return { ...scenario, except: [...except, ...exceptElsewhere] }
}

/** Whether it went by itself. */
function hasEnded({ peer }: ExaminedAgent): boolean {
  return peer.entries.some(entry => 'event' in entry && entry.event === 'exited')
}
