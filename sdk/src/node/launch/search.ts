/** Looks for a program by its name: on our PATH, on that of the login shell, where version managers keep theirs. */

import { type Candidate, findIn } from './candidate.js'
import { LaunchError, type Look } from './launch-error.js'
import { loginPath } from './login-shell.js'
import { foldersOf, pathsOf, type Surroundings, unique, variable } from './surroundings.js'
import { usualFolders } from './usual-folders.js'

/** How far a search goes. */
export interface SearchOptions {
  /** Milliseconds the login shell has to name its PATH; 0 leaves it unasked. */
  readonly shellDeadline?: number | undefined
}

/** A program that was found. */
export interface Program {
  /** The program's absolute path. */
  readonly file: string
  /** Where it was found, in words. */
  readonly from: string
  /** The PATH it needs to find what it was installed with. */
  readonly path: string
  /** Where it was looked for before. */
  readonly looked: readonly Look[]
}

/** The first program of that name that can be run. */
export async function searchProgram(
  command: string,
  where: Surroundings,
  options: SearchOptions,
): Promise<Program> {
  const looked: Look[] = []
  let flawed: Candidate | undefined
  for await (const { path, ...look } of placesIn(where, options)) {
    for (const folder of look.folders) {
      const candidate = await findIn(folder, command, where)
      if (candidate !== undefined && candidate.flaw === undefined)
        return { file: candidate.file, from: look.place, path: path(folder), looked }
      flawed ??= candidate
    }
    looked.push(look)
  }
  if (flawed !== undefined) throw notRunnable(command, flawed)
  throw notFound(command, await withoutAbsent(looked))
}

export function notRunnable(command: string, { file, flaw, cure }: Candidate): LaunchError {
  return new LaunchError('not_executable', {
    what: `cannot start "${command}": ${file} ${flaw}.`,
    cure: cure ?? 'install the agent again.',
  })
}

/** A place to look in, and the PATH for a program that is found in one of its folders. */
interface Place extends Look {
  path(folder: string): string
}

async function* placesIn(where: Surroundings, { shellDeadline }: SearchOptions): AsyncGenerator<Place> {
  const own = variable(where, 'PATH') ?? ''
  const { delimiter } = pathsOf(where)
  let known = foldersOf(own, where)
  yield { place: 'the PATH of this process', folders: known, path: () => own }
  if (where.platform !== 'win32' && shellDeadline !== 0) {
    const { shell, folders, remark } = await loginPath(where, shellDeadline)
    known = unique([...folders, ...known])
    const path = known.join(delimiter)
    yield { place: `the PATH of the login shell ${shell}`, folders, remark, path: () => path }
  }
  for (const look of await usualFolders(where))
    yield { ...look, path: folder => unique([folder, ...known]).join(delimiter) }
}

function notFound(command: string, looked: readonly Look[]): LaunchError {
  const what = `cannot start "${command}": no such program was found.`
  return new LaunchError('not_found', { what, looked, cure: cureFor(command) })
}

const PARTS: Readonly<Record<string, string>> = {
  node: 'install Node.js',
  npm: 'install Node.js, which npm is a part of',
  npx: 'install Node.js, which npx is a part of',
  bunx: 'install Bun, which bunx is a part of',
  uvx: 'install uv, which uvx is a part of',
}

function cureFor(command: string): string {
  const [program, ...args] = command.trim().split(/\s+/)
  if (args.length > 0)
    return `give the program and its arguments apart: "${program}" is the command, ${JSON.stringify(args)} are its arguments.`
  return `${PARTS[command] ?? 'install it'}, or give its full path as the command: \`command -v ${command}\` says it in a terminal where it works.`
}

/** A manager that is not installed is not worth a line. */
async function withoutAbsent(looked: readonly Look[]): Promise<readonly Look[]> {
  const { stat } = process.getBuiltinModule('node:fs/promises')
  const isThere = (folder: string): Promise<boolean> =>
    stat(folder).then(
      () => true,
      () => false,
    )
  const kept: Look[] = []
  for (const look of looked) {
    const isPath = look.place.startsWith('the PATH')
    const there = await Promise.all(look.folders.map(isThere))
    const folders = isPath ? look.folders : look.folders.filter((_, index) => there[index])
    if (isPath || folders.length > 0) kept.push({ ...look, folders })
  }
  return kept
}
