/**
 * What git knows of a project: branch and changed files. A repository's settings can name programs, other folders and
 * servers, so git never sees them: it is asked in a folder of our own that has none.
 */

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowedEnvironment } from '@parley/acp/node'
import { findGitFolder, type GitFolder } from './git-folder.js'

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

/**
 * The state of the repository that the directory stands in; nothing without git, without a repository, or where that is
 * not wholly inside the roots.
 */
export async function gitState(
  folder: string,
  signal?: AbortSignal,
  roots: readonly string[] = [folder],
): Promise<GitState | undefined> {
  try {
    const repository = await findGitFolder(folder, roots)
    if (repository === undefined) return undefined
    const scratch = await mkdtemp(join(tmpdir(), 'parley-git-'))
    try {
      await furnish(scratch, repository)
      const status = await git(scratch, repository, signal)
      return { branch: repository.branch, changed: readStatus(status) }
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}

/** A repository with the same commit and the same index, and with settings that we wrote. */
async function furnish(scratch: string, { commit, index, settings }: GitFolder): Promise<void> {
  await mkdir(join(scratch, 'refs'))
  await writeFile(join(scratch, 'HEAD'), commit ?? 'ref: refs/heads/none')
  await writeFile(join(scratch, 'config'), toConfig(commit, settings))
  if (index === undefined) return
  await writeFile(join(scratch, 'index'), index.bytes)
  // Git compares the time of the index with those of the files: a younger one would hide changes.
  await utimes(join(scratch, 'index'), index.seconds, index.seconds)
}

function toConfig(commit: string | undefined, settings: readonly string[]): string {
  const isLong = commit?.length === 64
  return [
    '[core]',
    `repositoryformatversion = ${isLong ? 1 : 0}`,
    'bare = false',
    ...settings,
    ...(isLong ? ['[extensions]', 'objectformat = sha256'] : []),
    '',
  ].join('\n')
}

const STATUS = ['--porcelain=v1', '-z', '--untracked-files=normal', '--ignore-submodules=all']

// None of these should be of use any more; each of them alone would stop an attack.
const HARMLESS = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.sshCommand=false', 'core.gitProxy=false'],
  ...['core.pager=cat', 'core.askPass=false', 'credential.helper=', 'protocol.allow=never', 'diff.external='],
].flatMap(setting => ['-c', setting])

function git(scratch: string, { top, objects }: GitFolder, signal: AbortSignal | undefined): Promise<string> {
  const places = { GIT_DIR: scratch, GIT_WORK_TREE: top, GIT_OBJECT_DIRECTORY: objects }
  const options = {
    cwd: scratch,
    env: allowedEnvironment({ ...PLAIN, ...places }),
    timeout: DEADLINE_MILLISECONDS,
    maxBuffer: MOST_OUTPUT_BYTES,
    windowsHide: true,
    ...(signal === undefined ? {} : { signal }),
  }
  const args = ['--no-optional-locks', ...HARMLESS, 'status', ...STATUS]
  return new Promise((resolve, reject) => {
    execFile('git', args, options, (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
  })
}

const PLAIN = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
}

/** A file each; a renamed one is followed by its old name. */
function readStatus(output: string): readonly ChangedFile[] {
  const fields = output.split('\0')
  const changed: ChangedFile[] = []
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field === '') continue
    const mark = field.slice(0, 2)
    changed.push({ mark: mark.trim(), path: field.slice(3) })
    if (/[RC]/.test(mark)) at++
  }
  return changed
}
