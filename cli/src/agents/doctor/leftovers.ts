/** What dead processes left behind: names of lock owners, unfinished installations, and processes that nobody ends. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { listRunning } from '../../chat/worker/landing-place.js'
import { codeOf } from '../../error-code.js'
import { isObject } from '../../json-object.js'
import { homeFolder } from '../../own-folder.js'
import type { Shell } from '../../shell.js'
import { member, parseJson } from '../json-reader.js'
import { installFolder, placesOf } from '../places.js'
import { readBounded } from '../private-file.js'
import type { Finding } from './finding.js'

/** The variable that marks everything that a client of this library started; its value begins with the starter's number. */
const MARK = 'ACP_TERM_OWNER='
const MOST_OWNER_BYTES = 4_096

export async function findLeftovers(shell: Shell): Promise<readonly Finding[]> {
  return [
    await findLocks(shell),
    ...(await findStaging(shell)),
    ...(await findOrphans(shell)),
    ...(await findChats(shell)),
  ]
}

/** They were left on purpose: this is for people who forgot. */
async function findChats(shell: Shell): Promise<readonly Finding[]> {
  const running = await listRunning(shell).catch(() => [])
  if (running.length === 0) return []
  const rows = running.slice(0, 10).map(({ id, cwd, title }) => boundedLine(`${id} ${cwd} ${title}`, 200))
  const says = [`${running.length} ${running.length === 1 ? 'runs' : 'run'}:`, ...rows].join('\n')
  return [{ state: 'well', about: 'chats', says, cure: 'to end one: parley attach --end <id>' }]
}

/** Whoever takes a lock next sees that its owner is dead: this is for people who wonder. */
async function findLocks({ env }: Shell): Promise<Finding> {
  const { state } = placesOf(env)
  const dead: string[] = []
  for (const folder of await names(state))
    for (const owner of await names(join(state, folder, '.owners'))) {
      const path = join(state, folder, '.owners', owner)
      const pid = await ownerOf(path)
      if (pid !== undefined && !isRunning(pid)) dead.push(path)
    }
  const about = 'locks'
  if (dead.length === 0) return { state: 'well', about, says: 'none is held by a dead process' }
  const says = [
    `${dead.length} owners are dead; their locks are taken over when needed:`,
    ...dead.slice(0, 10),
  ]
  return { state: 'odd', about, says: says.join('\n') }
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    const owner = parseJson((await readBounded(path, MOST_OWNER_BYTES)) ?? '')
    const pid = isObject(owner) ? member(owner, 'pid') : undefined
    return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

async function findStaging({ env }: Shell): Promise<readonly Finding[]> {
  const home = installFolder(env)
  const found: string[] = []
  for (const id of await names(home))
    for (const name of await names(join(home, id)))
      if (name.startsWith('.staging-')) found.push(join(home, id, name))
  if (found.length === 0) return []
  const says = ['an installation was not finished, or runs at this moment:', ...found].join('\n')
  return [{ state: 'odd', about: 'installations', says, cure: `if none runs: rm -r ${found.join(' ')}` }]
}

/** Only where the system shows what processes were started with, and only those of this home: others have their own. */
async function findOrphans(shell: Shell): Promise<readonly Finding[]> {
  const about = 'processes'
  if (process.platform !== 'linux') return []
  const left: number[] = []
  // As the kernel keeps it: bytes.
  const home = `HOME=${Buffer.from(homeFolder(shell)).toString('latin1')}`
  for (const name of await names('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
    if (!environment.split('\0').includes(home)) continue
    const starter = starterIn(environment)
    if (starter !== undefined && !isRunning(starter)) left.push(Number(name))
  }
  if (left.length === 0)
    return [{ state: 'well', about, says: 'none was left behind by a client that is gone' }]
  const says = `${left.length} ${left.length === 1 ? 'was' : 'were'} started by a client that is gone: ${left.slice(0, 20).join(', ')}`
  return [
    {
      state: 'odd',
      about,
      says,
      cure: `look at them (ps -fp ${left.slice(0, 20).join(',')}), then: kill ${left.slice(0, 20).join(' ')}`,
    },
  ]
}

/** Marks stand one behind the other, each with its end: the last is that of the nearest starter. */
export function starterIn(environment: string): number | undefined {
  const value = environment
    .split('\0')
    .find(each => each.startsWith(MARK))
    ?.slice(MARK.length)
  const mark = value
    ?.split(';')
    .filter(each => each !== '')
    .at(-1)
  const [, pid] = /^([0-9a-f]{1,8})-/.exec(mark ?? '') ?? []
  return pid === undefined ? undefined : Number.parseInt(pid, 16)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

async function names(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
