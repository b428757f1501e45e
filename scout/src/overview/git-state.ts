/** What git knows of a project: branch and changed files. A repository's own settings can name programs; none of them is run. */

import { execFile } from 'node:child_process'
import { allowedEnvironment } from '@parley/acp/node'

/** One file that differs from the last commit; the mark is git's own, such as `M` or `??`. */
export interface ChangedFile {
  readonly mark: string
  readonly path: string
}

export interface GitState {
  /** Nothing when no branch is checked out. */
  readonly branch: string | undefined
  readonly changed: readonly ChangedFile[]
}

const DEADLINE_MILLISECONDS = 3_000
const MOST_OUTPUT_BYTES = 8 * 1024 * 1024

/** The state of the repository that the directory stands in; nothing without git or without a repository. */
export async function gitState(cwd: string, signal?: AbortSignal): Promise<GitState | undefined> {
  const place = { cwd, signal }
  try {
    const harmless = await neutralSettings(place)
    return readStatus(await git(place, ['--no-optional-locks', 'status', ...STATUS], harmless))
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}

interface Place {
  readonly cwd: string
  readonly signal: AbortSignal | undefined
}

const STATUS = ['--porcelain=v1', '--branch', '-z', '--untracked-files=normal', '--ignore-submodules=all']

/** `git status` runs the filters and the monitor that settings name: those that came with the repository are taken away. */
async function neutralSettings(place: Place): Promise<Readonly<Record<string, string>>> {
  const listed = await git(place, ['config', '--list', '--show-scope', '--name-only', '-z'])
  const fields = listed.split('\0')
  const keys = fields.filter(
    (_, index) => index % 2 === 1 && /^(local|worktree)$/.test(fields[index - 1] ?? ''),
  )
  const filters = keys.filter(key => /^filter\..+\.(clean|process|smudge|required)$/s.test(key))
  const settings = [
    ['core.fsmonitor', 'false'],
    ...[...new Set(filters)].map(key => [key, key.endsWith('.required') ? 'false' : '']),
  ]
  // Told by variables, because a key on the command line ends at its first "=".
  const told = settings.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(told) }
}

function git(
  { cwd, signal }: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = {
    cwd,
    env: allowedEnvironment({ GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...env }),
    timeout: DEADLINE_MILLISECONDS,
    maxBuffer: MOST_OUTPUT_BYTES,
    windowsHide: true,
    ...(signal === undefined ? {} : { signal }),
  }
  return new Promise((resolve, reject) => {
    execFile('git', args, options, (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
  })
}

/** `## branch...upstream`, then a file each; a renamed one is followed by its old name. */
function readStatus(output: string): GitState {
  const [head = '', ...fields] = output.split('\0')
  const changed: ChangedFile[] = []
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field === '') continue
    const mark = field.slice(0, 2)
    changed.push({ mark: mark.trim(), path: field.slice(3) })
    if (/[RC]/.test(mark)) at++
  }
  return { branch: readBranch(head), changed }
}

function readBranch(head: string): string | undefined {
  const named = head.replace(/^## (No commits yet on |Initial commit on )?/, '').replace(/\.\.\..*$/, '')
  return named === '' || named.startsWith('HEAD (no branch)') ? undefined : named
}
