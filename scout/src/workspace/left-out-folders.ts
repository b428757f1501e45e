/** The folders near the top that a project leaves out, as globs: so nobody spends time in them. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hold, whileHeld } from './held.js'
import { type Ignored, ignoredAt } from './ignored.js'
import type { ProjectRoots } from './project-roots.js'
import type { Survey } from './walk.js'

const DEEPEST = 3
const MOST_FOLDERS = 2_000
const MOST_GLOBS = 200

interface Place {
  readonly folder: string
  /** Below the start, with a slash at its end where it is not the start. */
  readonly way: string
  readonly ignored: Ignored
  readonly level: number
}

/** Globs for those below `start`. What is not among them is left out one file at a time. */
export async function leftOutFolders(
  { holdings: { project }, signal }: Survey,
  start: string,
): Promise<readonly string[]> {
  const { root, rest } = project.standing(start)
  const globs: string[] = []
  const queue: Place[] = [{ folder: start, way: '', ignored: await ignoredAt(root, rest), level: 1 }]
  for (const { folder, way, ignored, level } of queue) {
    signal.throwIfAborted()
    for (const name of await foldersIn(folder, project)) {
      const at = join(folder, name)
      const path = project.standing(at).rest
      if (ignored.holds({ path, isFolder: true })) globs.push(`!/${toLiteral(`${way}${name}`)}`)
      else if (level < DEEPEST && queue.length < MOST_FOLDERS) {
        const inner = await ignored.entering(at, path)
        queue.push({ folder: at, way: `${way}${name}/`, ignored: inner, level: level + 1 })
      }
      if (globs.length === MOST_GLOBS) return globs
    }
  }
  return globs
}

async function foldersIn(folder: string, project: ProjectRoots): Promise<readonly string[]> {
  try {
    const held = await hold(folder, project, 'folder')
    const entries = await whileHeld(held, () => readdir(held.path, { withFileTypes: true }))
    return entries.flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

const toLiteral = (path: string): string => path.replace(/[\\*?[\]{}!]/g, '\\$&')
