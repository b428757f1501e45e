/**
 * Whether a path says what it leads to. Whoever allows something goes by the name: a name that hides a file with secrets,
 * or one that steers tools, is not used. Only what scout itself reads and changes is judged here.
 */

import { sensitivityOf } from '@parley/acp/guard'
import type { ProjectRoots } from './project-roots.js'
import { WorkspaceError } from './workspace.js'

export interface Way {
  /** What was named. */
  readonly path: string
  /** Where that really is. */
  readonly real: string
}

/** For what is read: a name of a secret may only stand for that. */
export function demandCandidReading({ path, real }: Way, project: ProjectRoots): void {
  if (sensitivityOf(real, []) === 'secret-like' && sensitivityOf(path, []) !== 'secret-like')
    throw new WorkspaceError(
      `${project.shorten(path)} leads to ${shortenReal(real, project)}, which looks like a file that holds secrets. Name that file itself.`,
    )
}

/** For what is changed: what runs by itself or steers tools counts as well. */
export function demandCandidChange({ path, real }: Way, project: ProjectRoots): void {
  const hidden = sensitivityOf(real, [], true)
  if (hidden !== undefined && hidden !== sensitivityOf(path, [], true))
    throw new WorkspaceError(
      `${project.shorten(path)} leads to ${shortenReal(real, project)}, which is asked about every time. Name that place itself.`,
    )
}

const shortenReal = (real: string, project: ProjectRoots): string => project.shorten(project.locate(real))
