/** The workbench as a whole: sessions on the left, the conversation, panes on the right, questions above all. */

import { lazy, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { watchTurns } from '../conversation/turn-findings.js'
import { useMeans, useView, useWorkbench } from '../state/context.js'
import { watch } from './attention.js'
import { welcomeWriting } from './composer-place.js'
import { Entering, NoAgents, Out } from './entrance-page.js'
import { HeadPane } from './head-pane.js'
import { listenForKeys } from './key-listener.js'
import { Middle, Questions } from './middle.js'
import { NoticeList } from './notice-list.js'
import { keepPageHistory } from './page-history.js'
import { PaneBoundary } from './pane-boundary.js'
import { usePhone } from './phone.js'
import { shell } from './shell-state.js'
import { PanesSide, PhoneBar, RailSide, SessionsSide } from './sides.js'

// After the first picture, and before anybody wants one of them.
const ShellWindows = lazy(async () => ({ default: (await import('./shell-windows.js')).ShellWindows }))

export function Shell() {
  const means = useMeans()
  useEffect(() => watch(means), [means])
  useEffect(() => listenForKeys(means), [means])
  useEffect(() => keepPageHistory(means), [means])
  useEffect(() => welcomeWriting(means), [means])
  useEffect(() => watchTurns(means), [means])
  return (
    <>
      <Inside />
      <StatusRegion />
    </>
  )
}

function Inside() {
  const { actions } = useMeans()
  const entrance = useWorkbench(workbench => workbench.entrance)
  const hasAgents = useWorkbench(workbench => workbench.agents.length > 0)
  const isListed = useWorkbench(workbench => workbench.isListed)
  if (entrance.is === 'out') return <Out failure={entrance.failure} onReload={() => location.reload()} />
  if (entrance.is === 'entering' || (!hasAgents && !isListed)) return <Entering />
  return hasAgents ? <Rooms /> : <NoAgents onRefresh={() => void actions.refreshSessions()} />
}

function Rooms() {
  const isPhone = usePhone()
  const hasPane = useView(view => view.pane !== undefined)
  const isSheetOpen = useStore(shell, state => state.isSheetOpen)
  const notices = useWorkbench(workbench => workbench.notices)
  const isCovered = isPhone && (isSheetOpen || hasPane)
  return (
    <div className="shell" data-covered={isCovered || undefined}>
      <HeadPane />
      <div className="shell-body">
        <SessionsSide isPhone={isPhone} />
        <div className="shell-column">
          <main className="shell-middle" inert={isCovered}>
            <Middle />
          </main>
          <Questions />
        </div>
        <PanesSide isPhone={isPhone} />
        {!isPhone && <RailSide />}
      </div>
      {isPhone && <PhoneBar />}
      <NoticeList notices={notices ?? []} />
      <PaneBoundary name="A window">
        <Suspense>
          <ShellWindows />
        </Suspense>
      </PaneBoundary>
    </div>
  )
}

function StatusRegion() {
  const said = useStore(shell, state => state.said)
  const cried = useStore(shell, state => state.cried)
  return (
    <>
      <p className="visually-hidden" role="status" data-region="status">
        {said}
      </p>
      <p className="visually-hidden" role="alert" data-region="alert">
        {cried}
      </p>
    </>
  )
}
