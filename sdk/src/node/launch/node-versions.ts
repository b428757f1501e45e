/** The Nodes that nvm and fnm keep, each with programs of its own: the one asked for first, the others newest first. */

import { pathsOf, type Surroundings, variable } from './surroundings.js'

const files = (): typeof import('node:fs/promises') => process.getBuiltinModule('node:fs/promises')

const MOST_ALIASES = 8

/** The folders of nvm: what the project asks for, what is the default, the rest. */
export async function nvmFolders(where: Surroundings): Promise<readonly string[]> {
  const { join } = pathsOf(where)
  const root = variable(where, 'NVM_DIR') ?? join(where.home, '.nvm')
  const versions = join(root, 'versions', 'node')
  const installed = await versionsIn(versions)
  if (installed.length === 0) return []
  const alias = (name: string): Promise<string | undefined> => firstLine(join(root, 'alias', name))
  const wanted = [await projectVersion(where), await alias('default')]
  const chosen = await Promise.all(wanted.map(word => resolveVersion(word, installed, alias)))
  return inOrder(chosen, installed).map(version => join(versions, version, 'bin'))
}

/** The folders of fnm: the running shell's, what the project asks for, what is the default, the rest. */
export async function fnmFolders(where: Surroundings): Promise<readonly string[]> {
  const { join } = pathsOf(where)
  const own = variable(where, 'FNM_MULTISHELL_PATH')
  // The link of a shell goes away with that shell; what it leads to stays.
  const running = own === undefined ? undefined : await files().realpath(own).catch(nothing)
  const folders = running === undefined ? [] : [binOf(running, where)]
  for (const root of fnmRoots(where)) {
    const installed = await versionsIn(join(root, 'node-versions'))
    const asked = await resolveVersion(await projectVersion(where), installed, async () => undefined)
    const toFolder = (version: string): string =>
      binOf(join(root, 'node-versions', version, 'installation'), where)
    if (asked !== undefined) folders.push(toFolder(asked))
    if (installed.length > 0) folders.push(binOf(join(root, 'aliases', 'default'), where))
    folders.push(...installed.filter(release => release !== asked).map(toFolder))
  }
  return folders
}

function fnmRoots(where: Surroundings): readonly string[] {
  const { join } = pathsOf(where)
  const { home } = where
  const named = variable(where, 'FNM_DIR')
  if (named !== undefined) return [named]
  if (where.platform === 'win32') return [join(variable(where, 'APPDATA') ?? home, 'fnm')]
  const shared = variable(where, 'XDG_DATA_HOME') ?? join(home, '.local', 'share')
  return [join(shared, 'fnm'), join(home, '.fnm'), join(home, 'Library', 'Application Support', 'fnm')]
}

function binOf(installation: string, where: Surroundings): string {
  return where.platform === 'win32' ? installation : pathsOf(where).join(installation, 'bin')
}

/** Which installed version a word means; a word that names an alias is followed. */
export async function resolveVersion(
  word: string | undefined,
  installed: readonly string[],
  alias: (name: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  let name = word
  for (let follows = 0; name !== undefined && follows < MOST_ALIASES; follows++) {
    const asked = name
    if (asked === 'node' || asked === 'stable') return installed[0]
    if (/^v?[\d.]+$/.test(asked)) {
      const prefix = `v${asked.replace('v', '')}`
      return installed.find(release => release === prefix || release.startsWith(`${prefix}.`))
    }
    // A project's word chooses among names; it never becomes a path out of the folder of aliases.
    name = /^[\w./*-]+$/.test(asked) && !asked.includes('..') ? await alias(asked) : undefined
  }
  return undefined
}

/** What `.nvmrc` or `.node-version` of the project says, looked for upwards. */
async function projectVersion(where: Surroundings): Promise<string | undefined> {
  const { dirname, join } = pathsOf(where)
  for (let folder = where.cwd; ; folder = dirname(folder)) {
    for (const name of ['.nvmrc', '.node-version']) {
      const word = await firstLine(join(folder, name))
      if (word !== undefined) return word
    }
    if (dirname(folder) === folder) return undefined
  }
}

async function versionsIn(folder: string): Promise<readonly string[]> {
  const names = await files().readdir(folder).catch(nothing)
  return (names ?? []).filter(name => /^v\d/.test(name)).sort(newestFirst)
}

function newestFirst(one: string, other: string): number {
  const [left, right] = [one, other].map(version => version.slice(1).split('.').map(Number))
  for (let index = 0; index < 3; index++) {
    const difference = (right?.[index] ?? 0) - (left?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function inOrder(chosen: readonly (string | undefined)[], installed: readonly string[]): readonly string[] {
  return [...new Set([...chosen.filter(version => version !== undefined), ...installed])]
}

/** A repository may bring such a file, and what stands there need be no file: nothing is waited for, little is read. */
async function firstLine(file: string): Promise<string | undefined> {
  const { constants, open } = files()
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(nothing)
  try {
    if (!(await handle?.stat())?.isFile()) return undefined
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(256), 0, 256, 0)) ?? {}
    return buffer?.toString('utf8', 0, bytesRead).split('\n')[0]?.trim() || undefined
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}

function nothing(): undefined {
  return undefined
}
