/** Directories that are held while something in them is changed, and those that are made on the way. */

import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { entryOf, type Held, hold } from './held.js'
import type { ProjectRoots } from './project-roots.js'
import { codeOf, isAbsence } from './refusal.js'
import { WorkspaceError } from './workspace.js'

/** Holds the directory that `path` is in; throws where that is not really inside the project. */
export async function holdParent(path: string, project: ProjectRoots): Promise<Held> {
  if (project.standing(path).rest === '')
    throw new WorkspaceError('The directory of the project itself is neither moved nor removed.')
  return hold(dirname(path), project, 'folder')
}

/** Makes the directories that are missing above `path`, one in the other, inside the project only. */
export async function makeParents(path: string, project: ProjectRoots): Promise<void> {
  const missing: string[] = []
  let above = dirname(path)
  let folder = await holdIfThere(above, project)
  while (folder === undefined) {
    missing.push(basename(above))
    above = dirname(above)
    folder = await holdIfThere(above, project)
  }
  try {
    for (const name of missing.reverse()) {
      const inner = await makeIn(folder, name, project)
      await folder.close()
      folder = inner
    }
  } finally {
    await folder.close()
  }
}

async function holdIfThere(path: string, project: ProjectRoots): Promise<Held | undefined> {
  try {
    return await hold(path, project, 'folder')
  } catch (error) {
    if (!isAbsence(error) || dirname(path) === path) throw error
    return undefined
  }
}

/** Somebody else may make it at the same time; what stands there must be a directory of its own. */
async function makeIn(folder: Held, name: string, project: ProjectRoots): Promise<Held> {
  const entry = entryOf(folder, name)
  await mkdir(entry).catch(error => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  return hold(entry, project, 'own-folder')
}
