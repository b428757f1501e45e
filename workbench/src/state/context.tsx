/** How components reach the state and the actions. Panes use this; what they are made of takes props alone. */

import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { Actions } from './actions.js'
import type { ViewStore, WorkbenchStore } from './store.js'
import type { Talk } from './talk.js'
import type { View } from './view.js'
import type { WireLog } from './wire-log.js'
import { currentTalk, type Workbench } from './workbench.js'

export interface Means {
  readonly store: WorkbenchStore
  readonly view: ViewStore
  readonly actions: Actions
  /** By agent, from the first message on. */
  readonly wires: ReadonlyMap<string, WireLog>
}

const MeansContext = createContext<Means | undefined>(undefined)

export function MeansProvider({ means, children }: { readonly means: Means; readonly children: ReactNode }) {
  return <MeansContext value={means}>{children}</MeansContext>
}

export function useMeans(): Means {
  const means = useContext(MeansContext)
  if (means === undefined) throw new Error('a pane stands outside of the workbench')
  return means
}

export function useActions(): Actions {
  return useMeans().actions
}

/** Draws again only when what is chosen is another value. */
export function useWorkbench<T>(choose: (workbench: Workbench) => T): T {
  return useStore(useMeans().store, choose)
}

export function useView<T>(choose: (view: View) => T): T {
  return useStore(useMeans().view, choose)
}

/** The conversation that is looked at. */
export function useTalk(): Talk | undefined {
  return useWorkbench(currentTalk)
}
