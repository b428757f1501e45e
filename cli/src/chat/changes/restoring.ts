/** Puts files back as they were, each only where it still is as it was left. Never through a link, never in `.git`. */

import { lstat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Root, writeInside } from '@parley/acp/node'
import type { Change, Difference } from './difference.js'
import { HeldFolder } from './held-folder.js'
import { isPlain } from './listing.js'
import type { PrivateStore } from './private-store.js'
import { isSame, type Kept, restoredMode, seeInside } from './sight.js'
import { CLOCK_STEP } from './snapshot.js'

export interface Restoring {
  readonly root: Root
  readonly store: PrivateStore
  /** How large a file may be. */
  readonly most: number
}

export interface Restored {
  readonly changes: readonly Change[]
  readonly kept: readonly { readonly path: string; readonly why: string }[]
}

/** Removes first, so that what stood in the place of a folder is out of the way. */
export async function restore({ changes, startedAt }: Difference, restoring: Restoring): Promise<Restored> {
  const done: Change[] = []
  const kept: { path: string; why: string }[] = []
  const order = [...changes].sort((one, other) => rankOf(one) - rankOf(other))
  for (const change of order) {
    const why = await tryRestore(change, restoring)
    if (why === undefined) done.push(change)
    else kept.push({ path: change.path, why })
    if (why === undefined && change.before.is === 'absent')
      await removeFolders(change.path, restoring.root.path, startedAt - CLOCK_STEP)
  }
  return { changes: done, kept }
}

const rankOf = ({ before }: Change): number => (before.is === 'absent' ? 0 : 1)

async function tryRestore(change: Change, restoring: Restoring): Promise<string | undefined> {
  const reason = whyNot(change)
  if (reason !== undefined) return reason
  const { root, store, most } = restoring
  try {
    const { dev, ino } = await lstat(root.path, { bigint: true })
    if (dev !== root.device || ino !== root.inode) return 'the directory is another one now'
    const { found } = await seeInside(root.path, change.path, most)
    if (!(await isSame(change.after, found, store))) return 'changed since'
    await put(change, restoring)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it could not be written'
  }
}

function whyNot({ path, before, after, isOlder }: Change): string | undefined {
  if (!isPlain(path)) return 'it is not ours to change'
  if (before.is === 'unknown') return before.why
  if (after.is === 'unknown') return after.why
  return isOlder ? 'it may have been there before' : undefined
}

async function put({ path, before, after }: Change, restoring: Restoring): Promise<void> {
  const full = join(restoring.root.path, path)
  if (before.is === 'file') {
    if (after.is === 'link') await inFolder(full, (folder, name) => folder.remove(name))
    await putFile(full, before, restoring)
    return
  }
  if (after.is !== 'absent') await inFolder(full, (folder, name) => folder.remove(name))
  if (before.is !== 'link') return
  if (after.is === 'absent') await makeRoom(full, restoring)
  await inFolder(full, (folder, name) => folder.link(name, before.target))
}

async function putFile(full: string, before: Kept & { is: 'file' }, restoring: Restoring): Promise<void> {
  const bytes = await restoring.store.read(before.copy)
  const text = toText(bytes)
  await writeText(full, text ?? '', restoring)
  await inFolder(full, async (folder, name) => {
    const wish = (now: number): number => restoredMode(before, now)
    await folder.mode(name, wish)
    if (text === undefined) await folder.replace(name, bytes)
  })
}

/** Exactly where it is said to be: a link on the way would lead elsewhere, even inside. */
async function writeText(full: string, content: string, { root }: Restoring): Promise<void> {
  await writeInside({ path: full, content }, [root], {
    admit: async ({ at }) => {
      if (at.path !== full) throw new Error('a link is in the way')
      return { finish: async () => {} }
    },
  })
}

/** The folders that a link needs are made as they are for a file. */
async function makeRoom(full: string, restoring: Restoring): Promise<void> {
  await writeText(full, '', restoring)
  await inFolder(full, (folder, name) => folder.remove(name))
}

async function inFolder(
  full: string,
  act: (folder: HeldFolder, name: string) => Promise<unknown>,
): Promise<void> {
  const folder = await HeldFolder.open(dirname(full))
  try {
    await act(folder, basename(full))
  } finally {
    await folder.close()
  }
}

/** Folders that a new file needed go with it. */
async function removeFolders(path: string, root: string, since: number): Promise<void> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    let isGone = false
    await inFolder(join(root, folder), async (above, name) => {
      isGone = await above.removeFolder(name, since)
    }).catch(() => {})
    if (!isGone) return
  }
}

/** Nothing where the bytes are not exactly the text that they would be read as. */
function toText(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8')
  return Buffer.compare(Buffer.from(text, 'utf8'), bytes) === 0 ? text : undefined
}

/** What could be taken back, the other way round: to do it again. */
export function reversed(changes: readonly Change[]): readonly Change[] {
  return changes.map(({ path, before, after }) => ({ path, before: after, after: before, isOlder: false }))
}
