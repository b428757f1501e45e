/** Which file in a folder a command means, and whether it may be run. */

import { pathsOf, type Surroundings, variable } from './surroundings.js'

const files = (): typeof import('node:fs/promises') => process.getBuiltinModule('node:fs/promises')

/** A file of that name. `flaw` says why it cannot be run, and `cure` what to do about it. */
export interface Candidate {
  readonly file: string
  readonly flaw?: string | undefined
  readonly cure?: string | undefined
}

/** The names a command may have in a folder: on Windows a program is told by its ending. */
export function namesOf(command: string, where: Pick<Surroundings, 'platform' | 'env'>): readonly string[] {
  if (where.platform !== 'win32') return [command]
  const endings = (variable(where, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD')
    .split(';')
    .filter(ending => ending.startsWith('.'))
    .map(ending => ending.toLowerCase())
  const own = pathsOf(where).extname(command).toLowerCase()
  const completed = endings.map(ending => command + ending)
  return endings.includes(own) ? [command, ...completed] : completed
}

/** The first file in the folder that the command can mean; one that can be run before one that cannot. */
export async function findIn(
  folder: string,
  command: string,
  where: Surroundings,
): Promise<Candidate | undefined> {
  const paths = pathsOf(where)
  let flawed: Candidate | undefined
  for (const name of namesOf(command, where)) {
    const candidate = await judge(paths.join(folder, name))
    if (candidate !== undefined && candidate.flaw === undefined) return candidate
    flawed ??= candidate
  }
  return flawed
}

/** What stands at that path; nothing where there is no such name. */
export async function judge(file: string): Promise<Candidate | undefined> {
  const { access, constants, lstat, readlink, stat } = files()
  try {
    const status = await stat(file)
    if (status.isDirectory())
      return { file, flaw: 'is a directory', cure: 'give the full path of a program as the command.' }
    await access(file, constants.X_OK)
    return { file }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM')
      return { file, flaw: 'may not be executed', cure: `run \`chmod +x ${file}\` if it is the agent.` }
    const isLink = await lstat(file).then(
      status => status.isSymbolicLink(),
      () => false,
    )
    if (!isLink) return undefined
    const flaw = `is a link to ${await readlink(file)}, which is not there`
    return { file, flaw, cure: 'install the agent again, or give the full path of its program.' }
  }
}
