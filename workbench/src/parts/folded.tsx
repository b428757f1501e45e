/** A line that opens to show more. What is folded is not drawn at all. */

import { type ReactNode, useState } from 'react'
import { Icon } from './icon.js'

interface FoldedProps {
  readonly summary: ReactNode
  readonly children: ReactNode
  /** Whether it is open, where somebody else keeps that; else it keeps it itself. */
  readonly isOpen?: boolean | undefined
  readonly onToggle?: ((isOpen: boolean) => void) | undefined
  readonly className?: string | undefined
}

export function Folded({ summary, children, isOpen: given, onToggle, className }: FoldedProps) {
  const [own, setOwn] = useState(false)
  const isOpen = given ?? own
  // Ours instead of the browser's: the line and what it shows change in one frame.
  const toggle = (): void => {
    if (given === undefined) setOwn(!isOpen)
    onToggle?.(!isOpen)
  }
  return (
    <details className={className === undefined ? 'folded' : `folded ${className}`} open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed by keyboard as well */}
      <summary
        className="folded-summary"
        onClick={event => {
          event.preventDefault()
          toggle()
        }}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span className="folded-words">{summary}</span>
      </summary>
      {isOpen && <div className="folded-content">{children}</div>}
    </details>
  )
}
