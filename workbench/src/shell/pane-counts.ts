/** How much there is to see in each pane. Apart from their names: what was changed is read off the whole conversation. */

import { type Plan, plansOf, type Thread, terminalsOf } from '@parley/acp/thread'
import { editsOf } from '../changes/edits.js'
import { isUndecided, type Review } from '../changes/review.js'
import { reviewOf, reviewStore } from '../changes/review-store.js'
import { counted } from '../parts/counted.js'
import { lastingName, type Talk } from '../state/talk.js'
import type { PaneCounts } from './pane-words.js'

export function countPanes(talk: Talk): PaneCounts {
  return countIn(talk.thread, reviewOf(reviewStore.getState().reviews, lastingName(talk)))
}

/** What was written and is still to be looked at: what only waits for leave is no change yet. */
export function countIn(thread: Thread, review: Review): PaneCounts {
  const written = editsOf(thread).filter(({ isOpen, path, at }) => !isOpen && isUndecided(review, path, at))
  const files = new Set(written.map(({ path }) => path)).size
  const tasks = plansOf(thread).at(-1)
  const running = terminalsOf(thread).filter(({ exitStatus }) => exitStatus === undefined).length
  return {
    ...(files > 0 && { changes: { sign: `${files}`, words: counted(files, 'file') } }),
    ...(running > 0 && { terminals: { sign: `${running}`, words: `${running} running` } }),
    ...(tasks && countTasks(tasks)),
  }
}

function countTasks(plan: Plan): PaneCounts {
  const statuses = statusesOf(plan)
  const done = statuses.filter(status => status === 'completed').length
  if (statuses.length === 0) return {}
  return { plan: { sign: `${done}/${statuses.length}`, words: `${done} of ${statuses.length} done` } }
}

function statusesOf({ plan }: Plan): readonly unknown[] {
  return 'entries' in plan && Array.isArray(plan.entries)
    ? plan.entries.map(entry => Object(entry).status)
    : []
}
