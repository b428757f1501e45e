/** Which files a repository has, as git says: those that it knows and those that are new, none that is ignored. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitRoom } from '../git/git-room.js'
import { findRepository } from '../git/repository.js'

const DEADLINE_MILLISECONDS = 3_000
const LISTING = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']

/** At most so many paths below a folder; nothing without git, without a repository, or where git does not understand it. */
export async function gitFiles(folder: string, most: number): Promise<readonly string[] | undefined> {
  const repository = await findRepository(folder)
  if (repository === undefined) return undefined
  let scratch: string | undefined
  try {
    scratch = await mkdtemp(join(tmpdir(), 'parley-files-'))
    return await list(await GitRoom.open(join(scratch, 'git'), repository, process.env), most)
  } catch {
    return undefined
  } finally {
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** What came until it ended, there was enough of it, or it took too long. */
async function list(room: GitRoom, most: number): Promise<readonly string[]> {
  const { prefix } = room.repository
  const lead = prefix === '' ? '' : `${prefix}/`
  const found = new Set<string>()
  const decoder = new TextDecoder()
  let rest = ''
  const take = (piece: Buffer): boolean => {
    const paths = (rest + decoder.decode(piece, { stream: true })).split('\0')
    rest = paths.pop() ?? ''
    for (const path of paths)
      if (found.size < most && path.startsWith(lead)) found.add(path.slice(lead.length))
    return found.size < most
  }
  const signal = AbortSignal.timeout(DEADLINE_MILLISECONDS)
  try {
    await room.run([...LISTING, ...(prefix === '' ? [] : ['--', prefix])], { signal, take })
  } catch (error) {
    if (found.size === 0) throw error
  }
  return [...found]
}
