/** Goes through a folder of the project in the order of names. Follows no link, stays inside, and knows when to stop. */

import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hold, whileHeld } from './held.js'
import type { Holdings } from './holdings.js'
import { type Ignored, ignoredAt } from './ignored.js'
import { kindOf } from './own-files.js'
import type { EntryKind } from './workspace.js'

/** Where to look around, and when to give up. */
export interface Survey {
  readonly holdings: Holdings
  readonly signal: AbortSignal
}

export interface Step {
  /** As the session spells it. */
  readonly path: string
  /** Below its root, with slashes. */
  readonly rest: string
  readonly kind: EntryKind
}

export interface WalkOptions {
  /** How many folders deep; 1 is what is in the folder itself. */
  readonly depth?: number | undefined
  /** Told when there was more than could be looked at. */
  readonly onCut: () => void
}

const MOST_ENTRIES = 100_000
const MOST_MILLISECONDS = 15_000
const DEEPEST = 64

/** Everything in the folder at `path` that is not ignored, folders before what is in them. */
export async function* walk(
  { holdings, signal }: Survey,
  path: string,
  options: WalkOptions,
): AsyncIterable<Step> {
  const { root, rest } = holdings.project.standing(path)
  const until = performance.now() + MOST_MILLISECONDS
  const { depth = DEEPEST, onCut } = options
  let entries = 0
  const visit = async function* (here: Here): AsyncIterable<Step> {
    for (const entry of await readFolder(holdings, here)) {
      signal.throwIfAborted()
      if (++entries > MOST_ENTRIES || performance.now() > until) return onCut()
      const step = toStep(here, entry)
      const isFolder = step.kind === 'directory'
      if (here.ignored.holds({ path: step.rest, isFolder })) continue
      yield step
      if (isFolder && here.level < depth) yield* visit(await enter(here, step))
      else if (isFolder && here.level === DEEPEST) onCut()
    }
  }
  yield* visit({ folder: path, base: rest, ignored: await ignoredAt(root, rest), level: 1 })
}

/** A folder being looked into. */
interface Here {
  readonly folder: string
  /** Below its root. */
  readonly base: string
  readonly ignored: Ignored
  readonly level: number
}

async function enter({ ignored, level }: Here, { path, rest }: Step): Promise<Here> {
  return { folder: path, base: rest, ignored: await ignored.entering(path, rest), level: level + 1 }
}

function toStep({ folder, base }: Here, entry: Dirent): Step {
  return {
    path: join(folder, entry.name),
    rest: base === '' ? entry.name : `${base}/${entry.name}`,
    kind: kindOf(entry),
  }
}

/** A folder that vanished or may not be looked into is passed by, unless it is the one that was asked for. */
async function readFolder({ project }: Holdings, { folder, level }: Here): Promise<readonly Dirent[]> {
  const isAskedFor = level === 1
  try {
    const held = await hold(folder, project, isAskedFor ? 'folder' : 'own-folder')
    const entries = await whileHeld(held, () => readdir(held.path, { withFileTypes: true }))
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    if (isAskedFor) throw error
    return []
  }
}
