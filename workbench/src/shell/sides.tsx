/** The two sides of the workbench, conversations and panes: beside the middle, or as sheets over it on a phone. */

import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useNow } from '../parts/duration.js'
import { SessionsPane } from '../sessions/sessions-pane.js'
import { useMeans, useView, useWorkbench } from '../state/context.js'
import type { Pane } from '../state/view.js'
import { currentTalk, waitingTalks } from '../state/workbench.js'
import { carryOut, togglePane } from './acts.js'
import { BottomBar } from './bottom-bar.js'
import { PaneBoundary } from './pane-boundary.js'
import { PaneRail } from './pane-rail.js'
import type { PaneCounts } from './pane-words.js'
import { shell } from './shell-state.js'
import { SidePane } from './side-pane.js'
import { Splitter } from './splitter.js'
import { PANE_LIMITS, SIDEBAR_LIMITS } from './width.js'

const closeSheet = (): void => shell.setState({ isSheetOpen: false })

export function SessionsSide({ isPhone }: { readonly isPhone: boolean }) {
  const { view } = useMeans()
  const width = useView(state => state.sidebarWidth)
  const isWanted = useView(state => state.isSidebarOpen)
  const isSheet = useStore(shell, state => state.isSheetOpen)
  if (isPhone ? !isSheet : !isWanted) return null
  return (
    <>
      <aside
        id="sessions-side"
        className="shell-sessions"
        aria-label="Conversations and agents"
        style={isPhone ? undefined : { inlineSize: width }}
      >
        <h2 className="visually-hidden">Conversations</h2>
        <PaneBoundary name="The list of conversations">
          <SessionsPane onChosen={closeSheet} />
        </PaneBoundary>
      </aside>
      {!isPhone && (
        <Splitter
          label="Width of the conversations"
          controls="sessions-side"
          side="start"
          width={width}
          limits={SIDEBAR_LIMITS}
          onChange={next => view.setState({ sidebarWidth: next })}
        />
      )}
    </>
  )
}

export function PanesSide({ isPhone }: { readonly isPhone: boolean }) {
  const { view } = useMeans()
  const pane = useView(state => state.pane)
  const width = useView(state => state.paneWidth)
  const isSheet = useStore(shell, state => state.isSheetOpen)
  if (pane === undefined || (isPhone && isSheet)) return null
  return (
    <>
      {!isPhone && (
        <Splitter
          label="Width of the pane"
          controls="side-pane"
          side="end"
          width={width}
          limits={PANE_LIMITS}
          onChange={next => view.setState({ paneWidth: next })}
        />
      )}
      <section
        id="side-pane"
        className="shell-pane"
        role="tabpanel"
        aria-labelledby={`tab-${pane}`}
        style={isPhone ? undefined : { inlineSize: width }}
      >
        <SidePane pane={pane} onClose={() => view.setState({ pane: undefined })} />
      </section>
    </>
  )
}

/** The tabs of the panes at the edge. */
export function RailSide() {
  const means = useMeans()
  const pane = useView(view => view.pane)
  const counts = usePaneCounts()
  return <PaneRail isPhone={false} open={pane} counts={counts} onPress={each => togglePane(means, each)} />
}

/** All places, at the bottom of a phone. */
export function PhoneBar() {
  const means = useMeans()
  const open = useView(view => view.pane)
  const isSheetOpen = useStore(shell, state => state.isSheetOpen)
  const waiting = useWorkbench(workbench => waitingTalks(workbench).length)
  const counts = usePaneCounts()
  const press = (pane: Pane): void => (isSheetOpen && open === pane ? closeSheet() : togglePane(means, pane))
  return (
    <BottomBar
      {...{ isSheetOpen, open, counts, waiting }}
      onSessions={() => carryOut(means, { do: 'key', key: 'sidebar' })}
      onPane={press}
    />
  )
}

/** Counted once a second: while an agent works, the conversation is another value in every frame. */
function usePaneCounts(): PaneCounts {
  const { store } = useMeans()
  const count = useCounter()
  const current = useWorkbench(workbench => workbench.current)
  const second = useNow()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another second, another count
  return useMemo(() => {
    const talk = currentTalk(store.getState())
    return talk === undefined ? {} : (count?.(talk) ?? {})
  }, [count, current, second])
}

type Counter = typeof import('./pane-counts.js').countPanes

/** After the first picture. Without it the tabs have their names. */
function useCounter(): Counter | undefined {
  const [counter, setCounter] = useState<{ readonly count: Counter }>()
  useEffect(() => {
    import('./pane-counts.js').then(
      ({ countPanes }) => setCounter({ count: countPanes }),
      () => undefined,
    )
  }, [])
  return counter?.count
}
