/** An agent, examined: where its scenarios are played, and what is known of it. */

import { type ExaminationOptions, examine } from '../examination.js'
import { Unanswered } from '../judge.js'
import type { Version } from '../requirement.js'
import { toSubject } from '../subject.js'
import type { Report } from '../verdict.js'
import { isCutOff } from '../wire/bounded-lines.js'
import type { RemoteAddress, Transport } from '../wire/remote-address.js'
import type { ExaminedAgent } from './examined-agent.js'
import { obstacleAtFirst } from './first-contact.js'
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
  /** Whether it is tried first if the agent can be spoken with at all; it is, unless somebody knows that it can. */
  readonly isTriedFirst?: boolean | undefined
}

/** Examines an agent in one version. */
export async function examineAgent(options: ExamineAgentOptions): Promise<Report> {
  const { version, fixture, open, remote } = options
  const transport = remote?.transport ?? 'stdio'
  const scenarios = options.scenarios
    .filter(each => concerns(each, transport))
    .map(each => (remote === undefined ? each : asElsewhere(each)))
  const pace = { ...DEFAULT_PACE, ...options.pace }
  const isPlayable = (scenario: AgentScenario): boolean =>
    scenario.versions.includes(version) && wordsMissing(scenario, fixture) === undefined
  const obstacle =
    options.isTriedFirst !== false && scenarios.some(isPlayable)
      ? await obstacleAtFirst({ version, fixture, open, pace }, options.signal)
      : undefined
  const report = await examine<AgentStage, AgentScenario>(
    {
      side: 'agent',
      version,
      transport,
      obstacle: scenario =>
        scenario.transports?.includes(transport) === false
          ? `there is no such thing over ${transport}`
          : wordsMissing(scenario, fixture),
      build: ({ variant = 'plain' }, folder) =>
        new AgentStage({ version, fixture, open, folder, variant, pace, remote }),
      wiresOf: ({ agents }) => agents.map(({ peer }) => peer.entries),
      silenceOf: ({ silence }) => silence,
      // Whoever leaves early, or does not listen any longer, cannot complain that something was still open.
      spoiltBy: ({ agents }, reason) => {
        const endings = agents.flatMap(endingOf)
        const isOurs = reason !== undefined && !(reason instanceof Unanswered) && endings.length === 0
        return isOurs || endings.some(isCutOff) ? ['agent.answer.given'] : []
      },
      strike: stage => stage.close(),
    },
    {
      subjectOf: ({ agents }) =>
        agents.map(({ welcome }) => toSubject(welcome.agentInfo ?? welcome.info)).find(Boolean),
      obstacle,
    },
    { ...options, scenarios },
  )
  return { ...report, fixture: fixture.name }
}

function wordsMissing({ deeds }: AgentScenario, { name, prompts }: AgentFixture): string | undefined {
  const missing = deeds?.find(deed => prompts[deed] === undefined)
  return missing === undefined ? undefined : `the fixture ${name} has no words for "${missing}"`
}

/** What is only for other networks is not even mentioned; what is only for pipes is skipped, and says so. */
function concerns({ transports }: AgentScenario, transport: Transport): boolean {
  return transports === undefined || transports.includes(transport) || transports.includes('stdio')
}

function asElsewhere(scenario: AgentScenario): AgentScenario {
  const { except = [], exceptElsewhere = [] } = scenario
  return { ...scenario, except: [...except, ...exceptElsewhere] }
}

/** How it went, where it went by itself. */
function endingOf({ peer }: ExaminedAgent): readonly string[] {
  return peer.entries.flatMap(entry => ('event' in entry && entry.event === 'exited' ? entry.detail : []))
}
