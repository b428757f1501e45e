/** All conversations of all agents, by project, those that need somebody first; and the agents themselves. */

import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Blank } from '../parts/blank.js'
import { Button } from '../parts/button.js'
import { useNow } from '../parts/duration.js'
import { Spinner } from '../parts/spinner.js'
import { useActions, useMeans, useWorkbench } from '../state/context.js'
import type { TalkKey } from '../state/talk.js'
import { AgentsSection } from './agents-section.js'
import { desk } from './desk.js'
import type { MenuPlace } from './menu.js'
import { isSaidIn } from './said-words.js'
import { SearchField } from './search-field.js'
import { toListItems } from './session-groups.js'
import { focusLine, SessionList } from './session-list.js'
import { SessionMenu } from './session-menu.js'
import type { SessionRow } from './session-row.js'
import { perform, type SessionVerb } from './session-verbs.js'
import { useMinute } from './use-minute.js'
import { useSessionRows } from './use-session-rows.js'

interface SessionsPaneProps {
  /** Somebody has chosen a conversation, whichever it is. */
  readonly onChosen?: (() => void) | undefined
}

export function SessionsPane({ onChosen }: SessionsPaneProps) {
  const query = useStore(desk, ({ query }) => query)
  return (
    <div className="sessions-pane">
      <header className="sessions-pane-head">
        <SearchField query={query} onChange={written => desk.setState({ query: written })} />
        <Button
          label="New"
          icon="plus"
          tone="primary"
          shortcut="Alt+N"
          onClick={() => desk.setState({ isBeginning: true })}
        />
      </header>
      <Conversations onChosen={onChosen} />
      <Agents />
    </div>
  )
}

function Conversations({ onChosen }: SessionsPaneProps) {
  const means = useMeans()
  const { query, showsArchived, renaming } = useStore(desk)
  const rows = useSessionRows()
  const isListed = useWorkbench(workbench => workbench.isListed)
  const current = useWorkbench(workbench => workbench.current)
  const agents = useWorkbench(workbench => workbench.agents)
  const now = useMinute()
  const [menu, setMenu] = useState<{ readonly row: SessionRow; readonly at: MenuPlace }>()
  const hideMenu = useCallback(() => setMenu(undefined), [])
  const items = useMemo(() => {
    const wasSaid = (row: SessionRow, words: readonly string[]): boolean =>
      isSaidIn(means.store.getState().talks.get(row.key)?.thread, words)
    return toListItems(rows, { query, showsArchived, wasSaid })
  }, [rows, query, showsArchived, means])
  const open = useCallback(
    (key: TalkKey) => {
      means.actions.selectTalk(key)
      onChosen?.()
    },
    [means, onChosen],
  )
  const rename = useCallback(
    (key: TalkKey, title: string | undefined) => {
      desk.setState({ renaming: undefined })
      if (title !== undefined) void means.actions.renameTalk(key, title)
      focusLine(key)
    },
    [means],
  )
  const showMenu = useCallback((row: SessionRow, at: MenuPlace) => setMenu({ row, at }), [])
  const hands = {
    ...{ onOpen: open, onRename: rename, onMenu: showMenu },
    onVerb: (row: SessionRow, verb: SessionVerb) => void perform(means, { row, verb }),
    onArchive: () => desk.setState({ showsArchived: !showsArchived }),
  }
  if (items.length === 0) return <Nothing isListed={isListed} query={query} />
  return (
    <>
      <SessionList
        {...{ items, now, current, ...hands }}
        renaming={renaming?.in === 'list' ? renaming.key : undefined}
        showsAgents={agents.length > 1}
      />
      {menu && <SessionMenu row={menu.row} at={menu.at} onClose={hideMenu} />}
    </>
  )
}

function Nothing({ isListed, query }: { readonly isListed: boolean; readonly query: string }) {
  if (!isListed)
    return (
      <p className="sessions-pane-wait" data-status="listing">
        <Spinner /> Asking for conversations
      </p>
    )
  return query.trim() === '' ? (
    <Blank icon="comment" title="No conversations yet" status="empty">
      <p>What you begin is kept here.</p>
    </Blank>
  ) : (
    <Blank icon="search" title="Nothing found" status="not-found">
      <p>Titles, folders and agents of all are searched, and the texts of those that were opened here.</p>
      <Button label="Show all" onClick={() => desk.setState({ query: '' })} />
    </Blank>
  )
}

function Agents() {
  const actions = useActions()
  const agents = useWorkbench(workbench => workbench.agents)
  const now = useNow()
  return (
    <AgentsSection
      agents={agents}
      now={now}
      onSignIn={(agent, methodId) => void actions.signIn(agent, methodId)}
      onSignOut={agent => void actions.signOut(agent)}
      onRetry={() => void actions.refreshSessions()}
    />
  )
}
