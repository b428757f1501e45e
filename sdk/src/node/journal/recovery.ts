/**
 * After a crash: puts what a dead owner's commit log holds into the files of the sessions, each entry once and in its
 * place, before anybody reads or writes them. One process does it at a time, and every step can be done again.
 */

import { absent, type FileSystem, known, lacksDescriptor } from './file-system.js'
import type { Folder } from './folder.js'
import { isSessionId } from './folder.js'
import { writeAll } from './handles.js'
import { dropLock, takeLock } from './lock.js'
import { isAlive, type Presence, readOwner } from './owner.js'
import { collect, type Found } from './segment.js'
import { survey, type Verdict } from './session-file.js'

/** What recovery works on, and in whose name. */
export interface RecoveryPlace {
  readonly files: FileSystem
  readonly folder: Folder
  readonly presence: Presence
}

const PAUSE_MILLISECONDS = 10
const NEWLINE = Buffer.from('\n')
const COMMIT_NAME = /^(.+)-(\d+)\.ndjson$/

/** Recovers what every dead owner left behind. */
export async function recoverAll(place: RecoveryPlace): Promise<void> {
  const { files, folder } = place
  const owners = (await files.list(folder.owners)).filter(
    name => !name.includes('~') && !name.endsWith('.draft'),
  )
  const writers = (await files.list(folder.commits)).flatMap(name => COMMIT_NAME.exec(name)?.[1] ?? [])
  for (const token of new Set([...owners, ...writers])) await recover(place, token)
  await clearLocks(place)
}

/** Who was killed while it began a session, or deleted one, left a lock that nobody would ever ask for again. */
async function clearLocks({ files, folder, presence }: RecoveryPlace): Promise<void> {
  for (const id of await files.list(folder.locks)) {
    if (!isSessionId(id) || files.status(folder.session(id)) !== undefined) continue
    if (takeLock(files, presence, folder.lock(id))) dropLock(files, folder.lock(id))
  }
}

/** Recovers what one owner left behind, unless it lives; waits for whoever does it already. */
export async function recover(place: RecoveryPlace, token: string): Promise<void> {
  const { files, folder, presence } = place
  const path = folder.owner(token)
  const claim = `${path}~`
  for (;;) {
    const owner = readOwner(files, path)
    if (owner !== undefined && isAlive(files, path, owner)) return
    if (takeLock(files, presence, claim)) break
    await new Promise(resolve => setTimeout(resolve, PAUSE_MILLISECONDS))
  }
  try {
    await foldCommits(place, token)
    // Last: while it is there, somebody sees that there is work.
    clear(files, path)
  } finally {
    dropLock(files, claim)
  }
}

async function foldCommits(place: RecoveryPlace, token: string): Promise<void> {
  const { files, folder } = place
  const commits = (await files.list(folder.commits)).filter(name => COMMIT_NAME.exec(name)?.[1] === token)
  const found = new Map<string, Found[]>()
  for (const name of commits) await collect(files, `${folder.commits}/${name}`, found)
  for (const [id, runs] of found) if (isSessionId(id)) await foldSession(place, id, runs)
  for (const name of commits) clear(files, `${folder.commits}/${name}`)
}

/** A folder that somebody put there stays, and keeps nobody from anything. */
function clear(files: FileSystem, path: string): void {
  known(() => absent(() => files.remove(path)))
}

async function foldSession(
  { files, folder, presence }: RecoveryPlace,
  id: string,
  runs: Found[],
): Promise<void> {
  const path = folder.session(id)
  if (files.status(path) === undefined) return
  // Who holds it now took it from an owner that had given it back, and so had left nothing to fold.
  if (!takeLock(files, presence, folder.lock(id))) return
  try {
    const verdict = await survey(files, { path, id }).catch(toNothing)
    // Another seed is another session that once had this id.
    const run = runs.find(({ seed }) => seed === verdict?.seed)
    if (verdict !== undefined && run !== undefined) await mend(files, path, { verdict, run })
  } finally {
    dropLock(files, folder.lock(id))
  }
}

/** A file that is no session needs nothing; one that could not be opened needs what would be dropped with the log. */
function toNothing(error: unknown): undefined {
  if (lacksDescriptor(error)) throw error
}

async function mend(
  files: FileSystem,
  path: string,
  { verdict, run }: { readonly verdict: Verdict; readonly run: Found },
): Promise<void> {
  const pieces: Buffer[] = []
  for (let seq = verdict.seq + 1; ; seq++) {
    const line = run.lines.get(seq)
    if (line === undefined) break
    pieces.push(line, NEWLINE)
  }
  // A gap that the log does not begin to fill was there before the crash: it is for the reader to hear of.
  if (verdict.hasGap && pieces.length === 0) return
  const file = files.open(path, 'write')
  try {
    if (verdict.hasTail) files.truncate(file, verdict.end)
    writeAll(files, file, { bytes: Buffer.concat(pieces), at: verdict.end })
    await files.sync(file)
  } finally {
    files.close(file)
  }
}
