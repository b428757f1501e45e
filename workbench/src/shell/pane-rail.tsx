/** The tabs of the panes: a rail at the edge, or the bar at the bottom of a phone. The one that is open closes when pressed. */

import type { KeyboardEvent } from 'react'
import { Icon } from '../parts/icon.js'
import type { Pane } from '../state/view.js'
import { PANE_WORDS, type PaneCounts } from './pane-words.js'

interface PaneRailProps {
  readonly open: Pane | undefined
  readonly counts: PaneCounts
  readonly isPhone: boolean
  readonly onPress: (pane: Pane) => void
}

export function PaneRail({ open, counts, isPhone, onPress }: PaneRailProps) {
  const reached = open ?? 'changes'
  return (
    <div
      className="pane-rail"
      role="tablist"
      aria-label="Panes"
      aria-orientation={isPhone ? 'horizontal' : 'vertical'}
      onKeyDown={move}
    >
      {PANE_WORDS.map(({ pane, label, icon }) => (
        <button
          key={pane}
          type="button"
          role="tab"
          id={`tab-${pane}`}
          className="pane-rail-tab"
          aria-label={counts[pane] && `${label}, ${counts[pane].words}`}
          aria-selected={open === pane}
          aria-controls={open === pane ? 'side-pane' : undefined}
          tabIndex={pane === reached ? 0 : -1}
          onClick={() => onPress(pane)}
        >
          <Icon name={icon} />
          <span>{label}</span>
          {counts[pane] && <span className="pane-rail-count">{counts[pane].sign}</span>}
        </button>
      ))}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

function move(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const place = tabs.indexOf(document.activeElement as HTMLElement)
  const step = STEPS[event.key]
  const next = step === undefined ? { Home: 0, End: tabs.length - 1 }[event.key] : place + step
  if (next === undefined || place < 0) return
  event.preventDefault()
  tabs[(next + tabs.length) % tabs.length]?.focus()
}
