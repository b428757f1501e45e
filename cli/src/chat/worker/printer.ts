/** Remembers how far each conversation has been printed, and makes whole pictures of the model with it. */

import { boundedLine } from '@parley/acp/guard'
import { type Mark, markBefore, START, settle } from '../draw/transcript.js'
import { activeTalk, type Model } from '../model/model.js'
import type { Talk, TalkKey } from '../model/talk.js'
import type { Frame } from '../screen/frame.js'
import { EMPTY, type Line, lineOf } from '../screen/line.js'
import { cutToWidth } from '../screen/width.js'
import { settingOf, view } from '../view/view.js'

/** Of a conversation that was there before, so many screens are shown again. */
const SCREENS = 3

export class Printer {
  readonly #marks = new Map<TalkKey, Mark>()
  #shown: TalkKey | undefined

  frame(model: Model): Frame {
    // What is settled belongs on the other screen.
    if (model.page !== undefined) return { settled: [], ...view(model, START) }
    const talk = activeTalk(model)
    const heading = this.#turnTo(talk, model)
    // What it begins with comes all at once, and is shown from its end.
    if (talk.stage.is === 'starting' && talk.thread.slots.length === 0) {
      this.#marks.delete(talk.key)
      return { settled: heading, ...view(model, START) }
    }
    const { lines, mark } = settle(talk, this.#markOf(talk, model), settingOf(model, talk))
    this.#marks.set(talk.key, mark)
    return { settled: [...heading, ...lines], ...view(model, mark) }
  }

  /** The next picture shows the end of the conversation anew. */
  forget(): void {
    this.#marks.clear()
    this.#shown = undefined
  }

  #markOf(talk: Talk, model: Model): Mark {
    const known = this.#marks.get(talk.key)
    if (known !== undefined) return known
    const setting = settingOf(model, talk)
    return markBefore(talk, SCREENS * model.size.rows, setting)
  }

  /** Whoever turns to another conversation is shown its end, below a line that names it. */
  #turnTo(talk: Talk, model: Model): readonly Line[] {
    if (this.#shown === talk.key) return []
    const isFirst = this.#shown === undefined
    this.#shown = talk.key
    if (isFirst) return []
    this.#marks.set(talk.key, markBefore(talk, model.size.rows, settingOf(model, talk)))
    const name = boundedLine(talk.facts.title ?? `${talk.agent.name ?? talk.agent.id} in ${talk.cwd}`, 80)
    const { columns } = model.size
    const rule = cutToWidth(`── ${name} ${'─'.repeat(columns)}`, columns)
    return [EMPTY, lineOf(rule, 'muted'), EMPTY]
  }
}
