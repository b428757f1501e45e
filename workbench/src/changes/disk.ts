/** The files of conversations as they are on disk, as far as they were read. Forgotten with the page. */

import { createStore } from 'zustand/vanilla'
import type { Actions, FileContent } from '../state/actions.js'
import type { TalkKey } from '../state/talk.js'
import { messageOf, reasonIn } from './failures.js'

export type DiskFile =
  | { readonly is: 'file'; readonly content: FileContent }
  | { readonly is: 'missing' }
  | { readonly is: 'failed'; readonly message: string }

type DiskFiles = ReadonlyMap<string, DiskFile>

export const diskFiles = createStore<{ readonly files: DiskFiles }>(() => ({ files: new Map() }))

export function diskName(key: TalkKey, path: string): string {
  return `${key}\n${path}`
}

const MOST_FILES = 500
const AT_ONCE = 4
const asked = new Map<string, Promise<void>>()

/** The latest texts that files had when they were read; nothing stands for no file. What was written from here is not among them. */
const readTexts = new Map<string, readonly (string | undefined)[]>()
const MOST_READ_FILES = 200
const MOST_READ_TEXTS = 3
const LONGEST_READ_TEXT = 256 * 1_024

/** Whether this stood there, or nothing did, one of the last times that somebody looked. */
export function wasRead(key: TalkKey, path: string, text: string | undefined): boolean {
  return readTexts.get(diskName(key, path))?.includes(text) === true
}

function noteRead(key: TalkKey, path: string, text: string | undefined): void {
  const name = diskName(key, path)
  const before = readTexts.get(name)?.filter(each => each !== text) ?? []
  if ((text?.length ?? 0) > LONGEST_READ_TEXT) return
  readTexts.delete(name)
  readTexts.set(name, [text, ...before].slice(0, MOST_READ_TEXTS))
  const [oldest] = readTexts.keys()
  if (readTexts.size > MOST_READ_FILES && oldest !== undefined) readTexts.delete(oldest)
}

/** Reads a file again; who asks while it is being read gets the same answer. */
export function readAgain(actions: Actions, key: TalkKey, path: string): Promise<void> {
  const name = diskName(key, path)
  const reading = asked.get(name) ?? read(actions, key, path).finally(() => asked.delete(name))
  asked.set(name, reading)
  return reading
}

/** Reads files, a few at a time. */
export async function readAllAgain(actions: Actions, key: TalkKey, paths: readonly string[]): Promise<void> {
  const left = [...paths]
  const work = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await readAgain(actions, key, path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function read(actions: Actions, key: TalkKey, path: string): Promise<void> {
  try {
    const content = await actions.readFile(key, path)
    if (content.text !== undefined && !content.isCut) noteRead(key, path, content.text)
    noteFile(key, path, { is: 'file', content })
  } catch (error) {
    const isMissing = reasonIn(error) === 'resource_not_found'
    if (isMissing) noteRead(key, path, undefined)
    noteFile(key, path, isMissing ? { is: 'missing' } : { is: 'failed', message: messageOf(error) })
  }
}

export function noteFile(key: TalkKey, path: string, file: DiskFile): void {
  const { files } = diskFiles.getState()
  const name = diskName(key, path)
  const found = files.get(name)
  // What is the same stays the same value: nothing is drawn or compared again.
  if (found?.is === 'file' && file.is === 'file' && isSame(found.content, file.content)) return
  if (found?.is === 'missing' && file.is === 'missing') return
  const changed = new Map(files).set(name, file)
  const [oldest] = changed.keys()
  if (changed.size > MOST_FILES && oldest !== undefined) changed.delete(oldest)
  diskFiles.setState({ files: changed })
}

function isSame(one: FileContent, other: FileContent): boolean {
  return one.digest === other.digest && one.text === other.text && one.isCut === other.isCut
}
