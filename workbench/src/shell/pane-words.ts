/** The panes in their order, and what they are called. */

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
