/** One conversation in the list: how it stands, what it is called, whose it is and since when. */

import { type MouseEvent, memo } from 'react'
import { IconButton } from '../parts/button.js'
import { toFragment } from '../state/address.js'
import type { TalkKey } from '../state/talk.js'
import type { MenuPlace } from './menu.js'
import { exactTime, timeAgo } from './relative-time.js'
import { type SessionRow, STATE_WORDS } from './session-row.js'
import { StateDot } from './state-dot.js'
import { TitleField } from './title-field.js'

export interface LineHands {
  readonly onOpen: (key: TalkKey) => void
  readonly onMenu: (row: SessionRow, at: MenuPlace) => void
  readonly onRename: (key: TalkKey, title: string | undefined) => void
}

interface SessionLineProps extends LineHands {
  readonly row: SessionRow
  readonly now: number
  readonly isCurrent: boolean
  /** It is the one that Tab comes to. */
  readonly isReached: boolean
  readonly isRenaming: boolean
  readonly showsAgent: boolean
}

export const SessionLine = memo(function SessionLine(props: SessionLineProps) {
  const { row, isCurrent, isReached, isRenaming } = props
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    // A key has no place of its own on the screen.
    const hasPlace = event.type === 'contextmenu' && event.clientX > 0
    props.onMenu(row, hasPlace ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom })
  }
  const openHere = (event: MouseEvent): void => {
    // With these a browser opens it elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    props.onOpen(row.key)
  }
  if (isRenaming)
    return (
      <div className="session-line" data-status={row.state}>
        <TitleField title={row.title} onDone={title => props.onRename(row.key, title)} />
      </div>
    )
  return (
    <div className="session-line" data-status={row.state} data-current={isCurrent || undefined}>
      <a
        href={row.name === undefined ? '#' : `#${toFragment({ talk: row.name })}`}
        draggable={false}
        className="session-line-main"
        data-session={row.key}
        tabIndex={isReached ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={openHere}
        onContextMenu={openMenu}
      >
        <StateDot state={row.state} />
        <span className="session-line-title" title={row.title}>
          {row.title}
        </span>
        <LineFacts {...props} />
      </a>
      <IconButton
        icon="more"
        label={`More for ${row.title}`}
        className="session-line-more"
        tabIndex={isReached ? 0 : -1}
        onClick={openMenu}
      />
    </div>
  )
})

function LineFacts({ row, now, showsAgent }: SessionLineProps) {
  const isPlain = row.state === 'saved' || row.state === 'idle'
  return (
    <span className="session-line-facts">
      {showsAgent && <span className="session-line-agent">{row.agentTitle}</span>}
      {isPlain ? (
        <span className="visually-hidden">{STATE_WORDS[row.state]}</span>
      ) : (
        <span className="session-line-state">{STATE_WORDS[row.state]}</span>
      )}
      {row.at !== undefined && (
        <time dateTime={new Date(row.at).toISOString()} title={exactTime(row.at)}>
          {timeAgo(row.at, now)}
        </time>
      )}
    </span>
  )
}
