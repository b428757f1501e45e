/**
 * The folder of a repository, read as plain files: nothing in it is believed but what a status needs. Starts no program
 * and follows no link.
 */

import { constants } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** What a status is made from. */
export interface GitFolder {
  /** The folder with the files, without links on the way. */
  readonly top: string
  readonly objects: string
  /** Nothing when no branch is checked out. */
  readonly branch: string | undefined
  /** The last commit; nothing before the first one. */
  readonly commit: string | undefined
  /** What git keeps of the files, and when it did; nothing before the first one is added. */
  readonly index: { readonly bytes: Uint8Array; readonly seconds: number } | undefined
  /** Settings of the section `core` that only say how files are compared. */
  readonly settings: readonly string[]
}

const MOST_BYTES = 128 * 1_024 * 1_024
const MOST_WORDS = 8 * 1_024 * 1_024

/** The repository that `folder` is in, as long as it is wholly inside one of `roots`; nothing where there is none. */
export async function findGitFolder(
  folder: string,
  roots: readonly string[],
): Promise<GitFolder | undefined> {
  const start = await realpath(folder)
  const reals = await Promise.all(roots.map(root => realpath(root).catch(() => root)))
  for (let top = start; reals.some(root => isInside(top, root)); top = dirname(top)) {
    const git = join(top, '.git')
    const status = await lstat(git).catch(() => undefined)
    // A file or a link says that the repository is elsewhere: nothing is told of it.
    if (status !== undefined) return status.isDirectory() ? readGitFolder(top, git) : undefined
    if (dirname(top) === top) return undefined
  }
  return undefined
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`)
}

async function readGitFolder(top: string, git: string): Promise<GitFolder | undefined> {
  const objects = join(git, 'objects')
  const isOwn = (await lstat(objects)).isDirectory()
  // Both of them say that a part of the repository is elsewhere.
  const borrowed = [join(git, 'commondir'), join(objects, 'info', 'alternates')]
  if (!isOwn || (await Promise.all(borrowed.map(isThere))).includes(true)) return undefined
  const head = (await readWords(join(git, 'HEAD')))?.trim() ?? ''
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1]
  const commit = branch === undefined ? head : await findCommit(git, `refs/heads/${branch}`)
  if (commit !== undefined && !COMMIT.test(commit)) return undefined
  const index = join(git, 'index')
  return {
    ...{ top, objects, branch, commit },
    index: (await isThere(index)) ? await readPlain(index, MOST_BYTES) : undefined,
    settings: toSettings((await readWords(join(git, 'config'))) ?? ''),
  }
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Where a branch stands: in a file of its own, else in the list of all. */
async function findCommit(git: string, name: string): Promise<string | undefined> {
  const names = name.split('/')
  if (names.some(each => each === '' || each.startsWith('.') || /[\\\0]/.test(each)))
    throw new Error('not the name of a branch')
  const own = await readWords(join(git, ...names))
  if (own !== undefined) return own.trim()
  const lines = ((await readWords(join(git, 'packed-refs'))) ?? '').split('\n')
  return lines.find(line => line.endsWith(` ${name}`))?.split(' ')[0]
}

const HARMLESS = /^\s*(filemode|ignorecase|symlinks|precomposeunicode|autocrlf)\s*=\s*(true|false|input)\s*$/i

function toSettings(config: string): readonly string[] {
  let isCore = false
  return config.split('\n').flatMap(line => {
    if (/^\s*\[/.test(line)) isCore = /^\s*\[core\]\s*$/i.test(line)
    const [, key, value] = (isCore ? HARMLESS.exec(line) : undefined) ?? []
    return key === undefined ? [] : [`${key} = ${value}`]
  })
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function readWords(path: string): Promise<string | undefined> {
  if (!(await isThere(path))) return undefined
  return new TextDecoder('utf-8', { fatal: true }).decode((await readPlain(path, MOST_WORDS)).bytes)
}

/** A regular file and nothing else: a pipe would keep whoever opens it waiting. */
async function readPlain(
  path: string,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly seconds: number }> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = await open(path, flags)
  try {
    const status = await file.stat()
    if (!status.isFile() || status.size > most) throw new Error('not a file of a repository')
    const bytes = new Uint8Array(status.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return { bytes: bytes.subarray(0, bytesRead), seconds: Math.floor(status.mtimeMs / 1_000) }
  } finally {
    await file.close()
  }
}
