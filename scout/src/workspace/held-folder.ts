/**
 * A directory held while something in it is changed. Where the kernel can be asked, what is changed is in the very
 * directory that was judged, whatever its name leads to by then; elsewhere its real path must do.
 */

import { constants } from 'node:fs'
import { mkdir, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { boundary } from '@parley/acp/node'
import type { ProjectRoots } from './project-roots.js'
import { isAbsence } from './refusal.js'
import { WorkspaceError } from './workspace.js'

export interface HeldFolder {
  /** A path to use for what has this name in the folder. */
  entry(name: string): string
  close(): Promise<void>
}

/** Holds the directory that `path` is in; throws where that is not really inside the project. */
export async function holdParent(path: string, project: ProjectRoots): Promise<HeldFolder> {
  if (project.standing(path).rest === '')
    throw new WorkspaceError('The directory of the project itself is neither moved nor removed.')
  const real = await realpath(dirname(path))
  demandInside(real, project)
  if (boundary() !== 'kernel') return { entry: name => join(real, name), close: async () => {} }
  const folder = await open(real, constants.O_RDONLY | constants.O_DIRECTORY)
  const held = `/proc/self/fd/${folder.fd}`
  try {
    demandInside(await readlink(held), project)
  } catch (error) {
    await folder.close()
    throw error
  }
  return { entry: name => join(held, name), close: () => folder.close() }
}

/** Makes the directories that are missing above `path`, inside the project only. */
export async function makeParents(path: string, project: ProjectRoots): Promise<void> {
  const missing: string[] = []
  let above = dirname(path)
  for (;;) {
    const real = await realpath(above).catch(error => {
      if (!isAbsence(error) || dirname(above) === above) throw error
    })
    if (real !== undefined) {
      demandInside(real, project)
      if (missing.length > 0) await mkdir(join(real, ...missing.reverse()), { recursive: true })
      return
    }
    missing.push(basename(above))
    above = dirname(above)
  }
}

export function demandInside(real: string, project: ProjectRoots): void {
  if (!project.holdsReal(real)) throw new WorkspaceError('A link on the way leads out of the project.')
}
