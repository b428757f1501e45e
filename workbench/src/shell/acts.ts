/** What the shell can be asked to do, by a key, from the palette or with the mouse: as values, and how each is done. */

import { openSearch } from '../conversation/search-desk.js'
import { desk } from '../sessions/desk.js'
import type { SessionRow } from '../sessions/session-row.js'
import { perform, type SessionVerb } from '../sessions/session-verbs.js'
import type { Means } from '../state/context.js'
import type { TalkKey } from '../state/talk.js'
import type { Pane, View } from '../state/view.js'
import { currentTalk } from '../state/workbench.js'
import { focusComposer, writeToComposer } from './composer-place.js'
import type { ShellKey } from './keys.js'
import { isPhone } from './phone.js'
import { setNotifies, shell } from './shell-state.js'

export type Act =
  | { readonly do: 'key'; readonly key: ShellKey }
  | { readonly do: 'select'; readonly talk: TalkKey }
  | { readonly do: 'verb'; readonly verb: SessionVerb; readonly row: SessionRow }
  | { readonly do: 'mode'; readonly talk: TalkKey; readonly modeId: string }
  | { readonly do: 'option'; readonly talk: TalkKey; readonly id: string; readonly value: string | boolean }
  | { readonly do: 'command'; readonly talk: TalkKey; readonly name: string; readonly isWhole: boolean }
  | { readonly do: 'cancel'; readonly talk: TalkKey }
  | { readonly do: 'pane'; readonly pane: Pane }
  | { readonly do: 'view'; readonly change: Partial<View> }
  | { readonly do: 'notify'; readonly isWanted: boolean }
  | { readonly do: 'refresh' }
  | { readonly do: 'leave' }

export function carryOut(means: Means, act: Act): void {
  const { actions, view } = means
  switch (act.do) {
    case 'key':
      return KEY_DEEDS[act.key](means)
    case 'select':
      return goTo(means, act.talk)
    case 'verb':
      return void perform(means, { row: act.row, verb: act.verb, from: 'bar' })
    case 'mode':
      return void actions.setMode(act.talk, act.modeId)
    case 'option':
      return void actions.setOption(act.talk, act.id, act.value)
    case 'command':
      if (!act.isWhole) return writeToComposer(`/${act.name} `)
      return actions.prompt(act.talk, { text: `/${act.name}`, blocks: [] })
    case 'cancel':
      return void actions.cancel(act.talk)
    case 'pane':
      return showPane(means, act.pane)
    case 'view':
      return view.setState(act.change)
    case 'notify':
      return void setNotifies(act.isWanted)
    case 'refresh':
      return void actions.refreshSessions()
    case 'leave':
      return void actions.leave()
  }
}

export function goTo({ actions }: Means, talk: TalkKey): void {
  shell.setState({ isSheetOpen: false })
  actions.selectTalk(talk)
}

/** Shows it; the one that is shown already goes. */
export function togglePane({ view }: Means, pane: Pane): void {
  shell.setState({ isSheetOpen: false })
  view.setState({ pane: view.getState().pane === pane ? undefined : pane })
}

function showPane({ view }: Means, pane: Pane): void {
  shell.setState({ isSheetOpen: false })
  view.setState({ pane })
}

const KEY_DEEDS: Readonly<Record<ShellKey, (means: Means) => void>> = {
  palette: () => shell.setState({ window: 'palette' }),
  help: () => shell.setState({ window: 'keys' }),
  switch: () => shell.setState(({ recent }) => (recent.length > 1 ? { window: 'switcher' } : {})),
  new: means => means.store.getState().agents.length > 0 && desk.setState({ isBeginning: true }),
  find: findInTalk,
  review: means => togglePane(means, 'changes'),
  compose: focusComposer,
  sidebar: ({ view }) =>
    isPhone()
      ? shell.setState(({ isSheetOpen }) => ({ isSheetOpen: !isSheetOpen }))
      : view.setState(({ isSidebarOpen }) => ({ isSidebarOpen: !isSidebarOpen })),
  escape: closeOrCancel,
}

function findInTalk({ store, view }: Means): void {
  const talk = currentTalk(store.getState())
  if (talk === undefined) return
  shell.setState({ isSheetOpen: false })
  // There it would lie under the pane.
  if (isPhone()) view.setState({ pane: undefined })
  openSearch(talk.key)
}

function closeOrCancel({ store, view, actions }: Means): void {
  const talk = currentTalk(store.getState())
  if (shell.getState().isSheetOpen) shell.setState({ isSheetOpen: false })
  else if (view.getState().pane !== undefined) view.setState({ pane: undefined })
  else if (talk?.turn.state === 'working') void actions.cancel(talk.key)
}
