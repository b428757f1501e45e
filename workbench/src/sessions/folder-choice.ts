/** Where a new conversation may work: the folders that are offered, and whether a typed one will do. */

import type { Workbench } from '../state/workbench.js'

const WINDOWS = /^(?:[A-Za-z]:[\\/]|\\\\)/

/** The parts of an absolute path with its dots followed; nothing where it is not absolute. */
function partsOf(path: string): readonly string[] | undefined {
  const isWindows = WINDOWS.test(path)
  if (!isWindows && !path.startsWith('/')) return undefined
  const parts: string[] = []
  for (const part of path.split(isWindows ? /[\\/]+/ : /\/+/)) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(isWindows ? part.toLowerCase() : part)
  }
  return parts
}

export function isInside(path: string, root: string): boolean {
  const parts = partsOf(path)
  if (parts === undefined) return false
  return partsOf(root)?.every((part, place) => parts[place] === part) ?? false
}

/** What is wrong with a folder that somebody typed; nothing where it may be tried. */
export function findFolderFault(path: string, roots: readonly string[]): string | undefined {
  if (path.trim() === '') return 'Name the folder that the agent works in.'
  if (partsOf(path) === undefined) return 'Write the whole path, from the root on.'
  if (roots.length === 0 || roots.some(root => isInside(path, root))) return undefined
  return `This workbench was opened for ${roots.join(' and ')} only. Choose a folder in there.`
}

/** The usual folder, the projects that have conversations, and the roots, each once. */
export function foldersToOffer({ folder, listed, talks, roots }: Workbench): readonly string[] {
  const projects = [...talks.values(), ...listed].map(({ cwd }) => cwd)
  const all = new Set([folder, ...projects, ...roots])
  return [...all].filter(path => findFolderFault(path, roots) === undefined)
}
