/** The panes in their order, what they are called, and how much there is to see in each. */

import { changedFiles, type Plan, plansOf, type Thread, terminalsOf } from '@parley/acp/thread'
import type { IconName } from '../parts/icon-shapes.js'
import type { Pane } from '../state/view.js'

interface PaneWords {
  readonly pane: Pane
  readonly label: string
  readonly icon: IconName
}

export const PANE_WORDS: readonly PaneWords[] = [
  { pane: 'changes', label: 'Changes', icon: 'changes' },
  { pane: 'plan', label: 'Plan', icon: 'plan' },
  { pane: 'terminals', label: 'Terminals', icon: 'terminal' },
  { pane: 'files', label: 'Files', icon: 'folder' },
  { pane: 'protocol', label: 'Protocol', icon: 'protocol' },
]

/** A few signs on the tab, and the same in words. */
export interface PaneCount {
  readonly sign: string
  readonly words: string
}

export type PaneCounts = Readonly<Partial<Record<Pane, PaneCount>>>

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export function countPanes(thread: Thread): PaneCounts {
  const files = changedFiles(thread).length
  const tasks = plansOf(thread).at(-1)
  const running = terminalsOf(thread).filter(({ exitStatus }) => exitStatus === undefined).length
  return {
    ...(files > 0 && { changes: { sign: `${files}`, words: many(files, 'file') } }),
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
