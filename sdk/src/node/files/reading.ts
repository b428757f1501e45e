/**
 * Reads a text file inside roots. The file is held first, the kernel says where it is, that place is decided about, and
 * what is read is the file that was held. If it was replaced meanwhile (an editor saved it), what stands at the place
 * that was decided about is read; if something else became of it, nothing is.
 */

import type { FileHandle } from 'node:fs/promises'
import type { FileRead, Place } from '../../guard/index.js'
import { type RpcError, rpcError } from '../../protocol/index.js'
import { Turnstile } from '../turnstile.js'
import { approach, placeBehind } from './approach.js'
import type { Pin } from './ground.js'
import { demandLines, LineCollector, type Lines, type LineWindow, linesOf } from './line-window.js'
import { demandPath } from './path-name.js'
import { absent, denied, isAbsence, outside, toRefusal } from './refusal.js'
import type { Root } from './root.js'
import { type InsideOptions, Territory } from './territory.js'

/** A file to read, or a window of its lines. */
export interface ReadRequest extends LineWindow {
  readonly path: string
}

interface Reading {
  readonly path: string
  readonly lines: Lines
  readonly territory: Territory
}

const PIECE_BYTES = 256 * 1_024
const LEAST_BYTES = 4_096

// However many an agent asks for at once: each of these holds up to ten megabytes.
const turnstile = new Turnstile(8)

/** The text of a file that really lies inside one of the roots. */
export async function readInside(
  request: ReadRequest,
  roots: readonly Root[],
  options: InsideOptions = {},
): Promise<string> {
  const path = demandPath(request.path)
  const reading = { path, lines: demandLines(request), territory: new Territory(roots, options) }
  try {
    const pin = await pinFile(reading)
    if (pin === undefined) return await readUnsaved(reading)
    try {
      const judged = await judge(pin, reading)
      return await reading.territory.during(toAction(judged), () => readPinned(judged, pin, reading))
    } finally {
      await pin.close()
    }
  } catch (error) {
    throw toRefusal(error, path)
  }
}

async function pinFile({ path, territory }: Reading): Promise<Pin | undefined> {
  try {
    return await territory.ground.pin(path, 'any')
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

interface Judged {
  readonly at: Place
  readonly size: number
  readonly hasOtherNames: boolean
}

/** Where a file has several names, the record says so. */
function toAction({ at, hasOtherNames }: Judged): FileRead {
  return { action: 'fs.read', at, ...(hasOtherNames && { hasOtherNames }) }
}

/** Whether a file is lent is said before what it is. */
async function judge(pin: Pin, { path, territory }: Reading): Promise<Judged> {
  const [at, status] = await Promise.all([territory.locate(pin, path), pin.status()])
  if (!status.isFile()) throw denied(path, 'Not a regular file')
  const hasOtherNames = status.nlink > 1n
  if (hasOtherNames && territory.options.hardLinks === 'refuse')
    throw denied(path, 'The file has other names, which may lie outside the directories of this session')
  return { at, size: Number(status.size), hasOtherNames }
}

/** What is not on the disk may be open in an editor. What is absent outside is not told from what is there. */
async function readUnsaved(reading: Reading): Promise<string> {
  const { path, territory } = reading
  const way = await approach(path, territory.ground)
  try {
    const { path: place, root } = await territory.locate(way.folder, path)
    if (root === undefined) throw outside(path)
    if (way.found !== undefined)
      throw denied(path, 'A link on the way leads nowhere, or a file is in the way')
    const at = { path: placeBehind(place, way, path), root }
    const text = await territory.unsaved(at.path)
    if (text === undefined) throw absent(path)
    return await territory.during({ action: 'fs.read', at }, async () => cut(text, reading))
  } finally {
    await way.folder.close()
  }
}

async function readPinned({ at, size }: Judged, pin: Pin, reading: Reading): Promise<string> {
  // Before the turnstile: an editor that does not answer must not keep others from their files.
  const unsaved = await reading.territory.unsaved(at.path)
  if (unsaved !== undefined) return cut(unsaved, reading)
  await turnstile.enter(reading.territory.options.signal)
  try {
    const [file, place] = await Promise.all([pin.open(), pin.place()])
    try {
      return place === at.path ? await collect(file, size, reading) : await readAnew(at, reading)
    } finally {
      await file.close()
    }
  } finally {
    turnstile.leave()
  }
}

/** The leave that was given is for a place: whatever regular file stands there now is what was meant. */
async function readAnew(at: Place, reading: Reading): Promise<string> {
  const { path, territory } = reading
  const pin = await territory.ground.pin(path, 'any')
  try {
    const now = await judge(pin, reading)
    if (now.at.path !== at.path || now.at.root !== at.root)
      throw denied(path, 'The path led elsewhere by the time it was allowed')
    const file = await pin.open()
    try {
      return await collect(file, now.size, reading)
    } finally {
      await file.close()
    }
  } finally {
    await pin.close()
  }
}

/** The size is what the file had when it was judged: only how much is read at once hangs on it. */
async function collect(file: FileHandle, size: number, reading: Reading): Promise<string> {
  const { limits, options } = reading.territory
  const lines = new LineCollector(reading.lines)
  if (reading.lines.wanted === undefined && size > limits.readBytes) throw tooLarge(reading)
  let length = 0
  while (!lines.isComplete) {
    options.signal?.throwIfAborted()
    // One byte more than there should be shows that a file grows: the limit holds for what is read.
    const piece = new Uint8Array(Math.max(Math.min(PIECE_BYTES, size + 1 - length), LEAST_BYTES))
    const { bytesRead } = await file.read(piece, 0, piece.length, length)
    length += bytesRead
    lines.take(piece.subarray(0, bytesRead))
    if (lines.hasNul) throw noText(reading)
    if (bytesRead === 0 || (bytesRead < piece.length && length === size)) break
    if (lines.length > limits.contentBytes || (length > limits.readBytes && !lines.isComplete))
      throw tooLarge(reading)
  }
  if (lines.length > limits.contentBytes) throw tooLarge(reading)
  const text = lines.text()
  if (text === undefined) throw noText(reading)
  return text
}

function cut(text: string, reading: Reading): string {
  const content = linesOf(text, reading.lines)
  if (Buffer.byteLength(content) > reading.territory.limits.contentBytes) throw tooLarge(reading)
  return content
}

function tooLarge({ path, territory: { limits } }: Reading): RpcError {
  const most = `No more than ${limits.contentBytes} bytes are answered, from the first ${limits.readBytes} of a file`
  return rpcError('too_large', `${most}: ask for fewer lines`, { path })
}

const noText = ({ path }: Reading): RpcError => rpcError('not_text', 'The file is not UTF-8 text', { path })
