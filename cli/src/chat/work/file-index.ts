/** The files and folders of a directory, for whoever mentions one: known for a few seconds, and found by a few letters. */

import { setImmediate as breathe } from 'node:timers/promises'
import { Best, type Candidate, scoreOf, toCandidate } from '../composer/fuzzy.js'
import { within } from '../deadline.js'
import { walkFolder } from './folder-walk.js'
import { gitFiles } from './git-files.js'

const MOST_FILES = 50_000
const FRESH_MILLISECONDS = 5_000
/** How long a question waits for a list that is made anew while there is an older one. */
const PATIENCE_MILLISECONDS = 300
/** So many are judged in a few milliseconds; then others have their turn. */
const SLICE = 2_000
const MOST_FOLDERS = 8

interface Known {
  readonly candidates: readonly Candidate[]
  readonly at: number
}

export class FileIndex {
  readonly #known = new Map<string, Known>()
  readonly #coming = new Map<string, Promise<Known>>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The best answers to a few letters of a path, folders with a slash at their end. Stops where nobody waits any longer. */
  async find(
    folder: string,
    query: string,
    { most, signal }: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<readonly string[]> {
    const { candidates } = await this.#filesOf(folder)
    const best = new Best<string>(most)
    const lower = query.toLowerCase()
    for (let from = 0; from < candidates.length && !signal.aborted; from += SLICE) {
      for (const each of candidates.slice(from, from + SLICE)) best.offer(each.text, judge(lower, each))
      await breathe()
    }
    return best.values
  }

  async #filesOf(folder: string): Promise<Known> {
    const known = this.#known.get(folder)
    if (known !== undefined && this.#now() - known.at < FRESH_MILLISECONDS) return known
    const coming = this.#coming.get(folder) ?? this.#look(folder)
    return known === undefined ? coming : ((await within(coming, PATIENCE_MILLISECONDS)) ?? known)
  }

  #look(folder: string): Promise<Known> {
    const coming = candidatesIn(folder)
      .then(candidates => {
        const known = { candidates, at: this.#now() }
        this.#known.delete(folder)
        this.#known.set(folder, known)
        for (const oldest of this.#known.keys())
          if (this.#known.size > MOST_FOLDERS) this.#known.delete(oldest)
        return known
      })
      .finally(() => this.#coming.delete(folder))
    this.#coming.set(folder, coming)
    return coming
  }
}

/** Without letters: what is near, folders too. */
function judge(query: string, candidate: Candidate): number | undefined {
  const score = scoreOf(query, candidate)
  if (score === undefined || query !== '') return score
  let depth = 0
  for (let at = candidate.text.indexOf('/'); at !== -1; at = candidate.text.indexOf('/', at + 1)) depth++
  return score - (candidate.text.endsWith('/') ? depth - 1 : depth) * 1_000
}

async function candidatesIn(folder: string): Promise<readonly Candidate[]> {
  const files = (await gitFiles(folder, MOST_FILES)) ?? (await walkFolder(folder, MOST_FILES))
  const folders = new Set<string>()
  const candidates: Candidate[] = []
  for (const [index, path] of files.entries()) {
    if (path.endsWith('/')) folders.add(path)
    else candidates.push(toCandidate(path))
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const above = path.slice(0, at + 1)
      if (folders.has(above)) break
      folders.add(above)
    }
    if (index % SLICE === SLICE - 1) await breathe()
  }
  return [...Array.from(folders, toCandidate), ...candidates]
}
