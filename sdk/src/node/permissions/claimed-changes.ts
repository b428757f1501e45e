/**
 * The changes that an agent shows with its question, in either version: where they would really be made, what the whole
 * text would be, and what is judged of them. What stands there now is this side's own word, wherever it can be read.
 */

import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { PermissionChange, PermissionRequest } from '../../client/index.js'
import type { FileWrite, Place } from '../../guard/index.js'
import { countPatch, newFilesIn } from '../../thread/git-patch.js'
import { stateOf } from '../files/state.js'
import { currentText, type Passage, toWholeText } from './approved-text.js'
import { digest } from './audit-line.js'
import { MOST_COMPARED } from './change-lines.js'

export interface ClaimedChanges {
  /** For people. */
  readonly shown: readonly PermissionChange[]
  /** Patches, where an agent shows nothing else. */
  readonly patches: readonly string[]
  /** For the judge; without a digest where nobody knows the text. */
  readonly writes: readonly FileWrite[]
  /** There is more than anybody would look through. */
  readonly isTooMuch?: boolean | undefined
}

interface Told extends Passage {
  readonly path: string
}

interface Change {
  readonly shown: readonly PermissionChange[]
  readonly write: FileWrite
}

const LONGEST_PATH = 4_096
const MOST_CHANGES = 256
// Each directory that is not there costs a question to the disk.
const MOST_MISSING = 64
// Every passage is looked for in the whole text.
const MOST_WORK = 256 * 1_048_576

/** Everything that is shown. `roots` are the real paths of the session's directories. */
export async function findChanges(
  { toolCall, session }: PermissionRequest,
  roots: readonly string[],
): Promise<ClaimedChanges> {
  const diffs: readonly object[] = (toolCall?.content ?? []).filter(({ type }) => type === 'diff')
  const told = diffs.flatMap(diff => ('newText' in diff ? toTold(diff) : newFilesOf(diff)))
  const names = diffs.flatMap(namesOf)
  if (told.length + names.length > MOST_CHANGES)
    return { shown: [], patches: [], writes: [], isTooMuch: true }
  const byPath = new Map<string, Passage[]>()
  const cwd = session.roots[0] ?? '/'
  for (const { path, ...passage } of told) {
    const real = await toRealPath(path, cwd)
    byPath.set(real, [...(byPath.get(real) ?? []), passage])
  }
  const whole: Change[] = []
  // One after the other: each of them may be of many megabytes.
  for (const [path, passages] of byPath) whole.push(await toChange(path, passages, session.roots))
  const named = await Promise.all(names.map(path => toRealPath(path, cwd)))
  const others = [...new Set(named)].filter(path => !byPath.has(path))
  const behind = await Promise.all([...byPath.keys(), ...others].map(behindLink))
  const unknown = [...others, ...behind.flat()].map(path => toWrite(path, undefined, true))
  const writes = [...whole.map(({ write }) => write), ...unknown]
  return {
    shown: whole.flatMap(({ shown }) => shown),
    patches: diffs.flatMap(patchOf).filter(patch => saysMore(patch, new Set(told.map(({ path }) => path)))),
    writes: writes.map(write => ({ ...write, at: toPlace(write.at.path, roots) })),
  }
}

/** One file. What the agent says stands there is believed only where nobody can look. */
async function toChange(
  path: string,
  passages: readonly Passage[],
  directories: readonly string[],
): Promise<Change> {
  // Looked at before it is read: what changes in between makes a yes count for nothing, not for something else.
  const before = await stateOf(path)
  const current = await currentText(path, directories)
  const isMuch = passages.length * (current?.length ?? 0) > MOST_WORK
  const text = isMuch ? undefined : toWholeText(passages, current)
  const write = { ...toWrite(path, text, current === undefined), before }
  if (text === undefined || current === undefined || current.length > MOST_COMPARED)
    return {
      shown: passages.map(({ oldText, newText }) => ({ path, ...(oldText != null && { oldText }), newText })),
      write,
    }
  return { shown: [{ path, oldText: current, newText: text }], write }
}

function toWrite(path: string, text: string | undefined, isNew: boolean): FileWrite {
  return { action: 'fs.write', at: { path }, isNew, sha256: text === undefined ? '' : digest(text) }
}

function toPlace(path: string, roots: readonly string[]): Place {
  const root = roots.find(each => path === each || path.startsWith(each.endsWith('/') ? each : `${each}/`))
  return { path, root }
}

function toTold(diff: object): readonly Told[] {
  const { path, oldText, newText } = diff as Readonly<Record<string, unknown>>
  if (typeof path !== 'string' || typeof newText !== 'string') return []
  return [{ path, oldText: typeof oldText === 'string' ? oldText : undefined, newText }]
}

/** The second version shows patches: of a new file that is all of it. */
function newFilesOf(diff: object): readonly Told[] {
  const names = new Set(namesOf(diff))
  const made = patchOf(diff).flatMap(patch => [...newFilesIn(patch)])
  return made.flatMap(([path, newText]) => (names.has(path) ? [{ path, newText }] : []))
}

function namesOf(diff: object): readonly string[] {
  const { changes } = diff as { readonly changes?: unknown }
  if (!Array.isArray(changes)) return []
  const paths = changes.flatMap((change: Readonly<Record<string, unknown>>) => [change.oldPath, change.path])
  // What a patch names may be more than what is said of it. Names of other spellings have no place of their own.
  const patched = patchOf(diff).flatMap(patch => [...countPatch(patch).keys()].filter(isAbsolute))
  return [...paths.filter(path => typeof path === 'string'), ...patched]
}

/** Whether a patch has something that is not shown as a whole text. */
function saysMore(patch: string, told: ReadonlySet<string>): boolean {
  const names = [...countPatch(patch).keys()]
  return names.length === 0 || names.some(name => !told.has(name))
}

function patchOf(diff: object): readonly string[] {
  const { patch } = diff as { readonly patch?: { readonly text?: unknown } | null }
  return typeof patch?.text === 'string' ? [patch.text] : []
}

/** The host writes through no link, so the last name stays; what is not there yet has no other place. */
async function toRealPath(path: string, cwd: string, levels = MOST_MISSING): Promise<string> {
  // Nothing stands at the end of such a path, and the judge refuses it.
  if (path.length > LONGEST_PATH || levels === 0) return path
  if (!isAbsolute(path)) return toRealPath(join(cwd, path), cwd)
  const folder = dirname(path)
  if (folder === path) return path
  const real = await realpath(folder).catch(() => undefined)
  return join(real ?? (await toRealPath(folder, cwd, levels - 1)), basename(path))
}

/** Where the agent would write with its own hands, if a link stands at the path. */
async function behindLink(path: string): Promise<readonly string[]> {
  const link = await readlink(path).catch(() => undefined)
  if (link === undefined) return []
  return [await realpath(path).catch(() => toRealPath(resolve(dirname(path), link), '/'))]
}
