/** What became of the files of a directory since a snapshot: each that differs, as it was and as it is, kept. */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Recorded, walk } from './listing.js'
import type { PrivateStore } from './private-store.js'
import { ABSENT, glance, isSame, type Kept, keep, seeInside } from './sight.js'
import { CLOCK_STEP, type Held, mostBytes, type Snapshot } from './snapshot.js'

/** One file. */
export interface Change {
  /** Relative, with slashes. */
  readonly path: string
  readonly before: Kept
  readonly after: Kept
  /** It was not listed before, but is older than that: it was ignored, or came from elsewhere. */
  readonly isOlder: boolean
}

export interface Difference {
  readonly changes: readonly Change[]
  /** How many more there are than are looked at. */
  readonly cut: number
  readonly leftAlone: readonly string[]
  readonly startedAt: number
}

export interface Comparing {
  readonly root: string
  readonly store: PrivateStore
  readonly signal: AbortSignal
}

const MOST_CHANGES = 1_000

export async function difference(snapshot: Snapshot, comparing: Comparing): Promise<Difference> {
  const { root, signal } = comparing
  const { view, files, startedAt } = snapshot
  const listing = view === undefined ? await walk(root, signal) : await view.list(signal)
  const paths: string[] = []
  for (const path of new Set([...files.keys(), ...listing.files.keys()]))
    if (await mayDiffer(join(root, path), files.get(path), listing.files.get(path))) paths.push(path)
  paths.sort()
  const looked = paths.slice(0, MOST_CHANGES)
  const recorded = await readRecorded(snapshot, looked, comparing)
  const changes: Change[] = []
  for (const path of looked) {
    signal.throwIfAborted()
    const change = await compareOne(path, { ...comparing, snapshot, recorded })
    if (change !== undefined) changes.push(change)
  }
  const leftAlone = [...new Set([...snapshot.leftAlone, ...listing.leftAlone])].sort()
  const cut = paths.length - looked.length
  return { changes: await withMoves(changes, comparing), cut, leftAlone, startedAt }
}

/** Without reading it: both are as the repository has it, or nobody wrote there. */
async function mayDiffer(
  path: string,
  before: Recorded | Held | undefined,
  now: Recorded | undefined,
): Promise<boolean> {
  if (before === undefined) return true
  if (!('kept' in before)) return now?.name !== before.name || now.isExecutable !== before.isExecutable
  const facts = await glance(path)
  return before.isFresh || facts?.identity !== before.identity
}

interface Looking extends Comparing {
  readonly snapshot: Snapshot
  readonly recorded: ReadonlyMap<string, Kept>
}

async function compareOne(path: string, looking: Looking): Promise<Change | undefined> {
  const { root, store, snapshot, recorded } = looking
  const held = snapshot.files.get(path)
  const before: Kept = held === undefined ? ABSENT : 'kept' in held ? held.kept : (recorded.get(path) ?? LOST)
  const { found, identity, bornAt } = await seeInside(root, path, mostBytes(snapshot.view))
  const isUntouched = held !== undefined && 'kept' in held && held.identity === identity
  if (before.is === 'unknown' && isUntouched) return undefined
  if (await isSame(before, found, store)) return undefined
  const isOlder = held === undefined && bornAt > 0 && bornAt < snapshot.startedAt - CLOCK_STEP
  return { path, before, after: await keep(found, store), isOlder }
}

const LOST: Kept = { is: 'unknown', why: 'the repository does not have its old content' }
const CONVERTED: Kept = { is: 'unknown', why: 'git keeps its old content in another form' }

/** What files were like that were as the repository had them. */
async function readRecorded(
  { files, view }: Snapshot,
  paths: readonly string[],
  { store, signal }: Comparing,
): Promise<ReadonlyMap<string, Kept>> {
  const kept = new Map<string, Kept>()
  const wanted = paths.flatMap(path => {
    const before = files.get(path)
    return before === undefined || 'kept' in before ? [] : [{ path, before }]
  })
  if (view === undefined || wanted.length === 0) return kept
  const [sizes, blobs] = await Promise.all([
    view.sizes(
      wanted.map(({ path }) => path),
      signal,
    ),
    view.blobs([...new Set(wanted.map(({ before }) => before.name))], signal),
  ])
  for (const { path, before } of wanted) {
    const bytes = blobs.get(before.name)
    if (bytes === undefined) continue
    // What a filter made smaller or larger is not what stood there; 0 is said of files that git compared itself.
    const size = sizes.get(path) ?? 0
    if (size !== 0 && size !== bytes.length) kept.set(path, CONVERTED)
    else if (before.isLink) kept.set(path, { is: 'link', target: Buffer.from(bytes).toString('utf8') })
    else
      kept.set(path, {
        is: 'file',
        copy: await store.put(bytes),
        size: bytes.length,
        mode: before.isExecutable ? 0o755 : 0o644,
        isModeExact: false,
      })
  }
  return kept
}

/** A file that has what a deleted one had was moved: it may go, for the other one comes back. */
async function withMoves(changes: readonly Change[], { store }: Comparing): Promise<readonly Change[]> {
  if (!changes.some(({ isOlder }) => isOlder)) return changes
  const digest = async (kept: Kept): Promise<string | undefined> =>
    kept.is === 'file'
      ? createHash('sha256')
          .update(await store.read(kept.copy))
          .digest('hex')
      : undefined
  const deleted = new Set<string | undefined>()
  for (const { before, after } of changes) if (after.is === 'absent') deleted.add(await digest(before))
  deleted.delete(undefined)
  const result: Change[] = []
  for (const change of changes)
    result.push(
      change.isOlder && deleted.has(await digest(change.after)) ? { ...change, isOlder: false } : change,
    )
  return result
}
