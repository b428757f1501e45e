/** The time as lists show it: whoever uses it is drawn again twice a minute, not every second. */

import { useSyncExternalStore } from 'react'

const STEP = 30_000

const everyStep = (listen: () => void): (() => void) => {
  const timer = setInterval(listen, 1_000)
  return () => clearInterval(timer)
}

export function useMinute(): number {
  return useSyncExternalStore(
    everyStep,
    () => Math.ceil(Date.now() / STEP) * STEP,
    () => 0,
  )
}
