/**
 * One line of a session file: JSON that people can read, with a sum at its end by which a torn, zeroed, foreign or
 * repeated line is told from a good one. The sum of an entry grows out of its file's header, so it fits one file only.
 */

import type { Entry, KeptEntry, SessionHeader } from '../../store/index.js'

const FORMAT = 1
const TAIL_BYTES = ',"sum":"00000000"}'.length
const SEQ = '{"seq":'
const NEWLINE = 10

/** A header is no longer than this, with its end. */
export const MOST_HEADER_BYTES = 1024 * 1024
/** The last moment that a `Date` can name. */
const MOST_TIME = 8.64e15

/** A header as its file has it. */
export interface FileHeader extends SessionHeader {
  readonly createdAt: number
}

const zlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib')
let crc32: typeof import('node:zlib').crc32 | undefined

/** The sum of a text or of bytes, begun at another one. */
export function sumOf(content: string | Uint8Array, seed = 0): number {
  crc32 ??= zlib().crc32
  return crc32(content, seed)
}

// Four lookups cost a quarter of what toString(16) and padStart do, and every entry pays for it.
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(sum: number): string {
  return `${HEX[sum >>> 24]}${HEX[(sum >>> 16) & 255]}${HEX[(sum >>> 8) & 255]}${HEX[sum & 255]}`
}

/** Closes a text that begins with `{` and is a JSON object but for its end. */
export function seal(open: string, seed = 0): string {
  return `${open},"sum":"${toHex(sumOf(open, seed))}"}\n`
}

/** Whether a line, without its end, is exactly what was once written with this seed. */
export function isSealed(line: Buffer, seed = 0): boolean {
  const end = line.length - TAIL_BYTES
  if (end < 1) return false
  const sum = toHex(sumOf(line.subarray(0, end), seed))
  return line.toString('latin1', end) === `,"sum":"${sum}"}`
}

/** The object of a sealed line, without its sum. */
export function unseal(line: Buffer): unknown {
  return JSON.parse(`${line.toString('utf8', 0, line.length - TAIL_BYTES)}}`)
}

/** The first line of a session file. The salt tells two sessions that ever had the same id apart. */
export function headerLine(header: FileHeader): string {
  const { id, cwd, additionalDirectories, title, facts, createdAt } = header
  const salt = globalThis.crypto.randomUUID().slice(0, 8)
  const fields = { parley: FORMAT, id, cwd, additionalDirectories, title, facts, createdAt, salt }
  return seal(JSON.stringify(fields).slice(0, -1))
}

/** The header that a first line holds, or nothing when it is none of ours. */
export function toHeader(line: Buffer): FileHeader | undefined {
  if (!isSealed(line)) return undefined
  // Sealed, so it was written by headerLine of this format or of another one.
  const header = unseal(line) as FileHeader & { readonly parley?: unknown }
  if (header.parley !== FORMAT) return undefined
  return { ...header, createdAt: toTime(header.createdAt) }
}

/** Where the sums of a file's entries begin: at its header. */
export function seedOf(headerWithoutEnd: Buffer): number {
  return sumOf(headerWithoutEnd)
}

export interface EntryPlace {
  readonly seq: number
  readonly at: number
  readonly seed: number
}

/**
 * The line of an entry; `written` is the JSON text of its update or event, where somebody has it. Throws what JSON throws when
 * the entry holds something that is no JSON.
 */
export function entryLine(entry: Entry, { seq, at, seed }: EntryPlace, written?: string): string {
  // Nearly all entries are updates, and copying them would double their cost.
  if (entry.kind === 'update') {
    const update = written ?? JSON.stringify(entry.update)
    return seal(
      `{"seq":${seq},"at":${at},"kind":"update","contract":"${entry.contract}","update":${update}`,
      seed,
    )
  }
  if (entry.kind === 'event')
    return seal(
      `{"seq":${seq},"at":${at},"kind":"event","event":${written ?? JSON.stringify(entry.event)}`,
      seed,
    )
  const whole = Object.assign({ seq, at, kind: entry.kind }, entry, { seq, at })
  return seal(JSON.stringify(whole).slice(0, -1), seed)
}

/** The place that a sealed line claims; 0 when it claims none. */
export function seqOf(line: Buffer): number {
  if (line.toString('latin1', 0, SEQ.length) !== SEQ) return 0
  const digits = line.toString('latin1', SEQ.length, SEQ.length + 17)
  return Number.parseInt(digits, 10) || 0
}

/** The entry of a line that was found to be good. */
export function toEntry(line: Buffer): KeptEntry {
  // Sealed by entryLine, so it has what entryLine writes.
  return unseal(line) as KeptEntry
}

/** Without reading all of it: whether a good line changes what a list shows of the session. */
export function isInfo(line: Buffer): boolean {
  return /^\{"seq":\d+,"at":\d+,"kind":"info"/.test(line.toString('latin1', 0, 80))
}

export function timeOf(line: Buffer): number {
  return toTime(Number(/^\{"seq":\d+,"at":(\d+)/.exec(line.toString('latin1', 0, 60))?.[1] ?? 0))
}

/** The nearest time that a list can show. */
export function toTime(at: unknown): number {
  return typeof at === 'number' ? Math.min(Math.max(0, Math.trunc(at) || 0), MOST_TIME) : 0
}

export { NEWLINE }
