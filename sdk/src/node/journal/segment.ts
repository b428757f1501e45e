/**
 * One file of the commit log: the lines of many sessions as they were acknowledged, each run of them under a heading
 * that says whose they are. Read only after a crash, up to the first line that is not whole.
 */

import { absent, type FileSystem, known as orForeign } from './file-system.js'
import type { Folder } from './folder.js'
import { writeAll } from './handles.js'
import { isSealed, seal, seedOf, seqOf, sumOf, toHex, unseal } from './line.js'
import { type Line, readLines } from './line-reader.js'
import type { Tail } from './tail.js'

/** Consecutive lines of one session. */
export interface Run {
  readonly id: string
  readonly seed: number
  readonly count: number
  text: string
}

export class Segment {
  readonly path: string
  readonly file: number
  /** The sessions that have lines here. */
  readonly tails = new Set<Tail>()
  readonly #files: FileSystem
  readonly #seed: number
  #end: number

  private constructor(files: FileSystem, place: { path: string; file: number; header: string }) {
    this.#files = files
    this.path = place.path
    this.file = place.file
    this.#seed = sumOf(place.header.slice(0, -1))
    this.#end = Buffer.byteLength(place.header)
  }

  /** Makes a new one whose name lasts. */
  static async create(
    files: FileSystem,
    folder: Folder,
    name: { token: string; number: number },
  ): Promise<Segment> {
    const path = folder.commit(name.token, name.number)
    const file = files.open(path, 'create')
    const salt = globalThis.crypto.randomUUID().slice(0, 8)
    const header = seal(
      `{"parley-commits":1,"owner":"${name.token}","number":${name.number},"salt":"${salt}"`,
    )
    try {
      writeAll(files, file, { bytes: Buffer.from(header), at: 0 })
      await files.syncFolder(folder.commits)
    } catch (error) {
      files.close(file)
      absent(() => files.remove(path))
      throw error
    }
    return new Segment(files, { path, file, header })
  }

  get size(): number {
    return this.#end
  }

  /** Writes the runs and makes them last. */
  async commit(runs: Iterable<Run>): Promise<void> {
    let text = ''
    for (const { id, seed, count, text: lines } of runs)
      text += seal(`{"session":"${id}","seed":"${toHex(seed)}","count":${count}`, this.#seed) + lines
    const bytes = Buffer.from(text)
    writeAll(this.#files, this.file, { bytes, at: this.#end })
    this.#end += bytes.length
    await this.#files.sync(this.file)
  }

  /** What it holds is in the files of the sessions, and lasts there. */
  remove(): void {
    this.#files.close(this.file)
    this.#files.remove(this.path)
  }
}

/** The good lines of one session that were found in commit logs, by their place. */
export interface Found {
  readonly seed: number
  readonly lines: Map<number, Buffer>
}

/** Adds what a segment holds to what was found before, by session and seed. */
export async function collect(files: FileSystem, path: string, found: Map<string, Found[]>): Promise<void> {
  const file = orForeign(() => files.open(path, 'read'))
  if (file === undefined) return
  try {
    const collector = new Collector(found)
    const until = files.status(path)?.size ?? 0
    for await (const lines of readLines(files, { file, from: 0, until }))
      if (!lines.every(line => collector.take(line))) return
  } finally {
    files.close(file)
  }
}

interface Heading {
  readonly session: string
  readonly seed: string
  readonly count: number
}

class Collector {
  readonly #found: Map<string, Found[]>
  #seed: number | undefined
  #current: Found | undefined
  #left = 0

  constructor(found: Map<string, Found[]>) {
    this.#found = found
  }

  /** Takes the next line; false at the first one that is not whole: nothing behind it was acknowledged. */
  take({ bytes, isEnded }: Line): boolean {
    if (!isEnded) return false
    if (this.#seed === undefined) {
      this.#seed = seedOf(bytes)
      return isSealed(bytes)
    }
    if (this.#left > 0 && this.#current !== undefined) {
      this.#left--
      if (!isSealed(bytes, this.#current.seed)) return false
      this.#current.lines.set(seqOf(bytes), bytes)
      return true
    }
    if (!isSealed(bytes, this.#seed)) return false
    this.#enter(unseal(bytes) as Heading)
    return true
  }

  #enter({ session, seed, count }: Heading): void {
    const known = this.#found.get(session) ?? []
    this.#found.set(session, known)
    const begin = Number.parseInt(seed, 16)
    this.#current = known.find(found => found.seed === begin)
    if (this.#current === undefined) {
      this.#current = { seed: begin, lines: new Map() }
      known.push(this.#current)
    }
    this.#left = count
  }
}
