/** Clients that nobody here wrote, examined by the kit: what they break is written down in `docs/interop`. */
import { join } from 'node:path'
import { clientFixtures, clientScenarios, examineClient } from '@parley/conformance'
import { settle } from './conform-trial.js'
import { homely, withRig } from './rig.js'

export const CLIENTS: readonly string[] = ['acpx', 'official']

const JOBS = 3

export interface ClientExamination {
  /** The fixture that drives it. */
  readonly name: string
  readonly reports?: string | undefined
  readonly only?: string | undefined
}

export const tryConformClient = async ({
  name,
  reports,
  only = '',
}: ClientExamination): Promise<readonly string[]> => {
  const fixture = clientFixtures.find(each => each.name === name)
  if (fixture === undefined) return [`there is no fixture ${name}`]
  const [report, left] = await withRig(({ home: own, mark }) =>
    examineClient({
      version: 1,
      fixture,
      scenarios: clientScenarios.filter(scenario => scenario.name.includes(only)),
      command: name,
      jobs: JOBS,
      env: home => ({ ...homely(home), TMPDIR: join(own, 'tmp'), PARLEY_PEER_MARK: mark }),
    }),
  )
  return settle(report, left, { title: `client-${name}`, reports })
}
