/** Plays every scenario against a client, and brings together what was found. */

import { toJson } from '../agent/examined-agent.js'
import { type PlayOptions, playAll } from '../play.js'
import { requirementsOf, type Version } from '../requirement.js'
import { toSubject } from '../subject.js'
import { type Report, toVerdicts } from '../verdict.js'
import type { ClientFixture } from './fixture.js'
import type { ClientScenario } from './scenario.js'
import { CLIENT_PACE, type ClientPace, ClientStage } from './stage.js'

export interface ExamineClientOptions extends PlayOptions {
  readonly version: Version
  readonly fixture: ClientFixture
  /** What the client gets to see of our environment. */
  env(home: string): Readonly<Record<string, string | undefined>>
  /** How it is called in the report. */
  readonly command: string
  readonly scenarios: readonly ClientScenario[]
  /** How long is waited for what comes, and for what must not. */
  readonly pace?: Partial<ClientPace> | undefined
}

/** Examines a client in one version. */
export async function examineClient(options: ExamineClientOptions): Promise<Report> {
  const { version, fixture, env, command, scenarios } = options
  const pace = { ...CLIENT_PACE, ...options.pace }
  const started = new Date()
  let subject: ReturnType<typeof toSubject>
  const performances = await playAll<ClientStage, ClientScenario>(
    scenarios,
    {
      side: 'client',
      version,
      obstacle: ({ tasks }) => {
        const missing = tasks.find(task => fixture.tasks[task] === undefined)
        return missing === undefined
          ? undefined
          : `the fixture ${fixture.name} has no command for "${missing}"`
      },
      build: (_, folder) => new ClientStage({ version, fixture, env, folder, pace }),
      wiresOf: stage => stage.peers.map(({ entries }) => entries),
      strike: async stage => {
        subject = subjectOf(stage) ?? subject
        await stage.close()
      },
    },
    options,
  )
  const requirements = requirementsOf(version).filter(({ side }) => side === 'client')
  return {
    side: 'client',
    version,
    subject: { command, ...subject },
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

/** What the client says it is. */
function subjectOf({ peers }: ClientStage): ReturnType<typeof toSubject> {
  for (const { arrivals } of peers) {
    const greeting = arrivals.all.find(({ message }) => message.method === 'initialize')
    const { clientInfo, info } = toJson(greeting?.message.params)
    const subject = toSubject(clientInfo ?? info)
    if (subject !== undefined) return subject
  }
  return undefined
}
