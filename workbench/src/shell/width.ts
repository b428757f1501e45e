/** How wide the places beside the conversation may be, and what keys make of that. */

import { usualView } from '../state/view.js'

export interface WidthLimits {
  readonly least: number
  readonly most: number
  readonly usual: number
}

export const SIDEBAR_LIMITS: WidthLimits = { least: 200, most: 480, usual: usualView.sidebarWidth }
export const PANE_LIMITS: WidthLimits = { least: 280, most: 1200, usual: usualView.paneWidth }

const STEP = 16

export function withinLimits(width: number, { least, most }: WidthLimits): number {
  return Math.round(Math.max(least, Math.min(most, width)))
}

interface Movable {
  readonly width: number
  readonly limits: WidthLimits
  readonly side: 'start' | 'end'
}

/** Arrows move the line itself: to the right makes what is left of it wider, and what is right of it narrower. */
export function widthAfterKey(key: string, { width, limits, side }: Movable): number | undefined {
  const wider = side === 'start' ? 'ArrowRight' : 'ArrowLeft'
  const narrower = side === 'start' ? 'ArrowLeft' : 'ArrowRight'
  if (key === wider) return withinLimits(width + STEP, limits)
  if (key === narrower) return withinLimits(width - STEP, limits)
  if (key === 'Home') return limits.least
  if (key === 'End') return limits.most
  return key === 'Enter' ? limits.usual : undefined
}
