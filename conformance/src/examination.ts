/** All there is to say about a peer: every scenario played, every requirement of its side with its verdict. */

import { secretsInArguments } from '@parley/acp/guard'
import { kit } from './kit.js'
import { hasSpoken, type PlayOptions, playAll, type Scenario, type Theatre } from './play.js'
import { isDemanded, type Requirement, requirementsOf } from './requirement.js'
import { createRunRedactor } from './run-redactor.js'
import { type Performance, type Report, type Ruling, toVerdicts } from './verdict.js'

/** What the peer says it is. */
export type Subject = Omit<Report['subject'], 'command'>

export interface ExaminationOptions<Each> extends PlayOptions {
  readonly scenarios: readonly Each[]
  /** How it is called in the report. */
  readonly command: string
  /** What must not be written down wherever it turns up, such as the values of variables that the peer is given. */
  readonly secrets?: readonly string[] | undefined
}

/** A peer as it is examined. */
export interface Examined<Stage> {
  /** Asked about every stage before it is struck. */
  subjectOf(stage: Stage): Subject | undefined
  /** Why nothing need be played, where that is known already. */
  readonly obstacle?: string | undefined
}

export async function examine<Stage, Each extends Scenario<Stage>>(
  theatre: Theatre<Stage, Each>,
  { subjectOf, obstacle: known }: Examined<Stage>,
  options: ExaminationOptions<Each>,
): Promise<Report> {
  const { side, version } = theatre
  const started = new Date()
  const redactor = createRunRedactor([
    ...(options.secrets ?? []),
    ...secretsInArguments(options.command.split(' ')),
  ])
  let subject: Subject | undefined
  const strike = (stage: Stage): Promise<void> => {
    subject = subjectOf(stage) ?? subject
    return theatre.strike(stage)
  }
  const scenarios = known === undefined ? options.scenarios : []
  const performances = await playAll(scenarios, { ...theatre, strike }, { ...options, redactor })
  const requirements = requirementsOf(version).filter(each =>
    isDemanded(each, { of: side, over: theatre.transport ?? 'stdio' }),
  )
  const told = known ?? silenceOf(performances)
  const obstacle = told === undefined ? undefined : redactor.text(told)
  const rulings = performances.flatMap(performance => performance.rulings)
  return {
    side,
    version,
    subject: {
      command: redactor.text(options.command),
      ...(subject?.name === undefined ? {} : { name: redactor.text(subject.name) }),
      ...(subject?.version === undefined ? {} : { version: redactor.text(subject.version) }),
    },
    by: `${kit.name} ${kit.version}`,
    startedAt: started.toISOString(),
    milliseconds: Date.now() - started.getTime(),
    verdicts: toVerdicts(requirements, obstacle === undefined ? rulings : unheard(requirements, obstacle)),
    performances,
    obstacle,
    isInterrupted: options.signal?.aborted === true,
  }
}

/** Whoever never said anything has kept nothing and broken nothing: most likely the command is wrong. */
function silenceOf(performances: readonly Performance[]): string | undefined {
  if (performances.some(hasSpoken)) return undefined
  return performances.find(({ silence }) => silence !== undefined)?.silence
}

function unheard(requirements: readonly Requirement[], detail: string): readonly Ruling[] {
  return requirements.map(({ id }) => ({ requirement: id, outcome: 'skipped', detail, scenario: '' }))
}
