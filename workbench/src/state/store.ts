/** The two values that the page is drawn from, and how they change. React only listens. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Talk, TalkKey } from './talk.js'
import { usualView, type View } from './view.js'
import { emptyWorkbench, type Workbench } from './workbench.js'

export type WorkbenchStore = StoreApi<Workbench>
export type ViewStore = StoreApi<View>

export function createWorkbenchStore(initial: Workbench = emptyWorkbench): WorkbenchStore {
  return createStore<Workbench>(() => initial)
}

export function createViewStore(initial: View = usualView): ViewStore {
  return createStore<View>(() => initial)
}

/** Changes one conversation where it is there; nobody else's value changes. */
export function changeTalk(store: WorkbenchStore, key: TalkKey, change: (talk: Talk) => Talk): void {
  const { talks } = store.getState()
  const talk = talks.get(key)
  if (talk === undefined) return
  const changed = change(talk)
  if (changed !== talk) store.setState({ talks: new Map(talks).set(key, changed) })
}
