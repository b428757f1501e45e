/**
 * What a disk may hold after the power went: everything that was synced, and of the rest any part, in any order, torn,
 * zeroed, or with the bytes of another file in its place.
 */
import type { Random } from '../fuzz/random.js'
import { type Deed, Disk, type File, overlaid, resized } from './disk.js'

/** `kept` is the death of the process alone; the others are losses of power. */
export const STYLES = ['kept', 'dropped', 'mixed', 'torn', 'zeroed', 'foreign', 'shuffled'] as const
export type Style = (typeof STYLES)[number]

export interface Crash {
  /** The disk before the deeds. */
  readonly before: ReadonlyMap<string, File>
  readonly deeds: readonly Deed[]
  /** How many of the deeds were done. */
  readonly done: number
  readonly style: Style
  readonly random: Random
}

const SECTOR = 512
const OTHER_BOOT = '00000000-0000-4000-8000-000000000000'

/** One disk as the next process may find it. */
export function toImage(crash: Crash): Disk {
  const names = namesAfter(crash)
  const contents = new Map<number, Buffer>()
  for (const [, file] of crash.before) contents.set(file.number, file.bytes)
  for (const [number, deeds] of deedsByFile(crash))
    contents.set(number, contentAfter(crash, { start: contents.get(number) ?? Buffer.alloc(0), deeds }))
  const files = new Map<number, File>()
  const entries = [...names].map(([path, number]): [string, File] => {
    const bytes = asOfAnotherBoot(contents.get(number) ?? Buffer.alloc(0))
    const file = files.get(number) ?? { number, bytes }
    files.set(number, file)
    return [path, file]
  })
  return new Disk(entries)
}

interface Placed<T> {
  readonly deed: T
  readonly isDurable: boolean
}

type FileDeed = Extract<Deed, { kind: 'write' | 'truncate' }>
type NameDeed = Extract<Deed, { kind: 'enter' | 'leave' | 'rename' }>

function deedsByFile({ deeds, done }: Crash): Map<number, Placed<FileDeed>[]> {
  const synced = new Map<number, number>()
  for (let index = 0; index < done; index++) {
    const deed = deeds[index]
    if (deed?.kind === 'sync') synced.set(deed.file, Math.max(synced.get(deed.file) ?? 0, deed.begun))
  }
  const byFile = new Map<number, Placed<FileDeed>[]>()
  for (let index = 0; index < done; index++) {
    const deed = deeds[index]
    if (deed?.kind !== 'write' && deed?.kind !== 'truncate') continue
    const list = byFile.get(deed.file) ?? []
    byFile.set(deed.file, list)
    list.push({ deed, isDurable: index < (synced.get(deed.file) ?? 0) })
  }
  return byFile
}

function contentAfter(
  { style, random, deeds: all }: Crash,
  { start, deeds }: { readonly start: Buffer; readonly deeds: readonly Placed<FileDeed>[] },
): Buffer {
  let bytes = start
  for (const { deed, isDurable } of deeds) if (isDurable) bytes = applied(bytes, deed)
  const loose = deeds.filter(({ isDurable }) => !isDurable).map(({ deed }) => deed)
  if (style === 'shuffled') shuffle(loose, random)
  for (const deed of loose) {
    const survivor = survive(deed, { style, random, all })
    if (survivor !== undefined) bytes = applied(bytes, survivor)
  }
  return bytes
}

function applied(bytes: Buffer, deed: FileDeed): Buffer {
  return deed.kind === 'write' ? overlaid(bytes, deed.bytes, deed.at) : resized(bytes, deed.length)
}

interface Fate {
  readonly style: Style
  readonly random: Random
  readonly all: readonly Deed[]
}

/** What is left of something that was never synced. */
function survive(deed: FileDeed, { style, random, all }: Fate): FileDeed | undefined {
  if (style === 'kept') return deed
  if (style === 'dropped') return undefined
  if (deed.kind === 'truncate') return random.chance(0.5) ? deed : undefined
  const fate = style === 'mixed' || style === 'shuffled' ? random.pick(STYLES.slice(0, 6)) : style
  if (random.chance(0.3) || fate === 'kept') return deed
  if (fate === 'dropped') return undefined
  if (fate === 'torn') return { ...deed, bytes: torn(deed.bytes, random) }
  const bytes = Buffer.from(deed.bytes)
  const from = random.below(bytes.length + 1)
  const until = random.between(from, bytes.length)
  if (fate === 'zeroed') bytes.fill(0, from, until)
  else foreignBytes(all, random).copy(bytes, from, 0, until - from)
  return { ...deed, bytes }
}

/** Cut at any byte, or with whole sectors missing. */
function torn(bytes: Buffer, random: Random): Buffer {
  if (random.chance(0.5)) return bytes.subarray(0, random.below(bytes.length + 1))
  const result = Buffer.from(bytes)
  for (let at = 0; at < result.length; at += SECTOR)
    if (random.chance(0.3)) result.fill(0, at, Math.min(at + SECTOR, result.length))
  return result
}

/** What another file, or this one, held before: good lines in the wrong place. */
function foreignBytes(all: readonly Deed[], random: Random): Buffer {
  const deed = random.pick(all)
  return deed.kind === 'write' ? deed.bytes : Buffer.from('{"seq":1,"at":1,"kind":"end"}\n'.repeat(9))
}

function shuffle(items: FileDeed[], random: Random): void {
  for (let index = items.length - 1; index > 0; index--) {
    const other = random.below(index + 1)
    const [left, right] = [items[index], items[other]]
    if (left === undefined || right === undefined) continue
    items[index] = right
    items[other] = left
  }
}

/** Names that were synced are there; of the others any may be missing, or any number of the last ones. */
function namesAfter(crash: Crash): Map<string, number> {
  const { before, deeds, done, style, random } = crash
  const names = new Map([...before].map(([path, { number }]) => [path, number]))
  const synced = new Map<string, number>()
  for (const deed of deeds.slice(0, done))
    if (deed.kind === 'sync-folder')
      synced.set(deed.folder, Math.max(synced.get(deed.folder) ?? 0, deed.begun))
  const isOrdered = random.chance(0.5)
  const cut = random.below(done + 1)
  for (let index = 0; index < done; index++) {
    const deed = deeds[index]
    if (deed?.kind !== 'enter' && deed?.kind !== 'leave' && deed?.kind !== 'rename') continue
    const folder = deed.path.slice(0, deed.path.lastIndexOf('/'))
    const isDurable = style === 'kept' || index < (synced.get(folder) ?? 0)
    const isLucky = style !== 'dropped' && (isOrdered ? index < cut : random.chance(0.5))
    if (isDurable || isLucky) rename(names, deed, deeds)
  }
  return names
}

function rename(names: Map<string, number>, deed: NameDeed, deeds: readonly Deed[]): void {
  if (deed.kind === 'enter') names.set(deed.path, deed.file)
  else if (deed.kind === 'leave') names.delete(deed.path)
  else {
    const entered = deeds.find(other => other.kind === 'enter' && other.path === deed.path)
    const file = names.get(deed.path) ?? (entered?.kind === 'enter' ? entered.file : undefined)
    names.delete(deed.path)
    if (file !== undefined) names.set(deed.name, file)
  }
}

/** Whoever wrote before the crash is dead, and the files that say who wrote tell so by the boot. */
function asOfAnotherBoot(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, 10).equals(Buffer.from('{"token":"'))) return bytes
  return Buffer.from(bytes.toString('utf8').replace(/"boot":"[^"]*"/, `"boot":"${OTHER_BOOT}"`))
}
