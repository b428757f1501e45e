/** Where version managers and installers put programs, told by their own rules and without a shell. */

import type { Look } from './launch-error.js'
import { fnmFolders, nvmFolders } from './node-versions.js'
import { pathsOf, type Surroundings, variable } from './surroundings.js'

/** Place by place, the folders in which a program may stand that no PATH names. */
export async function usualFolders(where: Surroundings): Promise<readonly Look[]> {
  return [
    { place: 'nvm', folders: await nvmFolders(where) },
    { place: 'fnm', folders: await fnmFolders(where) },
    { place: 'the prefix of npm', folders: await npmFolders(where) },
    ...(where.platform === 'win32' ? windowsFolders(where) : unixFolders(where)),
    { place: 'the folder of the running Node', folders: ownFolders(where) },
  ]
}

type Row = readonly [place: string, ...folders: readonly (string | undefined)[]]

/** Everywhere but on Windows. */
export function unixFolders(where: Surroundings): readonly Look[] {
  const { join } = pathsOf(where)
  const { home } = where
  const set = (name: string, ...rest: string[]): string | undefined => {
    const value = variable(where, name)
    return value === undefined ? undefined : join(value, ...rest)
  }
  const shared = variable(where, 'XDG_DATA_HOME') ?? join(home, '.local', 'share')
  return toLooks([
    ['Volta', set('VOLTA_HOME', 'bin') ?? join(home, '.volta', 'bin')],
    ['mise', set('MISE_DATA_DIR', 'shims') ?? join(shared, 'mise', 'shims')],
    ['asdf', set('ASDF_DATA_DIR', 'shims') ?? join(home, '.asdf', 'shims'), join(home, '.asdf', 'bin')],
    ['nodenv', join(home, '.nodenv', 'shims')],
    ['n', set('N_PREFIX', 'bin')],
    ['the own folders of the user', join(home, '.local', 'bin'), join(home, 'bin')],
    ['pnpm', set('PNPM_HOME') ?? join(shared, 'pnpm'), join(home, 'Library', 'pnpm')],
    ['Bun', set('BUN_INSTALL', 'bin') ?? join(home, '.bun', 'bin')],
    ['Deno', set('DENO_INSTALL', 'bin') ?? join(home, '.deno', 'bin')],
    ['Yarn', join(home, '.yarn', 'bin')],
    ['Cargo', join(home, '.cargo', 'bin')],
    ['Homebrew', set('HOMEBREW_PREFIX', 'bin'), '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'],
    ['Nix', join(home, '.nix-profile', 'bin'), '/run/current-system/sw/bin'],
    ['the folders of the system', '/usr/local/bin', '/usr/bin', '/bin', '/snap/bin'],
  ])
}

/** On Windows; written by the installers' documents and tried on no Windows yet: best effort. */
export function windowsFolders(where: Surroundings): readonly Look[] {
  const { join } = pathsOf(where)
  const { home } = where
  const set = (name: string, ...rest: string[]): string | undefined => {
    const value = variable(where, name)
    return value === undefined ? undefined : join(value, ...rest)
  }
  return toLooks([
    ['nvm for Windows', set('NVM_SYMLINK')],
    ['Volta', set('VOLTA_HOME', 'bin') ?? set('LOCALAPPDATA', 'Volta', 'bin')],
    ['mise', set('MISE_DATA_DIR', 'shims') ?? set('LOCALAPPDATA', 'mise', 'shims')],
    ['the own folders of the user', join(home, '.local', 'bin')],
    ['pnpm', set('PNPM_HOME') ?? set('LOCALAPPDATA', 'pnpm')],
    ['Bun', set('BUN_INSTALL', 'bin') ?? join(home, '.bun', 'bin')],
    ['Deno', set('DENO_INSTALL', 'bin') ?? join(home, '.deno', 'bin')],
    ['Scoop', join(home, 'scoop', 'shims')],
    ['Cargo', join(home, '.cargo', 'bin')],
    ['Node.js', set('PROGRAMFILES', 'nodejs')],
  ])
}

function toLooks(rows: readonly Row[]): readonly Look[] {
  return rows.map(([place, ...folders]) => ({
    place,
    folders: folders.filter(folder => folder !== undefined),
  }))
}

/** Where `npm install --global` puts programs when it was told where. */
async function npmFolders(where: Surroundings): Promise<readonly string[]> {
  const { isAbsolute, join } = pathsOf(where)
  const { home } = where
  const configured = await prefixIn(join(home, '.npmrc'))
  const prefixes = [variable(where, 'NPM_CONFIG_PREFIX'), variable(where, 'npm_config_prefix'), configured]
    .filter(prefix => prefix !== undefined)
    .map(prefix => prefix.replace(/^~(?=[/\\])/, () => home).replace(/\$\{HOME\}/g, () => home))
    .filter(prefix => isAbsolute(prefix))
  if (where.platform === 'win32') return [...prefixes, join(variable(where, 'APPDATA') ?? home, 'npm')]
  return [...prefixes, join(home, '.npm-global'), join(home, '.npm-packages')].map(prefix =>
    join(prefix, 'bin'),
  )
}

async function prefixIn(file: string): Promise<string | undefined> {
  try {
    const text = await process.getBuiltinModule('node:fs/promises').readFile(file, 'utf8')
    return /^prefix[ \t]*=(.*)$/m
      .exec(text)?.[1]
      ?.trim()
      .replace(/^"(.*)"$/, '$1')
  } catch {
    return undefined
  }
}

/** The programs that came with the Node we run on; an application with a Node inside has none. */
function ownFolders(where: Surroundings): readonly string[] {
  if (where.platform !== process.platform) return []
  const { basename, dirname } = pathsOf(where)
  return /^node(?:\.exe)?$/i.test(basename(process.execPath)) ? [dirname(process.execPath)] : []
}
