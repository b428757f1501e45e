/**
 * Where what is being written is kept: places of a folder, each held by one writer, so that two never write over each
 * other; the place of one that is gone is taken over, with what stands in it.
 */

import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readBounded, replaceFile } from '../../agents/private-file.js'
import { holdLock } from '../../file-lock.js'
import { isObject } from '../../json-object.js'
import type { Submission } from '../model/talk.js'

/** What was being written, what waited, and in which conversation, where that had a record already. */
export interface Draft {
  readonly text: string
  readonly queue: readonly Submission[]
  readonly record?: string | undefined
}

/** What a person has changed about a draft, or what only came of giving it back: that leaves it whose it was. */
export interface Writing extends Partial<Pick<Draft, 'text' | 'queue'>> {
  readonly isGivenBack?: boolean | undefined
}

const NOTHING: Draft = { text: '', queue: [] }
const QUIET_MILLISECONDS = 80
const MOST_BYTES = 16 * 1_024 * 1_024
const MOST_PLACES = 64

export const isEmpty = ({ text, queue }: Draft): boolean => text === '' && queue.length === 0

/** The one with the latest draft that is wanted and that nobody holds. */
export async function takeOver(
  folder: string,
  cwd: string,
  isWanted: (draft: Draft) => boolean,
): Promise<DraftPlace | undefined> {
  for (const path of await withDrafts(folder, placesFor(folder, cwd))) {
    const place = await hold(path)
    if (place !== undefined && !isEmpty(place.found) && isWanted(place.found)) return place
    await place?.close()
  }
  return undefined
}

/** One with nothing in it; nothing where all are taken. */
export async function takeEmpty(folder: string, cwd: string): Promise<DraftPlace | undefined> {
  const names = new Set(await readdir(folder).catch(() => []))
  const free = placesFor(folder, cwd).filter(path => !names.has(path.slice(folder.length + 1)))
  for (const path of free) {
    const place = await hold(path)
    if (place !== undefined && isEmpty(place.found)) return place
    await place?.close()
  }
  return undefined
}

function placesFor(folder: string, cwd: string): readonly string[] {
  const name = createHash('sha256').update(cwd).digest('hex').slice(0, 24)
  return Array.from({ length: MOST_PLACES }, (_, index) => join(folder, `${name}-${index}`))
}

/** Nothing where somebody else holds it. */
async function hold(path: string): Promise<DraftPlace | undefined> {
  const release = await holdLock(path, 0).catch((error: unknown) => {
    if (error instanceof Error && 'reason' in error && error.reason === 'locked') return undefined
    throw error
  })
  if (release === undefined) return undefined
  return new DraftPlace(path, release, toDraft(await readBounded(path, MOST_BYTES).catch(() => undefined)))
}

function toDraft(json: string | undefined): Draft {
  try {
    const value: unknown = JSON.parse(json ?? 'null')
    if (!isObject(value)) return NOTHING
    const { text, queue, record } = value
    return {
      text: typeof text === 'string' ? text : '',
      queue: Array.isArray(queue) ? queue.flatMap(toWaiting) : [],
      record: typeof record === 'string' ? record : undefined,
    }
  } catch {
    return NOTHING
  }
}

/** In earlier versions it was the words alone. */
function toWaiting(value: unknown): readonly Submission[] {
  const { text, files, talks } = isObject(value) ? value : { text: value }
  return typeof text === 'string' ? [{ text, files: wordsIn(files), talks: wordsIn(talks) }] : []
}

const wordsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** Those with something in them, the latest first. */
async function withDrafts(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const names = new Set(await readdir(folder).catch(() => []))
  const found = paths.filter(path => names.has(path.slice(folder.length + 1)))
  const times = await Promise.all(
    found.map(path =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return found
    .map((path, index) => ({ path, time: times[index] ?? 0 }))
    .sort((one, other) => other.time - one.time)
    .map(({ path }) => path)
}

/** One place: written at most once at a time, and always the latest. */
export class DraftPlace {
  /** What stood in it. */
  readonly found: Draft
  readonly #path: string
  readonly #release: () => Promise<void>
  #draft: Draft
  #owner: string | undefined
  #isChanged = false
  #isUnsaved = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #fail: (error: unknown) => void = () => undefined

  constructor(path: string, release: () => Promise<void>, found: Draft) {
    this.#path = path
    this.#release = release
    this.found = found
    this.#draft = found
  }

  get draft(): Draft {
    return this.#draft
  }

  /** Which conversation it is in now. What was taken over stays that of the one it was written in until somebody changes it. */
  belongTo(record: string, fail: (error: unknown) => void): void {
    this.#owner = record
    this.keep({ isGivenBack: true }, fail)
  }

  keep({ isGivenBack, ...changed }: Writing, fail: (error: unknown) => void): void {
    this.#isChanged ||= isGivenBack !== true
    const writtenIn = this.#isChanged ? undefined : this.found.record
    const record = writtenIn ?? this.#owner ?? this.#draft.record
    this.#draft = { ...this.#draft, ...changed, record }
    this.#isUnsaved = true
    this.#fail = fail
    this.#timer ??= setTimeout(() => this.#write(), QUIET_MILLISECONDS)
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(async () => {
      if (!this.#isUnsaved) return
      this.#isUnsaved = false
      const draft = this.#draft
      const done = isEmpty(draft)
        ? rm(this.#path, { force: true })
        : replaceFile(this.#path, JSON.stringify(draft))
      await done.catch(this.#fail)
    })
  }

  async close(): Promise<void> {
    this.#write()
    await this.#writing
    await this.#release()
  }
}
