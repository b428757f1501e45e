/** The user's policy and the audit log: whether they count, and whether they are whole. */

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedLine, describeFlaw, readPolicy } from '@parley/acp/guard'
import { verifyAudit } from '@parley/acp/node'
import type { Shell } from '../../shell.js'
import { placesOf } from '../places.js'
import { readBounded } from '../private-file.js'
import type { Finding } from './finding.js'

const MOST_BYTES = 1024 * 1024
const WRITABLE_BY_OTHERS = 0o022

export async function findPolicy({ env }: Shell): Promise<Finding> {
  const path = join(placesOf(env).config, 'policy.json')
  const about = 'policy'
  try {
    const text = await readBounded(path, MOST_BYTES)
    if (text === undefined)
      return { state: 'well', about, says: 'there is none, so that everything is asked about' }
    if (((await stat(path)).mode & WRITABLE_BY_OTHERS) !== 0 && process.platform !== 'win32')
      return {
        state: 'wrong',
        about,
        says: `others can write ${path}, so it does not count`,
        cure: `chmod 600 ${path}`,
      }
    const reading = readPolicy(text, 'user')
    if ('policy' in reading) {
      const { length } = reading.policy.rules
      return { state: 'well', about, says: `${length} ${length === 1 ? 'line' : 'lines'} in ${path}` }
    }
    const flaws = reading.flaws.slice(0, 5).map(flaw => boundedLine(describeFlaw(flaw), 300))
    const says = [`${path} does not count, and everything is asked about:`, ...flaws].join('\n')
    return { state: 'wrong', about, says, cure: 'mend what is named' }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { state: 'wrong', about, says: `${path} cannot be read: ${why}`, cure: `ls -l ${path}` }
  }
}

export async function findAudit({ env }: Shell): Promise<Finding> {
  const folder = join(placesOf(env).state, 'audit')
  const about = 'audit log'
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (!isThere) return { state: 'well', about, says: 'nothing was written down yet' }
  try {
    const { isWhole, entries, flaw } = await verifyAudit(folder)
    // A folder that is there and holds nothing was made and never used.
    if (isWhole || (entries === 0 && flaw?.file === ''))
      return { state: 'well', about, says: `whole, ${entries} lines` }
    const says = `not whole: ${flaw?.file ?? folder}, line ${flaw?.line ?? 0}: ${flaw?.why ?? 'unknown'}`
    return {
      state: 'wrong',
      about,
      says,
      cure: `look at it (parley audit verify), and move ${folder} away to begin anew`,
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { state: 'wrong', about, says: `it cannot be read: ${why}`, cure: `ls -l ${folder}` }
  }
}
