/** Files that the examining client lends: those that really lie in the project, wherever their names or links lead. */

import { mkdir } from 'node:fs/promises'
import { pinRoot, type Root, readInside, writeInside } from '@parley/acp/node'
import { rpcError } from '@parley/acp/protocol'
import type { Json } from '../wire/arrivals.js'
import type { Reply } from '../wire/scripted-peer.js'

export class LentFiles {
  readonly #folder: string
  #root: Promise<Root> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async read({ path, line, limit }: Json): Promise<Reply> {
    const request = { path: demandText(path, '/path'), line: toCount(line), limit: toCount(limit) }
    return { result: { content: await readInside(request, [await this.#hold()]) } }
  }

  async write({ path, content }: Json): Promise<Reply> {
    const request = { path: demandText(path, '/path'), content: demandText(content, '/content') }
    await writeInside(request, [await this.#hold()])
    return { result: {} }
  }

  async close(): Promise<void> {
    await (await this.#root)?.close()
  }

  /** The folder as it is now: what is put in its place later is not lent. */
  #hold(): Promise<Root> {
    this.#root ??= mkdir(this.#folder, { recursive: true }).then(() => pinRoot(this.#folder))
    return this.#root
  }
}

function demandText(value: unknown, place: string): string {
  if (typeof value !== 'string') throw rpcError('invalid_params', `${place}: expected text`)
  return value
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
