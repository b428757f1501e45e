/**
 * The repository that a directory is in, read as plain files. Nothing of it is believed but its list of files, where its
 * objects are and how file systems differ; its settings are never handed to git. Starts no program, follows no link.
 */

import { constants } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

/** What a look at its files is made from. */
export interface Repository {
  /** The folder with the files, without links on the way. */
  readonly top: string
  /** Where the directory is in it: empty, or names with slashes. */
  readonly prefix: string
  readonly objects: string
  /** What git keeps of the files, and when it did; nothing before the first one is added. */
  readonly index: Plain | undefined
  /** What is ignored here and nowhere else. */
  readonly exclude: string
  readonly settings: readonly string[]
  readonly isLong: boolean
}

interface Plain {
  readonly bytes: Uint8Array
  readonly seconds: number
}

const MOST_INDEX_BYTES = 64 * 1_024 * 1_024
const MOST_WORDS = 1_024 * 1_024
const MOST_SETTINGS = 256 * 1_024
const LONGEST_PLACE = 8 * 1_024

/** Nothing where there is none, where it is somebody else's, or where a part of it is not what it usually is. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  try {
    const start = await realpath(folder)
    for (let top = start; ; top = dirname(top)) {
      const status = await lstat(join(top, '.git')).catch(() => undefined)
      if (status !== undefined) return await readRepository(top, start)
      if (dirname(top) === top) return undefined
    }
  } catch {
    return undefined
  }
}

async function readRepository(top: string, start: string): Promise<Repository | undefined> {
  const git = await gitFolder(top)
  const shared = await readWords(join(git, 'commondir'), LONGEST_PLACE).catch(() => undefined)
  const common = shared === undefined ? git : resolve(git, shared.trim())
  const objects = join(common, 'objects')
  for (const place of [top, git, common, objects]) if (!(await isOwnFolder(place))) return undefined
  // A part of its objects is elsewhere, in somebody else's repository perhaps.
  if (await isThere(join(objects, 'info', 'alternates'))) return undefined
  const config = await readLines(join(common, 'config'))
  const index = join(git, 'index')
  return {
    ...{ top, objects },
    prefix: relative(top, start).replaceAll('\\', '/'),
    index: (await isThere(index)) ? await readPlain(index, MOST_INDEX_BYTES) : undefined,
    exclude: await readWords(join(common, 'info', 'exclude'), MOST_WORDS).catch(() => ''),
    settings: toSettings(config),
    isLong: config.some(line => /^objectformat\s*=\s*sha256$/i.test(line)),
  }
}

/** A linked work tree, and a submodule, have a file that says where it is. */
async function gitFolder(top: string): Promise<string> {
  const git = join(top, '.git')
  if ((await lstat(git)).isDirectory()) return git
  const named = (await readWords(git, LONGEST_PLACE)).trimEnd()
  if (!named.startsWith('gitdir: ')) throw new Error('not the file of a work tree')
  return resolve(top, named.slice('gitdir: '.length))
}

async function isOwnFolder(path: string): Promise<boolean> {
  const status = await lstat(path)
  return status.isDirectory() && (process.getuid === undefined || status.uid === process.getuid())
}

const HARMLESS = /^(filemode|ignorecase|symlinks|precomposeunicode)\s*=\s*(true|false)$/i

/** Of the section `core`, what only says how this file system is. */
function toSettings(config: readonly string[]): readonly string[] {
  let isCore = false
  return config.flatMap(line => {
    if (line.startsWith('[')) isCore = /^\[core\]$/i.test(line)
    const [, key, value] = (isCore ? HARMLESS.exec(line) : undefined) ?? []
    return key === undefined ? [] : [`${key} = ${value}`]
  })
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Each by itself and without blanks around it: a pattern over many lines of them would take for ever. */
async function readLines(path: string): Promise<readonly string[]> {
  return (await readWords(path, MOST_SETTINGS)).split('\n').map(line => line.trim())
}

async function readWords(path: string, most: number): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode((await readPlain(path, most)).bytes)
}

/** A regular file and nothing else: a pipe would keep whoever opens it waiting. */
async function readPlain(path: string, most: number): Promise<Plain> {
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  )
  try {
    const status = await file.stat()
    if (!status.isFile() || status.size > most) throw new Error('not a file of a repository')
    const bytes = new Uint8Array(status.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    // Rounded down: git looks closer at files that are as young as the list of them.
    return { bytes: bytes.subarray(0, bytesRead), seconds: Math.floor(status.mtimeMs / 1_000) }
  } finally {
    await file.close()
  }
}
