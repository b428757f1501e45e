/** All there is to say about a peer: every scenario played, every requirement of its side with its verdict. */

import { type PlayOptions, playAll, type Scenario, type Theatre } from './play.js'
import { isDemanded, requirementsOf } from './requirement.js'
import { type Report, toVerdicts } from './verdict.js'

/** What the peer says it is. */
export type Subject = Omit<Report['subject'], 'command'>

export interface ExaminationOptions<Each> extends PlayOptions {
  readonly scenarios: readonly Each[]
  /** How it is called in the report. */
  readonly command: string
}

/** Examines a peer; `subjectOf` is asked about every stage before it is struck. */
export async function examine<Stage, Each extends Scenario<Stage>>(
  theatre: Theatre<Stage, Each>,
  subjectOf: (stage: Stage) => Subject | undefined,
  options: ExaminationOptions<Each>,
): Promise<Report> {
  const { side, version } = theatre
  const started = new Date()
  let subject: Subject | undefined
  const strike = (stage: Stage): Promise<void> => {
    subject = subjectOf(stage) ?? subject
    return theatre.strike(stage)
  }
  const performances = await playAll(options.scenarios, { ...theatre, strike }, options)
  return {
    side,
    version,
    subject: { command: options.command, ...subject },
    by: 'parley-conformance 0.1.0',
    startedAt: started.toISOString(),
    milliseconds: Date.now() - started.getTime(),
    verdicts: toVerdicts(
      requirementsOf(version).filter(each =>
        isDemanded(each, { of: side, over: theatre.transport ?? 'stdio' }),
      ),
      performances.flatMap(({ rulings }) => rulings),
    ),
    performances,
  }
}
