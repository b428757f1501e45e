/** The conversation as it runs down the screen: what is done is printed once, what may still change is drawn anew. */

import { type Entry, itemAt } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'
import { EMPTY, type Line } from '../screen/line.js'
import { type BlockKind, drawLive, drawWhole, growMessage, isApart, kindOf, placeInMessage } from './block.js'
import { drawAside } from './event-line.js'
import { drawPlan } from './plan.js'
import { plansIn } from './plan-places.js'
import { isAtWork, isExpected } from './progress.js'
import type { Setting } from './setting.js'
import type { Progress } from './streaming.js'

/** How far a conversation has been printed. */
export interface Mark {
  /** The first entry of the timeline that has not been printed whole. */
  readonly slot: number
  /** How many characters of its text have been, where it is a message: of the first piece that has not been printed whole. */
  readonly offset: number
  /** How many asides have been. */
  readonly asides: number
  /** Which piece of the message that is, where it has several. */
  readonly block?: number | undefined
  /** What its text is in the middle of. */
  readonly text?: Omit<Progress, 'offset'> | undefined
  /** What was printed last. */
  readonly last?: BlockKind | undefined
  /** Plans that were passed, and what was printed of them: they are printed when their turn is over. */
  readonly plans?: readonly PassedPlan[] | undefined
}

interface PassedPlan {
  readonly slot: number
  readonly printed?: Entry | undefined
}

export const START: Mark = { slot: 0, offset: 0, asides: 0 }

const MOST_PLANS = 8
const MOST_STEPS = 100

/** What can be printed for good from a mark on, and the mark behind it. */
export function settle(
  talk: Talk,
  mark: Mark,
  setting: Setting,
): { readonly lines: readonly Line[]; readonly mark: Mark } {
  const lines: Line[] = []
  let current = mark
  for (;;) {
    const step = stepFrom(talk, current, setting)
    if (step === undefined) return { lines, mark: current }
    for (const line of step.lines) lines.push(line)
    current = step.mark
    if (step.isLast) return { lines, mark: current }
  }
}

interface Step {
  readonly lines: readonly Line[]
  readonly mark: Mark
  readonly isLast?: boolean | undefined
}

function stepFrom(talk: Talk, mark: Mark, setting: Setting): Step | undefined {
  const { slots } = talk.thread
  const isBetween = mark.offset === 0 && mark.block === undefined && mark.text === undefined
  const aside = talk.asides[mark.asides]
  if (isBetween && aside !== undefined && aside.at <= mark.slot)
    return put({ ...mark, asides: mark.asides + 1 }, 'aside', drawAside(aside, setting))
  const entry = itemAt(slots, mark.slot)
  const isOver = mark.slot >= slots.length
  if (isBetween && (isOver ? !isAtWork(talk) : endsTurn(entry))) {
    const plan = stepOverPlan(talk, mark, setting)
    if (plan !== undefined) return plan
  }
  if (isOver) return undefined
  if (entry === undefined) return { lines: [], mark: past(mark) }
  if (entry.kind === 'plan') return { lines: [], mark: withPlan(past(mark)) }
  return stepOverEntry(entry, { talk, mark, setting })
}

interface Place {
  readonly talk: Talk
  readonly mark: Mark
  readonly setting: Setting
}

function stepOverEntry(entry: Entry, { talk, mark, setting }: Place): Step | undefined {
  const isDone = !isExpected(entry, talk)
  const grown = growMessage(entry, mark, { ...setting, isDone })
  if (grown !== undefined) {
    const next = isDone ? past(mark) : { ...mark, ...grown.place }
    const step = isBegun(mark)
      ? { lines: grown.lines, mark: next }
      : put(next, kindOf(entry, setting), grown.lines)
    return { ...step, isLast: !isDone }
  }
  return isDone ? put(past(mark), kindOf(entry, setting), drawWhole(entry, talk, setting)) : undefined
}

/** Whether something of a message has been printed, and not all of it. */
const isBegun = ({ text }: Mark): boolean => text?.join !== undefined

const past = ({ slot, asides, last, plans }: Mark): Mark => ({
  slot: slot + 1,
  offset: 0,
  asides,
  last,
  plans,
})

/** What is printed as a block of its own: apart from one of another kind. */
function put(mark: Mark, kind: BlockKind, lines: readonly Line[]): Step {
  if (lines.length === 0) return { lines, mark }
  return { lines: isApart(mark.last, kind) ? [EMPTY, ...lines] : lines, mark: { ...mark, last: kind } }
}

const endsTurn = (entry: Entry | undefined): boolean =>
  entry?.kind === 'stop' || (entry?.kind === 'message' && entry.role === 'user')

function withPlan(mark: Mark): Mark {
  return { ...mark, plans: [...(mark.plans ?? []), { slot: mark.slot - 1 }].slice(-MOST_PLANS) }
}

/** The next plan that looks different from what was printed of it. */
function stepOverPlan(talk: Talk, mark: Mark, { columns }: Setting): Step | undefined {
  for (const [index, { slot, printed }] of (mark.plans ?? []).entries()) {
    const entry = itemAt(talk.thread.slots, slot)
    if (entry?.kind !== 'plan' || entry === printed) continue
    const plans = mark.plans?.with(index, { slot, printed: entry })
    return put({ ...mark, plans }, 'plan', drawPlan(entry, { columns, rows: MOST_STEPS }))
  }
  return undefined
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
    for (; aside >= mark.asides; aside--) {
      const said = talk.asides[aside]
      if (said === undefined || said.at <= at) return
      yield { kind: 'aside', lines: drawAside(said, setting) }
    }
  }
  for (let slot = slots.length - 1; slot >= first; slot--) {
    yield* asidesFrom(slot)
    const entry = itemAt(slots, slot)
    if (entry === undefined || entry.kind === 'plan') continue
    const from = slot === mark.slot ? mark : undefined
    yield { slot, kind: kindOf(entry, setting), lines: drawLive(entry, talk, { ...setting, rows, from }) }
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
  const asides = slot === 0 ? 0 : talk.asides.findLastIndex(({ at }) => at < slot) + 1
  const { asked = 0 } = talk.thread
  const plans = plansIn(talk.thread)
    .filter(({ at }) => at < slot)
    .map(({ at, plan }): PassedPlan => (at >= asked ? { slot: at } : { slot: at, printed: plan }))
    .slice(-MOST_PLANS)
  return { slot, offset: 0, asides, ...place, ...(plans.length > 0 ? { plans } : {}) }
}
