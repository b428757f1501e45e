/** A client, examined: where its scenarios are played, and what is known of it. */

import { type ExaminationOptions, examine, type Subject } from '../examination.js'
import type { Version } from '../requirement.js'
import { toSubject } from '../subject.js'
import type { Report } from '../verdict.js'
import { toJson } from '../wire/json.js'
import type { ClientFixture } from './fixture.js'
import type { ClientScenario } from './scenario.js'
import { CLIENT_PACE, type ClientPace, ClientStage, type StartClient } from './stage.js'

export interface ExamineClientOptions extends ExaminationOptions<ClientScenario> {
  readonly version: Version
  readonly fixture: ClientFixture
  /** What the client gets to see of our environment. */
  env(home: string): Readonly<Record<string, string | undefined>>
  /** How long is waited for what comes, and for what must not. */
  readonly pace?: Partial<ClientPace> | undefined
  /** Starts it in another way than as a program. */
  readonly start?: StartClient | undefined
}

/** Examines a client in one version. */
export function examineClient(options: ExamineClientOptions): Promise<Report> {
  const { version, fixture, env, start } = options
  const pace = { ...CLIENT_PACE, ...options.pace }
  return examine<ClientStage, ClientScenario>(
    {
      side: 'client',
      version,
      obstacle: ({ tasks }) => {
        const missing = tasks.find(task => fixture.tasks[task] === undefined)
        return missing === undefined
          ? undefined
          : `the fixture ${fixture.name} has no command for "${missing}"`
      },
      build: (_, folder) => new ClientStage({ version, fixture, env, folder, pace, start }),
      wiresOf: ({ peers }) => peers.map(({ entries }) => entries),
      silenceOf: ({ silence }) => silence,
      strike: stage => stage.close(),
    },
    { subjectOf },
    options,
  )
}

/** What the client says it is. */
function subjectOf({ peers }: ClientStage): Subject | undefined {
  for (const { arrivals } of peers) {
    const greeting = arrivals.all.find(({ message }) => message.method === 'initialize')
    const { clientInfo, info } = toJson(greeting?.message.params)
    const subject = toSubject(clientInfo ?? info)
    if (subject !== undefined) return subject
  }
  return undefined
}
