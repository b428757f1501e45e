/** What somebody has opened or closed by hand. Kept apart from the rows, which come and go as one scrolls. */

import { useCallback } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const folds = createStore<ReadonlyMap<string, boolean>>(() => new Map())

/** Whether it is open, and how that is changed. Where nobody has said anything it is as it usually is. */
export function useFold(key: string, isUsuallyOpen: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const isOpen = useStore(folds, all => all.get(key)) ?? isUsuallyOpen
  const set = useCallback(
    (value: boolean) => folds.setState(new Map(folds.getState()).set(key, value), true),
    [key],
  )
  return [isOpen, set]
}
