/**
 * Writes a text file inside roots. The directory is held first, its place and what stands there is decided about, and
 * the text goes into the directory that was held. If that was moved, or the file changed since it was judged, nothing is
 * written: what was allowed was the change of that file, and a person may have saved it while the question was open.
 */

import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { access, mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FileWrite, Place } from '../../guard/index.js'
import { rpcError } from '../../protocol/index.js'
import { Turnstile } from '../turnstile.js'
import { type Approach, approach, find, placeBehind } from './approach.js'
import type { Pin } from './ground.js'
import { changesScripts, namesScripts } from './package-scripts.js'
import { demandPath } from './path-name.js'
import { isSameThing, READING } from './plain-ground.js'
import { denied, errnoOf, isAbsence, toRefusal } from './refusal.js'
import { replace } from './replacement.js'
import type { Root } from './root.js'
import { toState } from './state.js'
import { type InsideOptions, Territory, type Written } from './territory.js'

/** A file and the whole text that is to stand in it. */
export interface WriteRequest {
  readonly path: string
  readonly content: string
}

interface Writing {
  readonly path: string
  readonly text: string
  readonly bytes: Uint8Array
  readonly territory: Territory
}

const turnstile = new Turnstile(8)
const turns = new Map<string, Promise<void>>()

/** Replaces the text of a file that really lies inside one of the roots, or creates it with the directories it needs. */
export async function writeInside(
  request: WriteRequest,
  roots: readonly Root[],
  options: InsideOptions = {},
): Promise<Written> {
  const path = demandPath(request.path)
  const territory = new Territory(roots, options)
  const bytes = demandText(request.content, path, territory)
  const writing = { path, text: request.content, bytes, territory }
  try {
    const way = await approach(path, territory.ground)
    try {
      const action = await judge(way, writing)
      const written = { path: action.at.path, isNew: action.isNew }
      await territory.during(action, async () => {
        await inTurn(action.at.path, () => write(action.at, way, writing))
        void tell(() => options.onWrite?.(written))
      })
      return written
    } finally {
      await way.folder.close()
    }
  } catch (error) {
    throw toRefusal(error, path)
  }
}

/** One after the other for each file: between the last look at it and the rename nobody else of us may rename. */
export async function inTurn(path: string, act: () => Promise<void>): Promise<void> {
  const turn = (turns.get(path) ?? Promise.resolve()).then(act, act)
  turns.set(path, turn)
  try {
    await turn
  } finally {
    if (turns.get(path) === turn) turns.delete(path)
  }
}

/** Apart: a listener that fails, now or later, neither undoes the write nor ends the process. */
async function tell(listener: () => unknown): Promise<void> {
  try {
    await Promise.resolve()
    await listener()
  } catch {
    // Its own affair.
  }
}

function demandText(content: unknown, path: string, { limits }: Territory): Uint8Array {
  if (typeof content !== 'string') throw rpcError('invalid_params', 'The content is not text', { path })
  // It would silently become another character.
  if (/\p{Surrogate}/u.test(content)) throw rpcError('not_text', 'The content has half a character', { path })
  const bytes = Buffer.from(content, 'utf8')
  if (bytes.length > limits.writeBytes)
    throw rpcError('too_large', `No more than ${limits.writeBytes} bytes are written`, { path })
  return bytes
}

/** Whether a place is lent is said before what stands there. */
async function judge(way: Approach, { path, text, bytes, territory }: Writing): Promise<FileWrite> {
  const { folder, missing, name, found } = way
  const { path: place, root } = await territory.locate(folder, path)
  const at = { path: placeBehind(place, way, path), root }
  if (missing.length > 0 && found !== undefined)
    throw denied(path, 'A link on the way leads nowhere, or a file is in the way')
  if (found !== undefined) await demandReplaceable(found, way, path)
  return {
    action: 'fs.write',
    at,
    isNew: found === undefined,
    ...(hasOtherNames(found) && { hasOtherNames: true }),
    ...(found !== undefined && { before: toState(found) }),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    text,
    ...(namesScripts(name) ? { changesScripts: await willChangeScripts(way, bytes) } : {}),
  }
}

/** The write cuts them off: whoever knows the file by another of its names keeps the old text, and the record says so. */
const hasOtherNames = (found: BigIntStats | undefined): boolean => found !== undefined && found.nlink > 1n

export async function demandReplaceable(
  found: BigIntStats,
  { folder, name }: Approach,
  path: string,
): Promise<void> {
  if (found.isSymbolicLink()) throw denied(path, 'A link is not written through')
  if (!found.isFile()) throw denied(path, 'Not a regular file')
  // A rename would not ask the file itself.
  if ((found.mode & 0o222n) === 0n) throw denied(path, 'The file is read-only')
  await access(folder.entry(name), constants.W_OK)
}

async function willChangeScripts({ folder, name, found }: Approach, bytes: Uint8Array): Promise<boolean> {
  const after = Buffer.from(bytes).toString('utf8')
  if (found === undefined) return changesScripts(undefined, after)
  const file = await open(folder.entry(name), READING)
  try {
    const opened = await file.stat({ bigint: true })
    // Another file by now; or no manifest that a person ever wrote.
    if (!isSameThing(opened, found) || !opened.isFile() || opened.size > 10n * 1_024n * 1_024n) return true
    return changesScripts(await file.readFile('utf8'), after)
  } finally {
    await file.close()
  }
}

/** A directory that is held, at the place where it was decided about. */
interface Step {
  readonly folder: Pin
  readonly at: Place
}

async function write(at: Place, way: Approach, writing: Writing): Promise<void> {
  await turnstile.enter(writing.territory.options.signal)
  try {
    const step = await makeFolders(at, way, writing)
    try {
      const check = (): Promise<void> => demandUnchanged(step, way, writing)
      await check()
      await replace({ folder: step.folder, name: way.name, bytes: writing.bytes, before: way.found, check })
    } finally {
      if (step.folder !== way.folder) await step.folder.close()
    }
  } finally {
    turnstile.leave()
  }
}

/** One at a time, each in the one before, which is held: no name on the way is looked up twice. */
async function makeFolders(at: Place, way: Approach, writing: Writing): Promise<Step> {
  const up = way.missing.map(() => '..')
  let step: Step = { folder: way.folder, at: { ...at, path: resolve(at.path, '..', ...up) } }
  for (const name of way.missing) {
    const { folder } = step
    try {
      if (!(await writing.territory.isStillAt(folder, step.at))) throw moved(writing)
      const path = join(step.at.path, name)
      step = { folder: await makeFolder(folder, name, writing), at: { ...at, path } }
    } finally {
      if (folder !== way.folder) await folder.close()
    }
  }
  return step
}

async function makeFolder(folder: Pin, name: string, writing: Writing): Promise<Pin> {
  const entry = folder.entry(name)
  try {
    await mkdir(entry)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  }
  try {
    return await writing.territory.ground.pin(entry, 'own-folder')
  } catch (error) {
    throw isAbsence(error) ? moved(writing) : error
  }
}

async function demandUnchanged({ folder, at }: Step, way: Approach, writing: Writing): Promise<void> {
  writing.territory.options.signal?.throwIfAborted()
  const [isThere, now] = await Promise.all([writing.territory.isStillAt(folder, at), find(folder, way.name)])
  if (!isThere) throw moved(writing)
  if (!isUnchanged(way.found, now))
    throw denied(writing.path, 'The file changed before the write was allowed: read it again')
}

const moved = ({ path }: Writing): Error =>
  denied(path, 'The directory was moved before the write was allowed')

function isUnchanged(before: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now
  return toState(before) === toState(now)
}
