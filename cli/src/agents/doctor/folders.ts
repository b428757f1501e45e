/** The folders of this program: whose they are, who else may look or write, and whether anything can be kept. */

import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../error-code.js'
import type { Shell } from '../../shell.js'
import { makeFolder } from '../../usable-folder.js'
import { customFile, placesOf } from '../places.js'
import type { Finding } from './finding.js'

const WRITABLE_BY_OTHERS = 0o022
const OPEN_TO_OTHERS = 0o077

export async function findFolders({ env }: Shell): Promise<readonly Finding[]> {
  const { config, state, downloads } = placesOf(env)
  const findings: Finding[] = []
  for (const path of [config, state, downloads, customFile(env)])
    findings.push(...(await findStrangers(path)))
  findings.push(await findRoom(state))
  return findings
}

/** What is not there yet is well. */
async function findStrangers(path: string): Promise<readonly Finding[]> {
  const about = path
  const user = process.getuid?.()
  try {
    const { mode, uid } = await stat(path)
    if (user === undefined) return []
    if (uid !== user && uid !== 0)
      return [
        {
          state: 'wrong',
          about,
          says: 'it belongs to another user',
          cure: `move it away, or: chown "$USER" ${path}`,
        },
      ]
    const cure = `chmod go-rwx ${path}`
    if ((mode & WRITABLE_BY_OTHERS) !== 0)
      return [{ state: 'wrong', about, says: 'others can write there, and so choose what is run', cure }]
    if ((mode & OPEN_TO_OTHERS) !== 0) return [{ state: 'odd', about, says: 'others can read there', cure }]
    return [{ state: 'well', about, says: 'nobody else can read or write there' }]
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    return [
      { state: 'wrong', about, says: `it cannot be looked at (${codeOf(error)})`, cure: `ls -ld ${path}` },
    ]
  }
}

async function findRoom(folder: string): Promise<Finding> {
  const about = 'state'
  const path = join(folder, `.doctor-${randomUUID().slice(0, 8)}`)
  try {
    await makeFolder(folder)
    await writeFile(path, 'x', { mode: 0o600, flag: 'wx' })
    await rm(path)
    return { state: 'well', about, says: `conversations can be kept in ${folder}` }
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    const says = `nothing can be written to ${folder} (${codeOf(error)})`
    return {
      state: 'wrong',
      about,
      says,
      cure: 'make room there or make it yours, or set XDG_STATE_HOME to another folder',
    }
  }
}
