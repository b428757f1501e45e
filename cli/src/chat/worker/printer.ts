/** Remembers how far each conversation has been printed, and makes whole pictures of the model with it. */

import { boundedLine } from '@parley/acp/guard'
import { isAtStart, type Mark, markBefore, settle } from '../draw/transcript.js'
import { activeTalk, type Model } from '../model/model.js'
import type { Talk, TalkKey } from '../model/talk.js'
import { agentName, titleOr } from '../model/talk-name.js'
import type { Frame } from '../screen/frame.js'
import { EMPTY, type Line, lineOf } from '../screen/line.js'
import { cutToWidth } from '../screen/width.js'
import { settingOf, view } from '../view/view.js'

/** Of a conversation that was there before, so many screens are shown again. */
const SCREENS = 3
/** One picture brings no more lines than this, however much was said: keys are heard between two pictures. */
const ENOUGH_LINES = 250

export class Printer {
  readonly #marks = new Map<TalkKey, Mark>()
  #shown: TalkKey | undefined
  #hasMore = false

  /** More is settled than the last picture brought. */
  get hasMore(): boolean {
    return this.#hasMore
  }

  frame(model: Model): Frame {
    // What is settled belongs on the other screen.
    this.#hasMore = false
    if (model.page !== undefined) return { settled: [], ...view(model, undefined) }
    const talk = activeTalk(model)
    const heading = this.#turnTo(talk, model)
    // Another conversation may have taken the place of one in which nothing was said.
    if ((this.#marks.get(talk.key)?.slot ?? 0) > talk.thread.slots.length) this.#marks.delete(talk.key)
    const setting = { ...settingOf(model, talk), enough: ENOUGH_LINES }
    const from = this.#markOf(talk, model)
    const above = from.slot === 0 || this.#marks.get(talk.key) === from ? [] : [leftOut(from.slot)]
    const { lines, mark, isCut } = settle(talk, from, setting)
    this.#hasMore = isCut
    this.#marks.set(talk.key, mark)
    return { settled: [...heading, ...above, ...lines], ...view(model, isCut ? undefined : mark) }
  }

  /** The next picture shows the end of the conversation anew. */
  forget(): void {
    this.#marks.clear()
    this.#shown = undefined
  }

  #markOf(talk: Talk, model: Model): Mark {
    const known = this.#marks.get(talk.key)
    const { retold = 0 } = talk
    if (known !== undefined && (retold === 0 || !isAtStart(known))) return known
    const mark = markBefore(talk, SCREENS * model.size.rows, settingOf(model, talk))
    if (known === undefined) return mark
    // It was taken up: of what was said before its end is shown, and everything that came since.
    const asides = Math.max(known.asides, mark.asides)
    return mark.slot > retold ? { ...known, slot: retold, asides } : { ...mark, last: known.last, asides }
  }

  /** Whoever turns to another conversation is shown what is new in it, or its end, below a line that names it. */
  #turnTo(talk: Talk, model: Model): readonly Line[] {
    if (this.#shown === talk.key) return []
    const isFirst = this.#shown === undefined
    this.#shown = talk.key
    if (isFirst) return []
    // What was printed before stands further up.
    if (!this.#marks.has(talk.key))
      this.#marks.set(talk.key, markBefore(talk, model.size.rows, settingOf(model, talk)))
    const name = boundedLine(titleOr(talk, `${agentName(talk.agent)} in ${talk.cwd}`), 80)
    const { columns } = model.size
    const rule = cutToWidth(`── ${name} ${'─'.repeat(columns)}`, columns)
    return [EMPTY, lineOf(rule, 'muted'), EMPTY]
  }
}

/** Where a conversation is not shown from its beginning it says so, and how to see that. */
const leftOut = (entries: number): Line => lineOf(`… ${entries} before this: PgUp shows all of it`, 'muted')
