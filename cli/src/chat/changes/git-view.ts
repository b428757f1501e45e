/** What git says of the files of a repository: which there are, how large they were, what they hold. */

import type { Environment } from '@parley/acp/node'
import { type Asking, GitRoom } from '../git/git-room.js'
import type { Repository } from '../git/repository.js'
import { isPlain, type Listing } from './listing.js'

const MOST_OUTPUT_BYTES = 64 * 1_024 * 1_024
const MOST_BLOB_BYTES = 5 * 1_024 * 1_024

const STATUS = ['--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']

/** A repository as it was listed at one moment, whatever is committed later. */
export class GitView {
  readonly #room: GitRoom

  private constructor(room: GitRoom) {
    this.#room = room
  }

  /** Furnishes a folder that is not there yet. */
  static async open(scratch: string, repository: Repository, env: Environment): Promise<GitView> {
    return new GitView(await GitRoom.open(scratch, repository, env))
  }

  /** What its folder is called. */
  get name(): string {
    return this.#room.name
  }

  /** Every file below the directory that is tracked, or is not ignored. Paths are relative to it. */
  async list(signal: AbortSignal): Promise<Listing> {
    const { prefix } = this.#room.repository
    const output = await this.#git(['status', ...STATUS, ...(prefix === '' ? [] : ['--', prefix])], {
      signal,
    })
    return readStatus(output.toString('utf8'), prefix === '' ? '' : `${prefix}/`)
  }

  /** How large files were when they were listed, by path; 0 also where git was not sure. */
  async sizes(paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const lead = this.#room.repository.prefix === '' ? '' : `${this.#room.repository.prefix}/`
    const sizes = new Map<string, number>()
    if (paths.length === 0) return sizes
    const args = ['ls-files', '-z', '--debug', '--', ...paths.map(path => lead + path)]
    const output = (await this.#git(args, { signal })).toString('utf8')
    const entry =
      /(?:^|\n)([^\0]+)\0 {2}ctime: [^\n]*\n {2}mtime: [^\n]*\n[^\n]*\n[^\n]*\n {2}size: (\d+)\t[^\n]*/g
    for (const [, path = '', size] of output.matchAll(entry))
      if (path.startsWith(lead)) sizes.set(path.slice(lead.length), Number(size))
    return sizes
  }

  /** What the repository holds under these names, as far as it does and as it is not too large. */
  async blobs(names: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Uint8Array>> {
    const lines = (wanted: readonly string[]): string => wanted.map(name => `${name}\n`).join('')
    const objects = { GIT_OBJECT_DIRECTORY: this.#room.repository.objects }
    if (names.length === 0) return new Map()
    const check = ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)']
    const facts = (await this.#git(check, { signal, input: lines(names), env: objects })).toString('latin1')
    let room = MOST_OUTPUT_BYTES / 2
    const wanted = facts.split('\n').flatMap(line => {
      const [name = '', type, size] = line.split(' ')
      if (type !== 'blob' || Number(size) > MOST_BLOB_BYTES || Number(size) > room) return []
      room -= Number(size)
      return [name]
    })
    if (wanted.length === 0) return new Map()
    const batch = await this.#git(['cat-file', '--batch'], { signal, input: lines(wanted), env: objects })
    return readBatch(batch)
  }

  async #git(args: readonly string[], asking: Omit<Asking, 'take'>): Promise<Buffer> {
    const pieces: Buffer[] = []
    let size = 0
    const take = (piece: Buffer): boolean => {
      pieces.push(piece)
      size += piece.length
      return size <= MOST_OUTPUT_BYTES
    }
    await this.#room.run(args, { ...asking, take })
    if (size > MOST_OUTPUT_BYTES) throw new Error('git has too much to tell')
    return Buffer.concat(pieces)
  }
}

// 1 <XY> <sub> <mode in HEAD> <in the list> <on disk> <name in HEAD> <in the list> <path>
const TRACKED = /^1 .(.) (.)... \d+ (\d+) \d+ [0-9a-f]+ ([0-9a-f]+) (.+)$/s
const UNMERGED = /^u (?:\S+ ){9}(.+)$/s

function readStatus(output: string, lead: string): Listing {
  const files: Listing['files'] = new Map()
  const leftAlone: string[] = []
  for (const field of output.split('\0')) {
    const [, state, kind, mode = '', name = '', tracked] = TRACKED.exec(field) ?? []
    const full = tracked ?? UNMERGED.exec(field)?.[1] ?? (field.startsWith('? ') ? field.slice(2) : '')
    const path = full.slice(lead.length)
    if (!full.startsWith(lead) || !isPlain(path.replace(/\/$/, ''))) continue
    // What ends so is a repository of its own: only of those git does not list what is in them.
    if (path.endsWith('/')) leftAlone.push(path.slice(0, -1))
    else if (kind === 'S' || mode === '160000') leftAlone.push(path)
    else if (state === '.')
      files.set(path, { name, isExecutable: mode === '100755', isLink: mode === '120000' })
    else files.set(path, undefined)
  }
  return { files, leftAlone }
}

function readBatch(batch: Buffer): ReadonlyMap<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>()
  for (let at = 0; at < batch.length; ) {
    const end = batch.indexOf(10, at)
    if (end < 0) break
    const [name = '', type, size] = batch.toString('latin1', at, end).split(' ')
    if (type !== 'blob') {
      at = end + 1
      continue
    }
    blobs.set(name, batch.subarray(end + 1, end + 1 + Number(size)))
    at = end + Number(size) + 2
  }
  return blobs
}
