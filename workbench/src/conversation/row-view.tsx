/** One row of a conversation. Entries are values that never change: a row is drawn again only when its own is another. */

import type { Entry } from '@parley/acp/thread'
import { memo } from 'react'
import { Icon } from '../parts/icon.js'
import { CompactionView, RawView, RemarkView, SessionMessageView, StopView, SubagentView } from './asides.js'
import { AgentMessage, Thought, UserMessage } from './messages.js'
import { PlanView, progressOf } from './plan-view.js'
import type { Row } from './rows.js'
import { ToolCard } from './tool-card.js'

export interface RowViewProps {
  readonly talkKey: string
  readonly cwd: string
  readonly row: Row
  /** More may be said here. */
  readonly isGrowing: boolean
  readonly showsThoughts: boolean
  readonly startedAt?: number | undefined
  readonly endedAt?: number | undefined
}

export const RowView = memo(
  function RowView(props: RowViewProps) {
    if (props.row.is === 'remark') return <RemarkView remark={props.row.remark} />
    return (
      <EntryView
        {...props}
        entry={props.row.entry}
        turn={props.row.turn}
        dayAt={props.row.dayAt}
        rowId={rowIdOf(props)}
      />
    )
  },
  (one, other) =>
    isSameRow(one.row, other.row) &&
    one.talkKey === other.talkKey &&
    one.isGrowing === other.isGrowing &&
    one.showsThoughts === other.showsThoughts &&
    one.startedAt === other.startedAt &&
    one.endedAt === other.endedAt,
)

const rowIdOf = ({ talkKey, row }: RowViewProps): string => `${talkKey} ${row.key}`

/** Rows are made anew with every change; what they show is mostly the same. */
function isSameRow(one: Row, other: Row): boolean {
  if (one.is === 'remark' || other.is === 'remark')
    return one.is === 'remark' && other.is === 'remark' && one.remark === other.remark
  return (
    one.entry === other.entry && one.key === other.key && one.turn === other.turn && one.dayAt === other.dayAt
  )
}

interface EntryViewProps extends RowViewProps {
  readonly entry: Entry
  readonly turn: number | undefined
  readonly dayAt: number | undefined
  readonly rowId: string
}

function EntryView({ entry, turn, dayAt, rowId, ...props }: EntryViewProps) {
  const { cwd, talkKey, isGrowing, showsThoughts, startedAt, endedAt } = props
  const place = { rowId, cwd }
  switch (entry.kind) {
    case 'message':
      if (entry.role === 'thought')
        return <Thought message={entry} {...place} isGrowing={isGrowing} showsThoughts={showsThoughts} />
      return entry.role === 'user' ? (
        <UserMessage message={entry} {...place} isGrowing={false} turn={turn} at={startedAt} dayAt={dayAt} />
      ) : (
        <AgentMessage message={entry} {...place} isGrowing={isGrowing} />
      )
    case 'tool_call':
      return <ToolCard call={entry} {...place} talkKey={talkKey} startedAt={startedAt} endedAt={endedAt} />
    case 'plan':
      return (
        <section className="plan-card" aria-label="Plan">
          <header>
            <Icon name="plan" />
            <span>Plan</span>
            <small>{progressOf(entry)}</small>
          </header>
          <PlanView plan={entry} rowId={rowId} />
        </section>
      )
    case 'compaction':
      return <CompactionView compaction={entry} {...place} />
    case 'subagent':
      return <SubagentView subagent={entry} />
    case 'session_message':
      return <SessionMessageView message={entry} {...place} />
    case 'stop':
      return <StopView stop={entry} />
    case 'raw':
      return <RawView raw={entry} rowId={rowId} />
  }
}
