/** Whether the page is as narrow as on a phone: one column, and everything else in sheets over it. */

import { useSyncExternalStore } from 'react'

const narrow = globalThis.matchMedia?.('(max-width: 760px)')

export const isPhone = (): boolean => narrow?.matches ?? false

function listen(listener: () => void): () => void {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

export function usePhone(): boolean {
  return useSyncExternalStore(listen, isPhone, () => false)
}
