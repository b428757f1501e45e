/** The folder the tour works in: a small part of the workspace, and the names of what was made there. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LineWindow } from '@parley/acp/agent'
import type { Match, Workspace } from '../workspace/workspace.js'

const MOST_FOLDERS = 1_000
const NAME = 'parley-tour'

/** The first name of a folder that is not taken yet; nothing where too many are. */
export async function freePlace(workspace: Workspace): Promise<string | undefined> {
  for (let count = 1; count < MOST_FOLDERS; count++) {
    const path = workspace.locate(count === 1 ? NAME : `${NAME}-${count}`)
    if ((await workspace.kind(path)) === undefined) return path
  }
  return undefined
}

export class Scratch {
  readonly path: string
  readonly #workspace: Workspace
  readonly #names = new Set<string>()

  private constructor(path: string, workspace: Workspace) {
    this.path = path
    this.#workspace = workspace
  }

  /** Makes the folder; one that is there already is not taken over. */
  static async make(path: string, workspace: Workspace): Promise<Scratch> {
    await mkdir(path)
    return new Scratch(path, workspace)
  }

  /** What was made in it and is still there. */
  get names(): readonly string[] {
    return [...this.#names].sort()
  }

  at(name: string): string {
    return join(this.path, name)
  }

  read(name: string, window?: LineWindow): Promise<string> {
    return this.#workspace.read(this.at(name), window)
  }

  async write(name: string, text: string): Promise<void> {
    await this.#workspace.write(this.at(name), text)
    this.#names.add(name)
  }

  async move(from: string, to: string): Promise<void> {
    await this.#workspace.move(this.at(from), this.at(to))
    this.#names.delete(from)
    this.#names.add(to)
  }

  async remove(name: string): Promise<void> {
    await this.#workspace.remove(this.at(name))
    this.#names.delete(name)
  }

  async search(pattern: string): Promise<readonly Match[]> {
    return (await this.#workspace.search({ pattern, path: this.path })).items
  }

  /** Removes what was made here and then the folder, unless somebody put something else into it. */
  async clear(): Promise<void> {
    for (const name of this.names) await this.remove(name)
    await this.#workspace.remove(this.path)
  }
}
