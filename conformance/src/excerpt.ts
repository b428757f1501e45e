/**
 * What is kept of the wires of a scenario when it is over: the beginning, the end, and what stands round the entries that
 * show a fault, bounded in number and in bytes and without secrets. A scenario that broke nothing keeps nothing.
 */

import type { Entry } from '@parley/acp/inspect'
import type { RunRedactor } from './run-redactor.js'
import type { EntryPlace, Performance, Ruling } from './verdict.js'

const MOST_ENTRIES = 400
const MOST_BYTES = 400_000
const ENTRY_BYTES = 16_000
const SHOWN_CHARACTERS = 4_000
const BEFORE = 12
const AFTER = 6
const MOST_CULPRITS = 20
/** Entries before a part that is kept which the redactor sees as well: a secret may begin in them. */
const LEAD = 1_000

/** The performance as it is kept until the report is written. */
export function toKept(performance: Performance, redactor: RunRedactor): Performance {
  const { rulings, wires } = performance
  const isBroken = rulings.some(({ outcome }) => outcome === 'failed')
  const chosen = isBroken ? choose(wires, rulings) : wires.map(() => new Set<number>())
  const kept = wires.map((entries, wire) => cut(entries, chosen[wire] ?? new Set(), redactor))
  return {
    ...performance,
    rulings: rulings.map(ruling => ({
      ...ruling,
      detail: redactor.text(ruling.detail),
      at: toPlace(ruling.at, kept),
    })),
    wires: isBroken ? kept.map(({ entries }) => entries) : [],
  }
}

/** The places to keep, of each wire. What shows a fault comes first, then the end and the beginning by turns. */
function choose(
  wires: readonly (readonly Entry[])[],
  rulings: readonly Ruling[],
): readonly ReadonlySet<number>[] {
  const chosen = wires.map(() => new Set<number>())
  let [entriesLeft, bytesLeft] = [MOST_ENTRIES, MOST_BYTES]
  const take = (wire: number, place: number): void => {
    const entry = wires[wire]?.[place]
    const own = chosen[wire]
    if (entry === undefined || own === undefined || own.has(place)) return
    const bytes = Math.min(sizeOf(entry), ENTRY_BYTES)
    if (entriesLeft === 0 || bytesLeft < bytes) return
    entriesLeft--
    bytesLeft -= bytes
    own.add(place)
  }
  const culprits = rulings.flatMap(({ at }) => at ?? []).slice(0, MOST_CULPRITS)
  for (const { wire, entry } of culprits) take(wire, entry)
  for (const { wire, entry } of culprits)
    for (let place = entry - BEFORE; place <= entry + AFTER; place++) take(wire, place)
  const longest = Math.max(0, ...wires.map(({ length }) => length))
  for (let step = 0; step < Math.min(longest, MOST_ENTRIES); step++)
    for (const [wire, { length }] of wires.entries()) {
      take(wire, step)
      take(wire, length - 1 - step)
    }
  return chosen
}

interface Kept {
  readonly entries: readonly Entry[]
  /** Where each place has gone. */
  readonly places: ReadonlyMap<number, number>
}

function cut(all: readonly Entry[], chosen: ReadonlySet<number>, redactor: RunRedactor): Kept {
  const entries: Entry[] = []
  const places = new Map<number, number>()
  const seen = withLead(all.length, chosen)
  // Long ones are cut before, and redacted as the beginning of something: nothing is searched that nobody will see.
  const redacted = redactor.entries(seen.map(place => shorten(all[place])))
  let last = -1
  for (const [index, place] of seen.entries()) {
    const entry = redacted[index]
    if (entry === undefined || !chosen.has(place)) continue
    if (place > last + 1) entries.push(gap(place - last - 1, entry.at))
    places.set(place, entries.push(entry) - 1)
    last = place
  }
  const end = all.at(-1)
  if (end !== undefined && last < all.length - 1) entries.push(gap(all.length - 1 - last, end.at))
  return { entries, places }
}

function withLead(length: number, chosen: ReadonlySet<number>): readonly number[] {
  const seen: number[] = []
  let until = length - 1
  // From the end: each place asks for those before it.
  let wanted = -1
  for (let place = until; place >= 0; place--) {
    if (chosen.has(place)) {
      until = place
      wanted = Math.max(0, place - LEAD)
    }
    if (wanted >= 0 && place <= until && place >= wanted) seen.push(place)
  }
  return seen.reverse()
}

function shorten(entry: Entry | undefined): Entry {
  if (entry === undefined) return { at: 0, event: 'omitted', detail: 'an entry' }
  if (!('message' in entry) || entry.bytes <= ENTRY_BYTES) return entry
  const { at, to, message, bytes } = entry
  return { at, to, noise: 'too_large', text: JSON.stringify(message).slice(0, SHOWN_CHARACTERS), bytes }
}

function gap(count: number, at: number): Entry {
  return { at, event: 'omitted', detail: `${count} more, not shown` }
}

function toPlace(at: EntryPlace | undefined, kept: readonly Kept[]): EntryPlace | undefined {
  const entry = at === undefined ? undefined : kept[at.wire]?.places.get(at.entry)
  return at === undefined || entry === undefined ? undefined : { wire: at.wire, entry }
}

function sizeOf(entry: Entry): number {
  if ('bytes' in entry) return entry.bytes
  return 'stderr' in entry ? entry.stderr.length : entry.detail.length
}
