/**
 * Holds a scrolled element at its end while it grows, until somebody moves away from there. Told by movement alone, so
 * wheel, touch, keys and the bar are all the same.
 */

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface StickyEnd {
  readonly isAtEnd: boolean
  readonly onScroll: () => void
  /** Goes to the end, and stays. */
  readonly stick: () => void
  /** Lets go although nobody has moved: something is being opened, and is to open downwards. */
  readonly release: () => void
}

// Positions are fractions of pixels on some screens.
const EXACTNESS = 4

export function useStickyEnd(scroller: RefObject<HTMLElement | null>): StickyEnd {
  const isHeld = useRef(true)
  const last = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const stick = (): void => {
    isHeld.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'instant' })
  }
  const onScroll = (): void => {
    const element = scroller.current
    if (element === null) return
    const isThere = distanceOf(element) <= EXACTNESS
    if (isThere) isHeld.current = true
    else if (element.scrollTop < last.current - 1) isHeld.current = false
    last.current = element.scrollTop
    setAtEnd(isHeld.current || isThere)
  }
  // After every drawing: each may have made it longer.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null && isHeld.current && distanceOf(element) > 0) stick()
    else if (element !== null) setAtEnd(distanceOf(element) <= EXACTNESS)
  })
  const release = (): void => {
    isHeld.current = false
  }
  return { isAtEnd, onScroll, stick, release }
}

function distanceOf({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop
}
