/** Looks a project over: what it is written in, what it says of itself, what git knows. Writes nothing and asks nobody. */

import { join, relative, sep } from 'node:path'
import type { Errand } from '../errand.js'
import { findGuidance } from '../guidance.js'
import type { Findings } from '../workspace/workspace.js'
import { type GitState, gitState } from './git-state.js'
import { languageOf } from './languages.js'
import { findManifests, type Manifest } from './manifest.js'
import { type Measured, measure } from './measure.js'
import { firstParagraph } from './readme.js'

/** One language: in how many files, and how many lines of those that were counted. */
export interface LanguageShare {
  readonly name: string
  readonly files: number
  readonly lines: number
}

export interface Survey {
  readonly root: string
  readonly fileCount: number
  /** Whether there are more files than were looked for. */
  readonly isCut: boolean
  readonly countedFiles: number
  readonly lines: number
  readonly languages: readonly LanguageShare[]
  readonly biggest: readonly Measured[]
  readonly manifests: readonly Manifest[]
  readonly readme: { readonly path: string; readonly paragraph: string | undefined } | undefined
  readonly git: GitState | undefined
  /** The files with notes for agents. */
  readonly guidance: readonly string[]
}

const MOST_FILES = 50_000
const BIGGEST = 5

/** Looks over the project, or one folder of it. */
export async function survey(errand: Errand, folder = '.'): Promise<Survey> {
  const { workspace, turn } = errand
  const root = workspace.locate(folder)
  const [files, git, manifests, guidance] = await Promise.all([
    findBelow(errand, root),
    gitState(root, turn.signal, workspace.roots),
    findManifests(path => readQuietly(errand, join(root, path))),
    findGuidance(errand, [join(root, 'any')]),
  ])
  // What can be named comes first: when there is no time for all, it is worth more than pictures and archives.
  const isNamed = (path: string): boolean => languageOf(path) !== undefined
  const ordered = [...files.items.filter(isNamed), ...files.items.filter(path => !isNamed(path))]
  const measured = await measure(ordered, { signal: turn.signal })
  return {
    root,
    fileCount: files.items.length,
    isCut: files.isCut,
    countedFiles: measured.length,
    lines: measured.reduce((sum, { lines = 0 }) => sum + lines, 0),
    languages: toShares(files.items, measured),
    biggest: measured.toSorted((one, other) => other.bytes - one.bytes).slice(0, BIGGEST),
    manifests,
    readme: await findReadme(errand, root, files.items),
    git,
    guidance: guidance.map(({ path }) => path),
  }
}

function toShares(paths: readonly string[], measured: readonly Measured[]): readonly LanguageShare[] {
  const shares = new Map<string, { name: string; files: number; lines: number }>()
  const shareOf = (path: string): { files: number; lines: number } | undefined => {
    const name = languageOf(path)
    if (name === undefined) return undefined
    const share = shares.get(name) ?? { name, files: 0, lines: 0 }
    shares.set(name, share)
    return share
  }
  for (const path of paths) {
    const share = shareOf(path)
    if (share !== undefined) share.files++
  }
  for (const { path, lines = 0 } of measured) {
    const share = shareOf(path)
    if (share !== undefined) share.lines += lines
  }
  return [...shares.values()].sort((one, other) => other.lines - one.lines || other.files - one.files)
}

/** Ignored files left out. A folder's name may hold what a glob takes for a sign, so it is compared and not matched. */
async function findBelow({ workspace }: Errand, root: string): Promise<Findings<string>> {
  const { items, isCut } = await workspace.find('**/*', MOST_FILES)
  return { items: items.filter(path => path.startsWith(join(root, sep))), isCut }
}

async function findReadme(errand: Errand, root: string, files: readonly string[]): Promise<Survey['readme']> {
  const isReadme = (path: string): boolean => /^readme(\.(md|markdown|rst|txt))?$/i.test(relative(root, path))
  const path = files.find(isReadme)
  const text = path === undefined ? undefined : await readQuietly(errand, path)
  return path === undefined || text === undefined ? undefined : { path, paragraph: firstParagraph(text) }
}

/** A file that cannot be read is as good as none for an overview. */
async function readQuietly({ workspace, turn }: Errand, path: string): Promise<string | undefined> {
  try {
    return await workspace.readIfThere(path)
  } catch {
    turn.signal.throwIfAborted()
    return undefined
  }
}
