/** The bar over everything, filled from the state: the conversation's head, and what is about the page as a whole. */

import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { IconButton } from '../parts/button.js'
import { desk } from '../sessions/desk.js'
import { useSessionRows } from '../sessions/use-session-rows.js'
import { useMeans, useView, useWorkbench } from '../state/context.js'
import type { Talk } from '../state/talk.js'
import { currentTalk, type Workbench } from '../state/workbench.js'
import { carryOut } from './acts.js'
import { isMacHere, showChord } from './chord.js'
import { connectionOf } from './connection.js'
import { chordOf, type ShellKey } from './keys.js'
import { ThemeButton } from './theme-button.js'
import { TalkHead } from './top-bar.js'

const shortcutOf = (key: ShellKey): string => showChord(chordOf(key) ?? '', isMacHere())

export function HeadPane() {
  const means = useMeans()
  const talk = useWorkbench(useShallow(headOf))
  const theme = useView(view => view.theme)
  const isSidebarOpen = useView(view => view.isSidebarOpen)
  const press = (key: ShellKey) => (): void => carryOut(means, { do: 'key', key })
  return (
    <header className="top-bar">
      <IconButton
        icon="sidebar"
        label="Conversations"
        className="top-bar-sidebar"
        shortcut={shortcutOf('sidebar')}
        aria-pressed={isSidebarOpen}
        onClick={press('sidebar')}
      />
      {talk === undefined ? <span className="top-bar-name">Parley</span> : <CurrentHead talk={talk} />}
      <div className="top-bar-page">
        <IconButton
          icon="search"
          label="Search"
          shortcut={shortcutOf('palette')}
          onClick={press('palette')}
        />
        <ThemeButton theme={theme} onChange={next => means.view.setState({ theme: next })} />
        <IconButton
          icon="question"
          label="Keys"
          className="keys-button"
          shortcut={shortcutOf('help')}
          onClick={press('help')}
        />
      </div>
    </header>
  )
}

/** What the head shows of a conversation: nothing that changes with every piece of an answer. */
function headOf(workbench: Workbench): HeadFacts | undefined {
  const talk = currentTalk(workbench)
  if (talk === undefined) return undefined
  const { key, agent, phase, failure, questions, people, abilities } = talk
  return { key, agent, phase, failure, questions, people, abilities }
}

type HeadFacts = Pick<Talk, 'key' | 'agent' | 'phase' | 'failure' | 'questions' | 'people' | 'abilities'>

function CurrentHead({ talk }: { readonly talk: HeadFacts }) {
  const { actions } = useMeans()
  const row = useSessionRows().find(({ key }) => key === talk.key)
  const agent = useWorkbench(({ agents }) => agents.find(({ name }) => name === talk.agent))
  const isRenaming = useStore(desk, ({ renaming }) => renaming?.in === 'bar' && renaming.key === talk.key)
  if (row === undefined) return null
  const rename = (title: string | undefined): void => {
    desk.setState({ renaming: undefined })
    if (title !== undefined) void actions.renameTalk(talk.key, title)
  }
  return (
    <TalkHead
      row={row}
      people={talk.people}
      connection={{ connection: connectionOf(talk, agent), onRetry: () => void actions.retry(talk.key) }}
      isRenaming={isRenaming}
      canRename={talk.abilities.rename}
      onRestore={talk.abilities.archive ? () => void actions.archiveTalk(talk.key, false) : undefined}
      onRename={() => desk.setState({ renaming: { key: talk.key, in: 'bar' } })}
      onRenamed={rename}
    />
  )
}
