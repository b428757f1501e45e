/** What a turn changed, for people: texts where there are some, and a word where there are none. */

import { join } from 'node:path'
import type { TurnChange } from '../event.js'
import type { Change, Difference } from './difference.js'
import type { PrivateStore } from './private-store.js'
import type { Kept } from './sight.js'

const MOST_FILES = 200
const MOST_BYTES = 2_000_000
/** Of all texts together: they are held in memory as long as somebody looks at them. */
const MOST_BYTES_OF_ALL = 24_000_000

interface Telling {
  readonly store: PrivateStore
  readonly cwd: string
}

export async function toTurnChanges(
  { changes, cut, leftAlone }: Difference,
  telling: Telling,
): Promise<readonly TurnChange[]> {
  const told: TurnChange[] = []
  let room = MOST_BYTES_OF_ALL
  for (const change of changes.slice(0, MOST_FILES)) {
    const size = sizeOf(change.before) + sizeOf(change.after)
    if (size > room) told.push(withoutText(change, telling.cwd, 'there is too much to show it all'))
    else {
      room -= size
      told.push(await toTurnChange(change, telling))
    }
  }
  const more = Math.max(0, changes.length - MOST_FILES) + cut
  if (more > 0) told.push({ path: telling.cwd, note: `${more} more files changed: they are not shown` })
  for (const path of leftAlone.slice(0, MOST_FILES))
    told.push({
      path: join(telling.cwd, path),
      note: 'a repository of its own: what is in it is not compared',
    })
  return told
}

export function toTurnPaths({ changes }: Difference, cwd: string): readonly string[] {
  return changes.map(({ path }) => join(cwd, path))
}

async function toTurnChange({ path, before, after }: Change, { store, cwd }: Telling): Promise<TurnChange> {
  const full = join(cwd, path)
  const [old, now] = [await textOf(before, store), await textOf(after, store)]
  const why = old.why ?? now.why
  if (why !== undefined) return withoutText({ path, before, after }, cwd, why)
  const isSameText = old.text === now.text && before.is === 'file' && after.is === 'file'
  return {
    path: full,
    ...(old.text !== undefined && { oldText: old.text }),
    ...(now.text !== undefined && { newText: now.text }),
    ...(isSameText && { note: `mode ${octal(before.mode)} → ${octal(after.mode)}` }),
  }
}

const sizeOf = (kept: Kept): number => (kept.is === 'file' ? kept.size : 0)

function withoutText({ path, before, after }: Omit<Change, 'isOlder'>, cwd: string, why: string): TurnChange {
  return { path: join(cwd, path), note: `${deedOf(before, after)}: ${why}` }
}

const octal = (mode: number): string => mode.toString(8)

function deedOf(before: Kept, after: Kept): string {
  if (before.is === 'absent') return 'new'
  return after.is === 'absent' ? 'deleted' : 'changed'
}

async function textOf(
  kept: Kept,
  store: PrivateStore,
): Promise<{ readonly text?: string; readonly why?: string }> {
  if (kept.is === 'absent') return {}
  if (kept.is === 'unknown') return { why: kept.why }
  if (kept.is === 'link') return { why: 'it is a link' }
  if (kept.size > MOST_BYTES) return { why: 'it is too large to be shown' }
  const bytes = await store.read(kept.copy)
  if (bytes.includes(0)) return { why: 'it is not text' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { why: 'it is not text' }
  }
}
