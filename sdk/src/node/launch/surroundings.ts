/** Where a program is looked for and started: the system, its variables, the home and the working directory. */

import type { Environment } from '../environment.js'

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Environment
  readonly home: string
  readonly cwd: string
}

/** This machine, with the variables and the directory that the program is to have. */
export function surroundings(given: {
  readonly env?: Environment | undefined
  readonly cwd?: string | undefined
}): Surroundings {
  const { platform } = process
  const env = { ...process.env, ...given.env }
  const home = variable({ platform, env }, platform === 'win32' ? 'USERPROFILE' : 'HOME')
  return {
    platform,
    env,
    home: home ?? process.getBuiltinModule('node:os').homedir(),
    cwd: pathsOf({ platform }).resolve(given.cwd ?? process.cwd()),
  }
}

/** A variable that is set to something; on Windows its name may be spelt in any case. */
export function variable(
  { platform, env }: Pick<Surroundings, 'platform' | 'env'>,
  name: string,
): string | undefined {
  if (platform !== 'win32') return env[name] || undefined
  const spelt = Object.keys(env).find(each => each.toUpperCase() === name.toUpperCase() && env[each])
  return spelt === undefined ? undefined : env[spelt]
}

/** How paths are written there. */
export function pathsOf({ platform }: Pick<Surroundings, 'platform'>): typeof import('node:path').posix {
  const { posix, win32 } = process.getBuiltinModule('node:path')
  return platform === 'win32' ? win32 : posix
}

/** The folders of a PATH. Relative ones are left out: they would mean whatever a repository puts there. */
export function foldersOf(path: string, where: Pick<Surroundings, 'platform'>): readonly string[] {
  const paths = pathsOf(where)
  return unique(path.split(paths.delimiter).filter(folder => paths.isAbsolute(folder)))
}

export function unique(folders: readonly string[]): readonly string[] {
  return [...new Set(folders)]
}
