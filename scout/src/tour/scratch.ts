/**
 * The folder the tour works in. Files are read and written by the client where it lends them, else inside the folder by
 * the same bounded code; names are plain, so nothing outside can be meant.
 */

import { access, mkdir, rename, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { LineWindow, Turn } from '@parley/acp/agent'
import { pinRoot, type Root, readInside, writeInside } from '@parley/acp/node'

/** A line in which a word was found. */
export interface Hit {
  readonly path: string
  readonly line: number
  readonly text: string
}

const MOST_FOLDERS = 1_000
const NAME = 'parley-tour'

/** The first name of a folder that is not taken yet; nothing where too many are. */
export async function freePlace(cwd: string): Promise<string | undefined> {
  for (let count = 1; count < MOST_FOLDERS; count++) {
    const path = join(cwd, count === 1 ? NAME : `${NAME}-${count}`)
    const isTaken = await access(path).then(
      () => true,
      () => false,
    )
    if (!isTaken) return path
  }
  return undefined
}

export class Scratch {
  readonly path: string
  readonly #turn: Turn
  readonly #root: Root
  readonly #names = new Set<string>()

  private constructor(path: string, turn: Turn, root: Root) {
    this.path = path
    this.#turn = turn
    this.#root = root
  }

  /** Makes the folder; one that is there already is not taken over. */
  static async make(path: string, turn: Turn): Promise<Scratch> {
    await mkdir(path)
    return new Scratch(path, turn, await pinRoot(path))
  }

  /** What was made in it and is still there. */
  get names(): readonly string[] {
    return [...this.#names].sort()
  }

  at(name: string): string {
    return join(this.path, name)
  }

  read(name: string, window: LineWindow = {}): Promise<string> {
    const path = this.at(name)
    const { files, signal } = this.#turn
    return files?.read(path, window) ?? readInside({ path, ...window }, [this.#root], { signal })
  }

  async write(name: string, content: string): Promise<void> {
    const path = this.at(name)
    const { files, signal } = this.#turn
    await (files?.write?.(path, content) ?? writeInside({ path, content }, [this.#root], { signal }))
    this.#names.add(name)
  }

  /** No client lends this. */
  async move(from: string, to: string): Promise<void> {
    await rename(this.at(from), this.at(to))
    this.#names.delete(from)
    this.#names.add(to)
  }

  /** Nor this. */
  async remove(name: string): Promise<void> {
    await unlink(this.at(name))
    this.#names.delete(name)
  }

  async search(word: string): Promise<readonly Hit[]> {
    const hits: Hit[] = []
    for (const name of this.names)
      for (const [index, text] of (await this.read(name)).split('\n').entries())
        if (text.includes(word)) hits.push({ path: this.at(name), line: index + 1, text })
    return hits
  }

  /** Removes what was made here and then the folder, unless somebody put something else into it. */
  async clear(): Promise<void> {
    for (const name of this.names) await this.remove(name)
    await this.close()
    await rmdir(this.path)
  }

  async close(): Promise<void> {
    await this.#root.close()
  }
}
