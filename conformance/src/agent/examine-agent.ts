/** Plays every scenario against an agent, judges every wire by the rules, and brings it all together. */

import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { CannotGoOn, Judge, Unanswered } from '../judge.js'
import { requirementsOf, type Version } from '../requirement.js'
import { judgeWires } from '../rulings-by-rule.js'
import { type Performance, type Report, type Ruling, toVerdicts } from '../verdict.js'
import type { ExaminedAgent } from './examined-agent.js'
import type { AgentFixture } from './fixture.js'
import type { AgentScenario } from './scenario.js'
import { AgentStage, DEFAULT_PACE, type OpenAgent, type Pace } from './stage.js'

export interface ExamineAgentOptions {
  readonly version: Version
  readonly fixture: AgentFixture
  readonly open: OpenAgent
  /** How it is called in the report. */
  readonly command: string
  readonly scenarios: readonly AgentScenario[]
  /** How many are played at the same time. */
  readonly jobs?: number | undefined
  /** How long is waited for what comes, and for what must not. */
  readonly pace?: Partial<Pace> | undefined
  readonly onPerformance?: ((performance: Performance) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const SCENARIO_MILLISECONDS = 120_000
const REASON_CHARACTERS = 500
const NAME_CHARACTERS = 100

export async function examineAgent(options: ExamineAgentOptions): Promise<Report> {
  const { version, scenarios, onPerformance, signal } = options
  const started = new Date()
  const waiting = scenarios.filter(({ versions }) => versions.includes(version))
  const performances: Performance[] = []
  let subject: { readonly name?: string; readonly version?: string } = {}
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal?.aborted; next = waiting.shift()) {
      const played = await playOne(next, options)
      if (played.subject.name !== undefined) subject = played.subject
      performances.push(played.performance)
      onPerformance?.(played.performance)
    }
  }
  await Promise.all(Array.from({ length: options.jobs ?? 2 }, worker))
  const order = new Map(scenarios.map(({ name }, index) => [name, index]))
  performances.sort((a, b) => (order.get(a.scenario) ?? 0) - (order.get(b.scenario) ?? 0))
  const requirements = requirementsOf(version).filter(({ side }) => side === 'agent')
  return {
    side: 'agent',
    version,
    subject: { command: options.command, ...subject },
    by: 'parley-conformance 0.1.0',
    startedAt: started.toISOString(),
    milliseconds: Date.now() - started.getTime(),
    verdicts: toVerdicts(
      requirements,
      performances.flatMap(({ rulings }) => rulings),
    ),
    performances,
  }
}

interface Played {
  readonly performance: Performance
  readonly subject: { readonly name?: string; readonly version?: string }
}

async function playOne(scenario: AgentScenario, options: ExamineAgentOptions): Promise<Played> {
  const { version, fixture, open } = options
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-conformance-')))
  const pace = { ...DEFAULT_PACE, ...options.pace }
  const variant = scenario.variant ?? 'plain'
  const stage = new AgentStage({ version, fixture, open, folder, variant, pace })
  const judge = new Judge(scenario.name, scenario.verifies)
  let unseen = 'nothing was seen that it could be judged by'
  const except = [...(scenario.except ?? [])]
  const started = performance.now()
  try {
    const missing = scenario.deeds?.find(deed => fixture.prompts[deed] === undefined)
    if (missing !== undefined)
      throw new CannotGoOn(`the fixture ${fixture.name} has no words for "${missing}"`)
    await Promise.race([scenario.play(stage, judge), overdue()])
    judge.skipRest('the scenario did not come to it')
  } catch (error) {
    unseen = reasonOf(error)
    // Whoever leaves early cannot complain that something was still open.
    if (!(error instanceof Unanswered) && !stage.agents.some(hasEnded)) except.push('agent.answer.given')
    judge.skipRest(unseen)
  } finally {
    await stage.close()
    // Something that the agent left behind may still write there; that is nobody's verdict.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
  const wires = stage.agents.map(({ peer }) => peer.entries)
  const context = { version, side: 'agent', scenario: scenario.name, except } as const
  const watched = await judgeWires(wires, context)
  const rulings = [...judge.rulings, ...watched, ...unwatched(scenario, watched, unseen)]
  return {
    performance: {
      scenario: scenario.name,
      title: scenario.title,
      milliseconds: performance.now() - started,
      rulings,
      wires,
    },
    subject: subjectOf(stage),
  }
}

/** What was to be seen in the scenario and was not. */
function unwatched(
  { name, watches = [] }: AgentScenario,
  watched: readonly Ruling[],
  detail: string,
): readonly Ruling[] {
  return watches
    .filter(id => !watched.some(({ requirement }) => requirement === id))
    .map(requirement => ({ requirement, outcome: 'skipped', detail, scenario: name }))
}

/** A stumble of ours is told, and costs one scenario. */
function reasonOf(error: unknown): string {
  if (error instanceof CannotGoOn) return boundedLine(error.message, REASON_CHARACTERS)
  return `the examiner stumbled: ${boundedLine(String(error), REASON_CHARACTERS)}`
}

/** Whether it went by itself. */
function hasEnded({ peer }: ExaminedAgent): boolean {
  return peer.entries.some(entry => 'event' in entry && entry.event === 'exited')
}

/** What the agent says it is. */
function subjectOf(stage: AgentStage): Played['subject'] {
  for (const { welcome } of stage.agents) {
    const { name, version } = Object(welcome.agentInfo ?? welcome.info) as {
      name?: unknown
      version?: unknown
    }
    if (typeof name === 'string') return { name: clean(name), ...versionOf(version) }
  }
  return {}
}

function clean(text: string): string {
  return boundedLine(text, NAME_CHARACTERS)
}

function versionOf(version: unknown): { readonly version?: string } {
  return typeof version === 'string' ? { version: clean(version) } : {}
}

function overdue(): Promise<never> {
  return new Promise((_, reject) => {
    const late = (): void => reject(new CannotGoOn(`not over after ${SCENARIO_MILLISECONDS / 1000} s`))
    setTimeout(late, SCENARIO_MILLISECONDS).unref()
  })
}
