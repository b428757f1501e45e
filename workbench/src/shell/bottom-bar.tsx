/** On a phone: what lies beside the conversation elsewhere, in reach of a thumb. */

import { Icon } from '../parts/icon.js'
import type { Pane } from '../state/view.js'
import { PaneRail } from './pane-rail.js'
import type { PaneCounts } from './pane-words.js'

interface BottomBarProps {
  readonly isSheetOpen: boolean
  readonly open: Pane | undefined
  readonly counts: PaneCounts
  readonly waiting: number
  readonly onSessions: () => void
  readonly onPane: (pane: Pane) => void
}

export function BottomBar({ isSheetOpen, open, counts, waiting, onSessions, onPane }: BottomBarProps) {
  return (
    <nav className="bottom-bar" aria-label="Places">
      <button
        type="button"
        className="pane-rail-tab"
        aria-expanded={isSheetOpen}
        aria-label={waiting > 0 ? `Sessions, ${waiting} need you` : undefined}
        onClick={onSessions}
      >
        <Icon name="comment" />
        <span>Sessions</span>
        {waiting > 0 && (
          <span className="pane-rail-count" data-status="needs-you">
            {waiting}
          </span>
        )}
      </button>
      <PaneRail isPhone open={isSheetOpen ? undefined : open} counts={counts} onPress={onPane} />
    </nav>
  )
}
