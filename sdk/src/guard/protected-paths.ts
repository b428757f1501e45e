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

const SECRET_FOLDERS = new Set(['.aws', '.ssh', '.kube', '.gnupg'])
const SECRET_NAMES = new Set(['.netrc', '_netrc', '.git-credentials', '.pgpass'])
const SECRET_STARTS = ['.env', 'id_']
const SECRET_ENDS = ['.pem', '.key', '.p12', '.pfx']

/** Why a place is asked about every time. */
export type Sensitivity = 'protected' | 'secret-like'

const standsAt = (names: readonly string[], wanted: readonly string[], at: number): boolean =>
  wanted.every((name, index) => names[at + index] === name)

function isProtectedName(names: readonly string[]): boolean {
  const isBelow = FOLDERS.some(folder => names.some((_, at) => standsAt(names, folder, at)))
  return (
    isBelow ||
    FILES.some(file => names.length >= file.length && standsAt(names, file, names.length - file.length))
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

/** Why a path is asked about every time, or nothing. `own` are our own folders and files. */
export function sensitivityOf(path: string, own: readonly string[]): Sensitivity | undefined {
  const names = toNames(path).map(foldEverywhere)
  if (isProtectedName(names) || isOwn(path, own, false)) return 'protected'
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
    const why = isWhole && isOwn(path, own, true) ? 'protected' : sensitivityOf(path, own)
    return why === undefined ? [] : [{ path, why }]
  })
  return found.find(({ why }) => why === 'protected') ?? found[0]
}
