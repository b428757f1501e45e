/** The directories of a session as names: where a path leads, and how people write it. Touches no file but to resolve the roots. */

import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { WorkspaceError } from './workspace.js'

const LONGEST_PATH = 4_096
/** The system follows links before it goes up: to take the name before `..` away may lead elsewhere. */
const HAS_DOTS = /(?:^|[/\\])\.\.?(?:[/\\]|$)/

/** Where a path stands: the root it is in, and the rest of it. */
export interface Standing {
  readonly root: string
  /** Empty for the root itself; with slashes on every system. */
  readonly rest: string
}

export class ProjectRoots {
  readonly names: readonly string[]
  readonly #pairs: readonly (readonly [name: string, real: string])[]

  constructor(names: readonly string[]) {
    this.names = names.map(name => (HAS_DOTS.test(name) ? toReal(name) : resolve(name)))
    this.#pairs = this.names.map(name => [name, toReal(name)])
  }

  get first(): string {
    return this.names[0] ?? '/'
  }

  /** The absolute path, spelled with the name of its root; throws where it leaves the roots. */
  locate(path: string): string {
    if (path.length > LONGEST_PATH || path.includes('\0'))
      throw new WorkspaceError('The path is not one that a file can have.')
    const absolute = isAbsolute(path) ? resolve(path) : join(this.first, path)
    for (const [name, real] of this.#pairs) {
      if (isInside(absolute, name)) return absolute
      if (isInside(absolute, real)) return join(name, relative(real, absolute))
    }
    throw new WorkspaceError(
      `${boundedLine(path, 200)} is outside the project. The project is ${this.names.join(', ')}.`,
    )
  }

  shorten(path: string): string {
    const { root, rest } = this.standing(path)
    return root === this.first ? rest || '.' : join(root, rest)
  }

  standing(path: string): Standing {
    const absolute = resolve(this.first, path)
    const inside = this.names.filter(name => isInside(absolute, name))
    const root = inside.reduce((best, name) => (name.length > best.length ? name : best), '')
    if (root === '') return { root: absolute, rest: '' }
    return { root, rest: toSlashes(relative(root, absolute)) }
  }

  /** Whether a path without links on the way is really inside. */
  holdsReal(real: string): boolean {
    return this.#pairs.some(([, root]) => isInside(real, root))
  }
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

export const toSlashes = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'))

function toReal(path: string): string {
  try {
    // The other one takes names away before it looks.
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}
