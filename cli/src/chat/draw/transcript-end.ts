/** The end of a conversation, seen from the end: only as much of it is looked at as there is room for. */

import { itemAt } from '@parley/acp/thread'
import { wordsOf } from '../model/own-words.js'
import type { Talk } from '../model/talk.js'
import { EMPTY, type Line } from '../screen/line.js'
import { type BlockKind, drawLive, isApart, kindOf, placeInMessage } from './block.js'
import { drawAside } from './event-line.js'
import { isBegun, type Mark, MOST_PASSED, type PassedPlan, START } from './mark.js'
import { plansIn } from './plan-places.js'
import type { Setting } from './setting.js'

interface Place {
  readonly talk: Talk
  readonly mark: Mark
  readonly setting: Setting
}

/** What is behind a mark and may still change: the last lines of it, at most so many. */
export function pending(
  talk: Talk,
  mark: Mark,
  setting: Setting & { readonly rows: number },
): readonly Line[] {
  const { rows } = setting
  const stack = new Stack(rows)
  for (const block of blocksFromEnd({ talk, mark, setting }, rows)) {
    stack.put(block, block.slot === mark.slot && isBegun(mark))
    if (stack.isFull) return stack.lines()
  }
  stack.end(mark.last)
  return stack.lines()
}

interface Block {
  /** Of the entry; none for an aside. */
  readonly slot?: number | undefined
  readonly kind: BlockKind
  readonly lines: readonly Line[]
}

/** How many entries may be looked at to fill so many rows. */
const reachOf = (rows: number): number => 4 * rows + 50

/** What stands behind a mark, from the end on. Only so much is looked at as may be needed to fill the rows. */
function* blocksFromEnd({ talk, mark, setting }: Place, rows: number): Generator<Block> {
  const { slots } = talk.thread
  const first = Math.max(mark.slot, slots.length - reachOf(rows))
  let aside = talk.asides.length - 1
  const asidesFrom = function* (at: number): Generator<Block> {
    for (; aside >= 0; aside--) {
      const said = talk.asides[aside]
      if (said === undefined || said.at <= at || said.id < mark.asides) return
      yield { kind: 'aside', lines: drawAside(said, setting) }
    }
  }
  for (let slot = slots.length - 1; slot >= first; slot--) {
    yield* asidesFrom(slot)
    const entry = itemAt(slots, slot)
    if (entry === undefined || entry.kind === 'plan') continue
    const from = slot === mark.slot ? mark : undefined
    const own = { ...setting, ...wordsOf(entry, slot, talk), rows, from }
    yield { slot, kind: kindOf(entry, setting), lines: drawLive(entry, talk, own) }
  }
  yield* asidesFrom(-1)
}

/** Lines that are put above each other, until there are enough. */
class Stack {
  readonly #rows: number
  readonly #blocks: (readonly Line[])[] = []
  #count = 0
  /** What stands on top; none once it belongs to what was printed before. */
  #top: BlockKind | undefined

  constructor(rows: number) {
    this.#rows = rows
  }

  get isFull(): boolean {
    return this.#count >= this.#rows
  }

  put({ kind, lines }: Block, isContinued: boolean): void {
    if (lines.length === 0) return
    if (this.#top !== undefined && isApart(kind, this.#top)) this.#add([EMPTY])
    this.#add(lines)
    this.#top = isContinued ? undefined : kind
  }

  /** What was printed before stands above it. */
  end(last: BlockKind | undefined): void {
    if (this.#top !== undefined && isApart(last, this.#top)) this.#add([EMPTY])
  }

  lines(): readonly Line[] {
    return this.#rows < 1 ? [] : this.#blocks.toReversed().flat().slice(-this.#rows)
  }

  #add(lines: readonly Line[]): void {
    this.#blocks.push(lines)
    this.#count += lines.length
  }
}

/** The mark from which on about so many lines are left: where a long conversation is taken up, or the screen is drawn again. */
export function markBefore(talk: Talk, lines: number, setting: Setting): Mark {
  let left = lines
  let slot = talk.thread.slots.length
  for (const block of blocksFromEnd({ talk, mark: START, setting }, lines)) {
    if (left <= 0) break
    slot = block.slot ?? slot
    if (block.lines.length > 2 * left)
      return markAt(talk, slot, placeInMessage(itemAt(talk.thread.slots, slot), left, setting))
    if (block.lines.length > 0) left -= block.lines.length + 1
  }
  return markAt(talk, left > 0 && talk.thread.slots.length <= reachOf(lines) ? 0 : slot, {})
}

function markAt(talk: Talk, slot: number, place: Partial<Mark>): Mark {
  const passed = slot === 0 ? undefined : talk.asides.findLast(({ at }) => at < slot)
  const { asked = 0 } = talk.thread
  const plans = plansIn(talk.thread)
    .filter(({ at }) => at < slot)
    .map(({ at, plan }): PassedPlan => (at >= asked ? { slot: at } : { slot: at, printed: plan }))
    .slice(-MOST_PASSED)
  return {
    slot,
    offset: 0,
    asides: passed === undefined ? 0 : passed.id + 1,
    ...place,
    ...(plans.length > 0 ? { plans } : {}),
  }
}
