/** In how many columns a comparison stands: as it is wished, or as there is room. */

import { type RefObject, useEffect, useState } from 'react'
import type { View } from '../state/view.js'
import type { DiffLayout } from './diff-lines.js'

const LEAST_FOR_TWO = 900

export function layoutFor(wish: View['diffLayout'], width: number): DiffLayout {
  if (wish !== 'auto') return wish
  return width >= LEAST_FOR_TWO ? 'split' : 'unified'
}

/** The width of an element, and again whenever it changes. */
export function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}
