/** What a project leaves out: `.gitignore` files at every depth, the folder of git, and installed packages. */

import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

const MOST_BYTES = 256 * 1_024

/** Left out whatever any file says, but for whoever names them. */
const ALWAYS: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** Something to be judged: its path below the root, with slashes. */
export interface Candidate {
  readonly path: string
  readonly isFolder: boolean
}

interface Rules {
  /** The folder of the file, below the root: empty, or with a slash at its end. */
  readonly base: string
  readonly rules: Ignore
}

/** The rules that hold in one folder: those of the folder itself come last and have the last word. */
export class Ignored {
  readonly #chain: readonly Rules[]

  constructor(chain: readonly Rules[] = []) {
    this.#chain = chain
  }

  /** The rules below `folder`, a path on the disk whose path below the root is `base`. */
  async entering(folder: string, base: string): Promise<Ignored> {
    const text = await readRules(join(folder, '.gitignore'))
    if (text === undefined) return this
    const rules = ignore({ allowRelativePaths: true, ignorecase: false }).add(text)
    return new Ignored([...this.#chain, { base: base === '' ? '' : `${base}/`, rules }])
  }

  holds({ path, isFolder }: Candidate): boolean {
    if (ALWAYS.has(path.slice(path.lastIndexOf('/') + 1))) return true
    for (const { base, rules } of this.#chain.toReversed()) {
      const { ignored, unignored } = rules.test(path.slice(base.length) + (isFolder ? '/' : ''))
      if (ignored || unignored) return ignored
    }
    return false
  }
}

/** The rules for what is in the folder at `rest` below the root. Whoever asks for an ignored folder wants to see it. */
export async function ignoredAt(root: string, rest: string): Promise<Ignored> {
  let ignored = await new Ignored().entering(root, '')
  let base = ''
  for (const name of rest.split('/').filter(Boolean)) {
    base = base === '' ? name : `${base}/${name}`
    const isLeftOut = ignored.holds({ path: base, isFolder: true })
    ignored = await (isLeftOut ? new Ignored() : ignored).entering(join(root, base), base)
  }
  return ignored
}

/** Whether something below the folder at `rest` is left out, for paths that were found by somebody else. */
export async function leavesOut(root: string, rest: string): Promise<(path: string) => Promise<boolean>> {
  const known = new Map<string, Ignored>([[rest, await ignoredAt(root, rest)]])
  return async path => {
    const names = path.slice(rest === '' ? 0 : rest.length + 1).split('/')
    let base = rest
    for (const [index, name] of names.entries()) {
      const ignored = known.get(base) ?? new Ignored()
      const at = base === '' ? name : `${base}/${name}`
      const isFolder = index < names.length - 1
      if (ignored.holds({ path: at, isFolder })) return true
      if (isFolder && !known.has(at)) known.set(at, await ignored.entering(join(root, at), at))
      base = at
    }
    return false
  }
}

/** A regular file and no link, without waiting for it: a pipe of that name would keep everybody waiting. */
async function readRules(path: string): Promise<string | undefined> {
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    await using file = await open(path, flags)
    const status = await file.stat()
    return status.isFile() && status.size <= MOST_BYTES ? await file.readFile('utf8') : undefined
  } catch {
    return undefined
  }
}
