/** What is printed when a turn is over: its plans, as they are then, and words that came too late for their place. */

import { itemAt } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'
import { growMessage, kindOf } from './block.js'
import { type Mark, put, type Step } from './mark.js'
import { drawPlan } from './plan.js'
import type { Setting } from './setting.js'

const MOST_STEPS = 100

/** The next thing that is to be printed before the next turn; nothing where all has been. */
export function stepOverTurnEnd(talk: Talk, mark: Mark, setting: Setting): Step | undefined {
  return stepOverLateWords(talk, mark, setting) ?? stepOverPlan(talk, mark, setting)
}

function stepOverLateWords(talk: Talk, mark: Mark, setting: Setting): Step | undefined {
  const [first, ...said] = mark.said ?? []
  if (first === undefined) return undefined
  const next = { ...mark, said: said.length > 0 ? said : undefined }
  const entry = itemAt(talk.thread.slots, first.slot)
  if (entry?.kind !== 'message' || entry.content === first.content) return { lines: [], mark: next }
  const { block, offset } = first.place
  const grown = growMessage(entry, { block, offset }, { ...setting, isDone: true })
  return put(next, kindOf(entry, setting), grown?.lines ?? [])
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
