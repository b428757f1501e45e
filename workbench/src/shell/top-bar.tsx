/** What stands over the conversation: its title, whose it is and where, who is there, and how the page is connected. */

import { sanitizeLine } from '@parley/acp/guard'
import { type ReactNode, useCallback, useState } from 'react'
import { Button, IconButton } from '../parts/button.js'
import { Chip } from '../parts/chip.js'
import { Icon } from '../parts/icon.js'
import type { MenuPlace } from '../sessions/menu.js'
import { projectName } from '../sessions/session-groups.js'
import { SessionMenu } from '../sessions/session-menu.js'
import type { SessionRow } from '../sessions/session-row.js'
import { VERB_WORDS } from '../sessions/session-verbs.js'
import { TitleField } from '../sessions/title-field.js'
import type { Person } from '../state/talk.js'
import { ConnectionChip, type ConnectionChipProps } from './connection-chip.js'

interface TalkHeadProps {
  readonly row: SessionRow
  readonly people: readonly Person[]
  readonly connection: ConnectionChipProps
  readonly isRenaming: boolean
  readonly canRename: boolean
  /** Takes it out of the archive, where that can be done. */
  readonly onRestore?: (() => void) | undefined
  readonly onRename: () => void
  readonly onRenamed: (title: string | undefined) => void
}

export function TalkHead(props: TalkHeadProps) {
  const { row, people, connection, onRestore } = props
  const cwd = sanitizeLine(row.cwd)
  return (
    <>
      <TalkTitle {...props} />
      {row.isArchived && <Archived onRestore={onRestore} />}
      <div className="top-bar-facts">
        <span className="top-bar-fact" title={`Agent: ${row.agentTitle}`}>
          <Icon name="agent" label="Agent" />
          {row.agentTitle}
        </span>
        <span className="top-bar-fact" title={`Works in ${cwd}`}>
          <Icon name="folder" label="Works in" />
          {sanitizeLine(projectName(row.cwd))}
        </span>
        <People people={people} />
      </div>
      <ConnectionChip {...connection} />
      <MoreButton row={row} />
    </>
  )
}

function Archived({ onRestore }: Pick<TalkHeadProps, 'onRestore'>) {
  return (
    <span className="top-bar-archived">
      <Chip icon="archive" status="archived">
        Archived
      </Chip>
      {onRestore && <Button label={VERB_WORDS.restore.label} tone="quiet" onClick={onRestore} />}
    </span>
  )
}

function TalkTitle({ row, isRenaming, canRename, onRename, onRenamed }: TalkHeadProps): ReactNode {
  if (isRenaming)
    return (
      <div className="top-bar-title">
        <TitleField title={row.title} onDone={onRenamed} />
      </div>
    )
  return (
    <h1 className="top-bar-title">
      {canRename ? (
        <button type="button" title={`${row.title} (press to rename)`} onClick={onRename}>
          {row.title}
        </button>
      ) : (
        <span title={row.title}>{row.title}</span>
      )}
    </h1>
  )
}

function People({ people }: { readonly people: readonly Person[] }) {
  const others = people.filter(({ isSelf }) => !isSelf)
  if (others.length === 0) return null
  const words = people.map(
    ({ name, role, isSelf }) => `${sanitizeLine(name)} (${isSelf ? 'you, ' : ''}${role})`,
  )
  return (
    <Chip icon="user" title={words.join('\n')} status="people">
      {others.length === 1 ? nameOf(others[0], people) : `${others.length} others`}
    </Chip>
  )
}

/** Whoever has our own name is another window of ours. */
function nameOf(other: Person | undefined, people: readonly Person[]): string {
  const self = people.find(({ isSelf }) => isSelf)
  return self !== undefined && other?.name === self.name
    ? 'also in another window'
    : sanitizeLine(other?.name ?? '')
}

function MoreButton({ row }: { readonly row: SessionRow }) {
  const [at, setAt] = useState<MenuPlace>()
  const close = useCallback(() => setAt(undefined), [])
  return (
    <>
      <IconButton
        icon="more"
        label="More for this conversation"
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={event => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: left, y: bottom + 4 })
        }}
      />
      {at && <SessionMenu row={row} at={at} from="bar" onClose={close} />}
    </>
  )
}
