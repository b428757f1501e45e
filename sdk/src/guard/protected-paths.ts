/**
 * Names that mean more than their content: files that run by themselves or steer tools, and files that hold secrets. They
 * count at any depth, in any case and whether or not they exist yet.
 */

import type { Action, Place } from './action.js'
import { foldEverywhere, foldName, namesBelow, toNames } from './place.js'

// Everything below such a folder, and the folder itself.
const FOLDERS: readonly (readonly string[])[] = [
  ...[
    ['.git', 'hooks'],
    ['.git', 'modules'],
    ['.git', 'worktrees'],
    ['.github', 'workflows'],
  ],
  ...[
    ['.vscode'],
    ['.idea'],
    ['.zed'],
    ['.cursor'],
    ['.claude'],
    ['.codex'],
    ['.gemini'],
    ['.acp'],
    ['.husky'],
  ],
  ...[
    ['.config', 'fish'],
    ['.config', 'git'],
  ],
]

// Only what ends in these names.
const FILES: readonly (readonly string[])[] = [
  ...[['.git'], ['.git', 'config'], ['.git', 'config.worktree'], ['.gitmodules'], ['.gitconfig']],
  ...[['.mcp.json'], ['.envrc'], ['.npmrc'], ['.yarnrc'], ['.yarnrc.yml'], ['.pnpmfile.cjs']],
  ...[
    ['.profile'],
    ['.login'],
    ['.logout'],
    ['.inputrc'],
    ['profile.ps1'],
    ['microsoft.powershell_profile.ps1'],
  ],
  ...[['.bashrc'], ['.bash_profile'], ['.bash_login'], ['.bash_logout'], ['.bash_aliases']],
  ...[['.zshrc'], ['.zshenv'], ['.zprofile'], ['.zlogin'], ['.zlogout'], ['.kshrc'], ['.cshrc'], ['.tcshrc']],
]

// What steers tools, too, but may be read like anything else: a program that reads it learns nothing it should not.
const CHANGED_FOLDERS: readonly (readonly string[])[] = [
  ...[['.git'], ['.hg'], ['.svn'], ['.jj']],
  ...[
    ['.devcontainer'],
    ['.circleci'],
    ['.buildkite'],
    ['.windsurf'],
    ['.continue'],
    ['.kiro'],
    ['.opencode'],
  ],
]
const CHANGED_FILES: readonly (readonly string[])[] = [
  // A folder with a HEAD is a repository to git, whatever it is called, and its settings name programs to run.
  ...[['head'], ['commondir'], ['gitdir'], ['.gitattributes']],
  ...[
    ['.pre-commit-config.yaml'],
    ['.pre-commit-hooks.yaml'],
    ['lefthook.yml'],
    ['lefthook.yaml'],
    ['.gitlab-ci.yml'],
  ],
  ...[['binding.gyp'], ['bunfig.toml'], ['mise.toml'], ['.mise.toml'], ['.tool-versions'], ['opencode.json']],
  ...[['claude.md'], ['agents.md'], ['gemini.md'], ['.cursorrules'], ['.windsurfrules']],
]
const CHANGED_ENDS = ['.code-workspace']

const SECRET_FOLDERS = new Set(['.aws', '.ssh', '.kube', '.gnupg'])
const SECRET_NAMES = new Set(['.netrc', '_netrc', '.git-credentials', '.pgpass'])
const SECRET_STARTS = ['.env', 'id_']
const SECRET_ENDS = ['.pem', '.key', '.p12', '.pfx']

/** Why a place is asked about every time. */
export type Sensitivity = 'protected' | 'secret-like'

const standsAt = (names: readonly string[], wanted: readonly string[], at: number): boolean =>
  wanted.every((name, index) => names[at + index] === name)

const isBelowAny = (names: readonly string[], folders: readonly (readonly string[])[]): boolean =>
  folders.some(folder => names.some((_, at) => standsAt(names, folder, at)))

const endsInAny = (names: readonly string[], files: readonly (readonly string[])[]): boolean =>
  files.some(file => names.length >= file.length && standsAt(names, file, names.length - file.length))

function isProtectedName(names: readonly string[], isChange: boolean): boolean {
  if (isBelowAny(names, FOLDERS) || endsInAny(names, FILES)) return true
  if (!isChange) return false
  const last = names.at(-1) ?? ''
  return (
    isBelowAny(names, CHANGED_FOLDERS) ||
    endsInAny(names, CHANGED_FILES) ||
    CHANGED_ENDS.some(end => last.endsWith(end))
  )
}

function isSecretName(names: readonly string[]): boolean {
  if (names.some(name => SECRET_FOLDERS.has(name))) return true
  const last = names.at(-1) ?? ''
  if (SECRET_NAMES.has(last)) return true
  return SECRET_STARTS.some(start => last.startsWith(start)) || SECRET_ENDS.some(end => last.endsWith(end))
}

/** Whether a path is, or lies in, one of our own; and, where a folder may go, whether it holds one. */
function isOwn(path: string, own: readonly string[], isWhole: boolean): boolean {
  return own.some(
    folder =>
      namesBelow(path, folder, true) !== undefined ||
      (isWhole && namesBelow(folder, path, true) !== undefined),
  )
}

/** Why a path is asked about every time, or nothing. `own` are our own folders and files. Reading needs less care. */
export function sensitivityOf(
  path: string,
  own: readonly string[],
  isChange = false,
): Sensitivity | undefined {
  const names = toNames(path).map(foldEverywhere)
  if (isProtectedName(names, isChange) || isOwn(path, own, false)) return 'protected'
  return isSecretName(names) ? 'secret-like' : undefined
}

/** The places an action touches or shows; a program's directory is not touched by being stood in. */
export function placesOf(action: Action): readonly Place[] {
  if (action.action === 'fs.read' || action.action === 'fs.write') return [action.at]
  if (action.action === 'fs.delete') return action.at
  if (action.action === 'agent.claimed') return action.writes?.map(({ at }) => at) ?? []
  return action.action === 'fs.move' ? [action.from, action.to] : []
}

const isPackage = (path: string): boolean => foldName(toNames(path).at(-1) ?? '') === 'package.json'

// Without word of what changes, the scripts of a package are taken to change.
function changesPrograms(action: Action): boolean {
  if (action.action === 'fs.write')
    return (
      action.changesScripts === true || (action.changesScripts === undefined && isPackage(action.at.path))
    )
  return action.action === 'fs.move' && isPackage(action.to.path)
}

/** The most sensitive place of an action, or nothing when it touches none. */
export function findSensitive(
  action: Action,
  own: readonly string[],
): { readonly path: string; readonly why: Sensitivity } | undefined {
  const places = placesOf(action)
  if (changesPrograms(action)) return { path: places.at(-1)?.path ?? '', why: 'protected' }
  const isWhole = action.action === 'fs.delete' || action.action === 'fs.move'
  const found = places.flatMap(({ path }) => {
    const why =
      isWhole && isOwn(path, own, true) ? 'protected' : sensitivityOf(path, own, action.action !== 'fs.read')
    return why === undefined ? [] : [{ path, why }]
  })
  return found.find(({ why }) => why === 'protected') ?? found[0]
}
