/** Where a window opens that belongs to something in the composer: above what was pressed, and inside of the page. */

import type { CSSProperties } from 'react'

const WIDTH = 320
const EDGE = 8

export function placeAbove(button: HTMLElement | null): CSSProperties {
  const { left = 0, top = 0 } = button?.getBoundingClientRect() ?? {}
  const most = Math.max(EDGE, document.documentElement.clientWidth - WIDTH - EDGE)
  return {
    left: Math.min(left, most),
    bottom: document.documentElement.clientHeight - top + 6,
    maxHeight: top - 2 * EDGE,
  }
}
