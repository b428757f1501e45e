/** The files of a session's directories, for whoever looks for one: known for a few seconds, and found by a few letters. */

import { setImmediate as breathe } from 'node:timers/promises'
import type { Root } from '@parley/acp/node'
import { walkFolder } from './folder-walk.js'
import { bestOf } from './fuzzy.js'

const MOST_FILES = 50_000
const FRESH_MILLISECONDS = 5_000
const KEPT_MILLISECONDS = 60_000
const WALK_MILLISECONDS = 5_000
/** So many are judged in a few milliseconds; then others have their turn. */
const SLICE = 5_000

interface Known {
  readonly files: Promise<readonly string[]>
  readonly at: number
  readonly forgetting: NodeJS.Timeout
}

export class FileIndex {
  #known: Known | undefined

  /** The best first: from the working directory on, and as they are where they lie in another directory. */
  async find(roots: readonly Root[], query: string, most: number): Promise<readonly string[]> {
    const files = await this.#filesOf(roots)
    let best: readonly string[] = []
    for (let from = 0; from < files.length; from += SLICE) {
      best = bestOf(query, [...best, ...files.slice(from, from + SLICE)], most)
      await breathe()
    }
    return best
  }

  forget(): void {
    clearTimeout(this.#known?.forgetting)
    this.#known = undefined
  }

  #filesOf(roots: readonly Root[]): Promise<readonly string[]> {
    const now = performance.now()
    if (this.#known !== undefined && now - this.#known.at < FRESH_MILLISECONDS) return this.#known.files
    this.forget()
    const files = filesIn(roots)
    const forgetting = setTimeout(() => this.forget(), KEPT_MILLISECONDS).unref()
    this.#known = { files, at: now, forgetting }
    return files
  }
}

async function filesIn(roots: readonly Root[]): Promise<readonly string[]> {
  const found: string[] = []
  const until = performance.now() + WALK_MILLISECONDS
  for (const [index, root] of roots.entries())
    for (const path of await walkFolder(root, { most: MOST_FILES - found.length, until }))
      found.push(index === 0 ? path : `${root.path}/${path}`)
  return found
}
