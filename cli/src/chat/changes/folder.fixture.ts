/** Folders and repositories for tests: real files, in a place of their own. */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { TurnChanges } from './turn-changes.js'

export const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args],
    {
      cwd,
      stdio: 'pipe',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    },
  ).toString()

export interface Project {
  readonly base: string
  readonly cwd: string
  readonly state: string
  readonly changes: TurnChanges
  write(path: string, text: string | Uint8Array): void
  read(path: string): string
  /** Does something as a turn would, and answers with the relative paths that changed. */
  turn(act: () => void): Promise<readonly string[]>
}

/** The caller closes `changes`. */
export function makeProject(files: Readonly<Record<string, string>>, isRepository: boolean): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-changes-')))
  const cwd = join(base, 'work')
  const state = join(base, 'state')
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  mkdirSync(cwd)
  for (const [path, text] of Object.entries(files)) write(path, text)
  if (isRepository) {
    git(cwd, 'init', '-q', '-b', 'trunk')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'one', '--allow-empty')
  }
  // A busy machine is no reason to do without a baseline.
  const changes = new TurnChanges({ cwd, state, env: process.env, patience: 10_000 })
  return {
    ...{ base, cwd, state, changes, write },
    read: path => readFileSync(join(cwd, path), 'utf8'),
    turn: async act => {
      await changes.begin()
      act()
      return (await changes.end()).map(path => path.slice(cwd.length + 1))
    },
  }
}

export function removeProject({ base }: Project): void {
  rmSync(base, { recursive: true, force: true })
}

/** Every file of a folder with its bytes, mode and times. */
export function pictureOf(folder: string): string {
  const lines: string[] = []
  for (const path of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const status = lstatSync(join(folder, path), { bigint: true })
    const bytes = status.isFile() ? readFileSync(join(folder, path)) : ''
    const digest = createHash('sha256').update(bytes).digest('hex')
    lines.push(`${path} ${status.mode} ${status.ino} ${status.mtimeNs} ${status.ctimeNs} ${digest}`)
  }
  return lines.join('\n')
}
