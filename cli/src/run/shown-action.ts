/** What an agent shows when it asks about its own doing, as actions that lines of a policy speak of; and whether an agent's word for it can be taken. */

import { realpath } from 'node:fs/promises'
import type { Claim, Execute, FileWrite, Place, ShownCommand } from '@parley/acp/guard'

export type ShownAction = Execute | FileWrite

// Words that no shell would take for anything else.
const PLAIN = /^[\w@%+=:,./-]+(?: [\w@%+=:,./-]+)*$/
const CHANGES = new Set(['edit', 'delete', 'move'])

export const isChangeKind = (kind: string): boolean => CHANGES.has(kind)

/** Everything that is shown. */
export interface Shown {
  readonly actions: readonly ShownAction[]
  /** It is known what each of them comes to. */
  readonly isKnown: boolean
}

export async function findShown({ runs, writes = [] }: Claim, roots: readonly string[]): Promise<Shown> {
  const program = runs === undefined ? [] : [await toExecute(runs, roots)]
  const actions = [...program, ...writes]
  // Without its digest nobody can tell whether the change that is made is the one that was shown.
  const isKnown = actions.length > 0 && writes.every(({ sha256 }) => sha256 !== '')
  return { actions, isKnown }
}

/** What an agent calls its doing counts for nothing where it shows something else. */
export function isOfItsKind({ kind, runs, writes = [], hasUnreadableCommand }: Claim): boolean {
  if (hasUnreadableCommand === true || (runs !== undefined && kind !== 'execute')) return false
  return writes.length === 0 || isChangeKind(kind)
}

const COMMAND_KEYS = new Set(['command', 'args', 'cwd', 'description', 'timeout', 'title'])

/** Whether lines about commands and files can answer for it: what it is called is shown, and nothing steers it besides. */
export function isForLines(
  { kind, runs, writes = [], hasUnreadableCommand }: Claim,
  keys: readonly string[],
): boolean {
  if (hasUnreadableCommand === true || (kind === 'execute' && runs === undefined)) return false
  if (isChangeKind(kind) && writes.length === 0) return false
  return runs === undefined || keys.every(key => COMMAND_KEYS.has(key))
}

const SHELL = /^(?:(?:ba|z|da|k|a|fi|c|tc)?sh|cmd|powershell|pwsh)(?:\.exe)?$/i

/** Whether a text for a shell is run: its words do not say what will happen. */
export const isForShell = ({ argv: [program = ''], isShell }: Execute): boolean =>
  isShell || SHELL.test(program.split(/[\\/]/).at(-1) ?? '')

/** One text is what plain words say, else what the host would give to a shell. */
async function toExecute({ argv, cwd }: ShownCommand, roots: readonly string[]): Promise<Execute> {
  const [text = ''] = argv
  const isText = argv.length === 1 && !PLAIN.test(text)
  const words = argv.length > 1 ? argv : isText ? ['sh', '-c', text] : text.split(' ')
  return {
    action: 'terminal.exec',
    argv: words,
    isShell: isText,
    cwd: await toPlace(cwd, roots),
    env: {},
  }
}

/** A directory by another name than its own lies nowhere: where it leads may change. */
async function toPlace(path: string, roots: readonly string[]): Promise<Place> {
  const [real, ...realRoots] = await Promise.all([path, ...roots].map(each => realpath(each).catch(() => '')))
  if (real !== path) return { path }
  const root = realRoots.find(each => each !== '' && (path === each || path.startsWith(`${each}/`)))
  return { path, ...(root !== undefined && { root }) }
}
