/** Spans of time in few characters, and the time that passes. */

import { useSyncExternalStore } from 'react'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** `< 0.1 s`, `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function toDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds)
  if (span < 50) return '< 0.1 s'
  if (span < 9_950) return `${(span / SECOND).toFixed(1)} s`
  const seconds = Math.round(span / SECOND)
  if (seconds < 60) return `${seconds} s`
  const padded = (count: number): string => String(count).padStart(2, '0')
  if (seconds * SECOND < HOUR) return `${Math.floor(seconds / 60)} min ${padded(seconds % 60)} s`
  const minutes = Math.round(span / MINUTE)
  return `${Math.floor(minutes / 60)} h ${padded(minutes % 60)} min`
}

const everySecond = (listen: () => void): (() => void) => {
  const timer = setInterval(listen, SECOND)
  return () => clearInterval(timer)
}

/** The time by this machine's clock, a second exact. */
export function useNow(): number {
  return useSyncExternalStore(
    everySecond,
    () => Math.floor(Date.now() / SECOND) * SECOND,
    () => 0,
  )
}
