/** Searches with ripgrep: without a shell, without anybody's settings, and never past the limits. */

import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { allowedEnvironment } from '@parley/acp/node'
import { toMatcher } from './find-files.js'
import { Gleanings } from './gleanings.js'
import { demandInside } from './held.js'
import { leavesOut } from './ignored.js'
import { leftOutFolders } from './left-out-folders.js'
import { isOpen, linesOf, MOST_FILE_BYTES, toMatch, USUAL_LIMIT } from './search-by-hand.js'
import type { Survey } from './walk.js'
import { type Findings, type Match, type SearchQuery, WorkspaceError } from './workspace.js'

const MOST_MILLISECONDS = 15_000

// It reads no file with rules, which may be a pipe: what is left out is left out here, by the rules that `walk` has.
const RULES = [
  ...['--json', '--no-config', '--no-messages', '--hidden', '--sort', 'path', '--crlf', '--encoding', 'none'],
  ...['--no-ignore', '--max-filesize', String(MOST_FILE_BYTES), '--glob', '!.git', '--glob', '!node_modules'],
]

let found: Promise<string | undefined> | undefined

/** The program: the system's own, else the one that may have been installed with scout. */
export function findRipgrep(): Promise<string | undefined> {
  found ??= onPath().then(system => system ?? installed())
  return found
}

async function onPath(): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg'
  // A relative folder would be one of the project.
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  for (const folder of folders) {
    const program = join(folder, name)
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return program
  }
  return undefined
}

async function installed(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    return undefined
  }
}

/** What it finds; nothing where it cannot do this search, such as one with a pattern that only JavaScript knows. */
export async function searchByRipgrep(
  program: string,
  survey: Survey,
  query: SearchQuery,
): Promise<Findings<Match> | undefined> {
  const { project } = survey.holdings
  const gleanings = new Gleanings(query.limit ?? USUAL_LIMIT)
  const isWanted = query.glob === undefined ? () => true : await toMatcher(query.glob)
  for (const start of query.path === undefined ? project.names : [project.locate(query.path)]) {
    const real = await realpath(start)
    demandInside(real, project)
    const isFile = await isFileAt(real)
    const { root, rest } = project.standing(start)
    const isLeftOut = isFile ? async () => false : await leavesOut(root, rest)
    const isKept = async (path: string): Promise<boolean> => {
      const below = project.standing(path).rest
      return isOpen(path) && isWanted(below) && !(await isLeftOut(below))
    }
    const toPath = (at: string): string => (isFile ? start : join(start, relative(real, at)))
    const omitted = isFile ? [] : await leftOutFolders(survey, start)
    const args = [...argumentsFor(query, omitted), real]
    const sieve = { toPath, isKept, confirm: (matches: readonly Match[]) => confirm(matches, survey) }
    const order = { program, args, cwd: isFile ? dirname(real) : real }
    if (!(await glean(order, survey.signal, line => gleanings.take(line, sieve)))) return undefined
    if (gleanings.isCut) break
  }
  return { items: gleanings.items, isCut: gleanings.isCut }
}

/** Anything else, such as a pipe, would never come to an end. */
async function isFileAt(real: string): Promise<boolean> {
  const status = await stat(real)
  if (!status.isFile() && !status.isDirectory()) throw new WorkspaceError('Not a regular file.')
  return status.isFile()
}

/** The program goes by names, and a name may lead out for a moment: what is told is what our own hands find there. */
async function confirm(matches: readonly Match[], survey: Survey): Promise<readonly Match[]> {
  const lines = await linesOf(matches[0]?.path ?? '', survey)
  return matches.filter(
    ({ path, line, text }) => lines !== undefined && toMatch(path, line, lines[line - 1] ?? '').text === text,
  )
}

function argumentsFor(
  { pattern, isRegex, ignoreCase }: SearchQuery,
  omitted: readonly string[],
): readonly string[] {
  const kind = isRegex === true ? [] : ['--fixed-strings']
  return [
    ...RULES,
    ...omitted.flatMap(glob => ['--glob', glob]),
    ...kind,
    ignoreCase === true ? '--ignore-case' : '--case-sensitive',
    '--',
    pattern,
  ]
}

interface Order {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
}

/** Hands every line on until `take` has enough; false where the program could not do it. */
async function glean(
  { program, args, cwd }: Order,
  signal: AbortSignal,
  take: (line: string) => Promise<'more' | 'enough'>,
): Promise<boolean> {
  signal.throwIfAborted()
  const child = spawn(program, args, { cwd, env: allowedEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = exitOf(child)
  const stop = (): void => void child.kill('SIGKILL')
  const timer = setTimeout(() => {
    void take('')
    stop()
  }, MOST_MILLISECONDS)
  signal.addEventListener('abort', stop)
  let isEnough = false
  try {
    for await (const line of createInterface({ input: child.stdout }))
      if ((await take(line)) === 'enough') {
        isEnough = true
        break
      }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  }
  const code = await exited
  signal.throwIfAborted()
  // 0 is something, 1 is nothing, no number is our own kill; all else is a failure.
  return isEnough || code === 0 || code === 1 || code === null
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => {
    child.once('error', () => resolve(-1))
    child.once('close', code => resolve(code))
  })
}
