/** Reads changes of files for the rows that show them. What compares texts is loaded when the first conversation is drawn. */

import type { ToolCallContent } from '@parley/acp/thread'
import { useSyncExternalStore } from 'react'
import type { SmallChange } from './small-change.js'

/** All files that a piece of a tool call's content changes; undefined as long as nothing can be compared. */
export type ChangesReader = (content: ToolCallContent) => readonly SmallChange[] | undefined

const notYet: ChangesReader = () => undefined
const listeners = new Set<() => void>()
let reader = notYet
let loading: Promise<void> | undefined

export function loadChangesReader(): Promise<void> {
  loading ??= import('./small-change.js').then(
    ({ changesIn }) => {
      reader = changesIn
      for (const tell of listeners) tell()
    },
    // The next row that is drawn tries again.
    () => {
      loading = undefined
    },
  )
  return loading
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  void loadChangesReader()
  return () => void listeners.delete(listener)
}

const currentReader = (): ChangesReader => reader

export function useChangesReader(): ChangesReader {
  return useSyncExternalStore(listen, currentReader, currentReader)
}
