/**
 * Asks git about the files of a repository from a folder of our own: with a copy of its list of files, our settings, our
 * attributes, and nothing that could name a program. The repository is read and never written.
 */

import { execFile } from 'node:child_process'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { allowedEnvironment, type Environment } from '@parley/acp/node'
import { isPlain, type Listing } from './listing.js'
import type { Repository } from './repository.js'

const MOST_OUTPUT_BYTES = 64 * 1_024 * 1_024
const MOST_BLOB_BYTES = 5 * 1_024 * 1_024

// None of these should be of use in a folder of ours; each of them alone would stop an attack.
const HARMLESS = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.attributesFile=/dev/null', 'core.pager=cat'],
  ...['core.untrackedCache=false', 'core.sshCommand=false', 'core.gitProxy=false', 'core.askPass=false'],
  ...['credential.helper=', 'protocol.allow=never', 'diff.external=', 'submodule.recurse=false', 'gc.auto=0'],
].flatMap(setting => ['-c', setting])

const STATUS = ['--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']

// Files are kept as they are: no line ends, no filters, no other encodings.
const AS_THEY_ARE = '* -text -eol -ident -filter -working-tree-encoding -diff -merge\n'

/** A repository as it was listed at one moment, whatever is committed later. */
export class GitView {
  readonly #scratch: string
  readonly #repository: Repository
  readonly #env: Environment

  private constructor(scratch: string, repository: Repository, env: Environment) {
    this.#scratch = scratch
    this.#repository = repository
    this.#env = env
  }

  /** Furnishes a folder that is not there yet. */
  static async open(scratch: string, repository: Repository, env: Environment): Promise<GitView> {
    const { index, isLong, settings, exclude } = repository
    for (const folder of ['', 'refs', 'info', 'objects']) await mkdir(join(scratch, folder), { mode: 0o700 })
    const write = (name: string, content: string | Uint8Array): Promise<void> =>
      writeFile(join(scratch, name), content, { mode: 0o600, flag: 'wx' })
    const format = `repositoryformatversion = ${isLong ? 1 : 0}`
    const long = isLong ? ['[extensions]', 'objectformat = sha256'] : []
    await write('config', ['[core]', format, 'bare = false', ...settings, ...long, ''].join('\n'))
    // There is no commit here: so every file of the list is told of, and none of their objects is looked at.
    await write('HEAD', 'ref: refs/heads/none\n')
    await write(join('info', 'exclude'), exclude)
    await write(join('info', 'attributes'), AS_THEY_ARE)
    if (index !== undefined) {
      await write('index', index.bytes)
      // Git compares the time of the list with those of the files: a younger one would hide changes.
      await utimes(join(scratch, 'index'), index.seconds, index.seconds)
    }
    return new GitView(scratch, repository, env)
  }

  /** What its folder is called. */
  get name(): string {
    return basename(this.#scratch)
  }

  /** Every file below the directory that is tracked, or is not ignored. Paths are relative to it. */
  async list(signal: AbortSignal): Promise<Listing> {
    const { prefix } = this.#repository
    const output = await this.#git(['status', ...STATUS, ...(prefix === '' ? [] : ['--', prefix])], {
      signal,
    })
    return readStatus(output.toString('utf8'), prefix === '' ? '' : `${prefix}/`)
  }

  /** How large files were when they were listed, by path; 0 also where git was not sure. */
  async sizes(paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const lead = this.#repository.prefix === '' ? '' : `${this.#repository.prefix}/`
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
    const objects = { GIT_OBJECT_DIRECTORY: this.#repository.objects }
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

  #git(
    args: readonly string[],
    { signal, input, env = {} }: { signal: AbortSignal; input?: string; env?: Environment },
  ): Promise<Buffer> {
    const places = {
      GIT_DIR: this.#scratch,
      GIT_WORK_TREE: this.#repository.top,
      GIT_INDEX_FILE: join(this.#scratch, 'index'),
      GIT_OBJECT_DIRECTORY: join(this.#scratch, 'objects'),
      XDG_CONFIG_HOME: this.#env.XDG_CONFIG_HOME,
    }
    const options = {
      cwd: this.#scratch,
      env: allowedEnvironment({ ...PLAIN, ...places, ...env }, this.#env),
      maxBuffer: MOST_OUTPUT_BYTES,
      encoding: 'buffer' as const,
      windowsHide: true,
      signal,
    }
    return new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        ['--no-optional-locks', ...HARMLESS, ...args],
        options,
        (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
      )
      // It may be gone before it has read everything; what it answered says so.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input ?? '')
    })
  }
}

const PLAIN = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
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
