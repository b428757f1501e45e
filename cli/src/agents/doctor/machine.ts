/** The Node that runs this, and whether a terminal would find more programs than this process does. */

import { randomUUID } from 'node:crypto'
import { findProgram, LaunchError } from '@parley/acp/node'
import type { Shell } from '../../shell.js'
import type { Finding } from './finding.js'

const LEAST = [20, 19] as const

export function findNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])
  const about = 'Node'
  if (isEnough) return { state: 'well', about, says: version }
  return {
    ...{ state: 'wrong', about, says: `${version} is too old: ${LEAST.join('.')} is the least` },
    cure: 'install a newer Node (24 is recommended), and install parley with it again',
  }
}

/** What the login shell says its PATH is, by way of a program that is nowhere. */
export async function findPath({ env, cwd }: Shell): Promise<readonly Finding[]> {
  const looked = await findProgram(`no-such-program-${randomUUID()}`, { env, cwd }).then(
    () => [],
    (error: unknown) => (error instanceof LaunchError ? error.looked : []),
  )
  const own = looked.find(({ place }) => place === 'the PATH of this process')
  const shell = looked.find(({ place }) => place.startsWith('the PATH of the login shell'))
  const about = 'PATH'
  if (shell === undefined) return [{ state: 'well', about, says: `${own?.folders.length ?? 0} folders` }]
  if (shell.remark !== undefined)
    return [
      {
        ...{ state: 'odd', about, says: `${shell.place.replace('the PATH of ', '')} ${shell.remark}` },
        cure: 'look at its profile: agents that only it knows are not found',
      },
    ]
  const more = shell.folders.filter(folder => !own?.folders.includes(folder))
  if (more.length === 0)
    return [{ state: 'well', about, says: 'the login shell has no folders that are not here' }]
  const says = 'the login shell has folders that are not here; agents are looked for there, too:'
  return [{ state: 'well', about, says: [says, ...more].join('\n') }]
}
