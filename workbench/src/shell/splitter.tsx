/** The line between two places, which can be moved: by mouse, and by arrows where it is focused. */

import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type WidthLimits, widthAfterKey, withinLimits } from './width.js'

interface SplitterProps {
  readonly label: string
  readonly controls: string
  readonly width: number
  readonly limits: WidthLimits
  /** On which side of the line the place is whose width it is. */
  readonly side: 'start' | 'end'
  readonly onChange: (width: number) => void
}

export function Splitter({ label, controls, width, limits, side, onChange }: SplitterProps) {
  const grabbed = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const change = (next: number): void => onChange(withinLimits(next, limits))
  const hear = (event: KeyboardEvent): void => {
    const next = widthAfterKey(event.key, { width, limits, side })
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
  }
  const grab = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grabbed.current = { x: event.clientX, width }
  }
  const drag = (event: PointerEvent): void => {
    if (grabbed.current === undefined) return
    const moved = event.clientX - grabbed.current.x
    change(grabbed.current.width + (side === 'start' ? moved : -moved))
  }
  const release = (): void => {
    grabbed.current = undefined
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      className="splitter"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={Math.round(width)}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuetext={`${Math.round(width)} pixels`}
      onKeyDown={hear}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => onChange(limits.usual)}
    />
  )
}
