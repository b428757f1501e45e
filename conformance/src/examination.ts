/** All there is to say about a peer: every scenario played, every requirement of its side with its verdict. */

import { secretsInArguments } from '@parley/acp/guard'
import { kit } from './kit.js'
import { hasSpoken, type PlayOptions, playAll, type Scenario, type Theatre } from './play.js'
import { type Requirement, requirementsOf } from './requirement.js'
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

/** Examines a peer; `subjectOf` is asked about every stage before it is struck. */
export async function examine<Stage, Each extends Scenario<Stage>>(
  theatre: Theatre<Stage, Each>,
  subjectOf: (stage: Stage) => Subject | undefined,
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
  const performances = await playAll(options.scenarios, { ...theatre, strike }, { ...options, redactor })
  const requirements = requirementsOf(version).filter(requirement => requirement.side === side)
  const told = silenceOf(performances)
  const silence = told === undefined ? undefined : redactor.text(told)
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
    verdicts: toVerdicts(requirements, silence === undefined ? rulings : unheard(requirements, silence)),
    performances,
    silence,
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
