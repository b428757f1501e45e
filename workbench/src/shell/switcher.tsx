/** Recent conversations, to go back and forth between them: held open by Alt or Control, and gone to when that is let go. */

import { type KeyboardEvent, useState } from 'react'
import { projectName } from '../sessions/session-groups.js'
import type { SessionRow } from '../sessions/session-row.js'
import { StateDot } from '../sessions/state-dot.js'
import type { TalkKey } from '../state/talk.js'
import { BareWindow } from './bare-window.js'

interface SwitcherProps {
  /** The one that is looked at first, then the others as they were visited. */
  readonly rows: readonly SessionRow[]
  readonly onChoose: (key: TalkKey) => void
  readonly onClose: () => void
}

const FORTH = ['`', 'Dead', 'Tab', 'ArrowDown']

export function Switcher({ rows, onChoose, onClose }: SwitcherProps) {
  const [place, setPlace] = useState(rows.length > 1 ? 1 : 0)
  const choose = (row: SessionRow | undefined): void => {
    onClose()
    if (row !== undefined) onChoose(row.key)
  }
  const hear = (event: KeyboardEvent): void => {
    const isBack =
      event.key === 'ArrowUp' || (FORTH.includes(event.key) && event.shiftKey) || event.key === '~'
    const step = isBack ? -1 : FORTH.includes(event.key) || event.code === 'Backquote' ? 1 : 0
    if (event.key === 'Enter') choose(rows[place])
    else if (step !== 0) setPlace((place + step + rows.length) % rows.length)
    else return
    event.preventDefault()
  }
  const letGo = (event: KeyboardEvent): void => {
    if (event.key === 'Alt' || event.key === 'Control') choose(rows[place])
  }
  return (
    <BareWindow label="Recent conversations" onClose={onClose}>
      <div
        className="switcher"
        role="listbox"
        aria-label="Recent conversations"
        aria-activedescendant={`switcher-${place}`}
        tabIndex={0}
        onKeyDown={hear}
        onKeyUp={letGo}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
          <div
            key={row.key}
            id={`switcher-${index}`}
            role="option"
            className="palette-option"
            aria-selected={index === place}
            onClick={() => choose(row)}
          >
            <StateDot state={row.state} />
            <span className="palette-title">{row.title}</span>
            <span className="palette-detail">{projectName(row.cwd)}</span>
          </div>
        ))}
      </div>
    </BareWindow>
  )
}
