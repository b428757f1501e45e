/** The right to make the conversation of a name in a directory: one process at a time looks for it and makes it. */

import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'

const LOOK_MILLISECONDS = 25
/** Who takes longer to make a conversation is no longer waited for. */
const PATIENCE_MILLISECONDS = 30_000

/** Waits for its turn; resolves to a function that gives the right back. Never rejects: without it there is only no order. */
export async function claimName(
  name: { readonly cwd: string; readonly label: string },
  shell: Pick<Shell, 'env'>,
): Promise<() => Promise<void>> {
  const folder = stateFolder('names', shell)
  const digest = createHash('sha256')
    .update(JSON.stringify([name.cwd, name.label]))
    .digest('hex')
  const file = join(folder, digest.slice(0, 32))
  const until = performance.now() + PATIENCE_MILLISECONDS
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {})
  while (performance.now() < until) {
    const outcome = await take(file)
    if (outcome === 'taken') return () => rm(file, { force: true }).catch(() => {})
    if (outcome === 'impossible') break
    await setTimeout(LOOK_MILLISECONDS)
  }
  return async () => {}
}

async function take(file: string): Promise<'taken' | 'held' | 'impossible'> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(String(process.pid))
    await handle.close()
    return 'taken'
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return 'impossible'
  }
  const holder = await readFile(file, 'utf8').catch(() => '')
  // Of a process that is gone nobody will give it back.
  if (holder !== '' && !isAlive(Number(holder))) await rm(file, { force: true }).catch(() => {})
  return 'held'
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
