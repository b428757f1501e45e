/** Something the agent does with a tool: what, where, how it stands, how long it took. Opens to show more. */

import { itemsOf, type ToolCall } from '@parley/acp/thread'
import { useContext } from 'react'
import { toDuration, useNow } from '../parts/duration.js'
import { Icon } from '../parts/icon.js'
import { StatusGlyph } from '../parts/status-glyph.js'
import { useChangesReader } from './changes-reader.js'
import { useFold } from './folds.js'
import { LocationButton } from './location-button.js'
import { Counts } from './small-diff.js'
import { Standstill } from './standstill.js'
import { type CardPlace, ToolContent } from './tool-content.js'
import { kindOf, toTitle } from './words.js'

interface ToolCardProps extends CardPlace {
  readonly call: ToolCall
  readonly startedAt?: number | undefined
  readonly endedAt?: number | undefined
}

export function ToolCard({ call, startedAt, endedAt, rowId, talkKey, cwd }: ToolCardProps) {
  const [isOpen, setOpen] = useFold(rowId, isUsuallyOpen(call))
  const { icon, words } = kindOf(call.toolKind)
  const title = toTitle(call.title ?? call.name ?? words)
  const [first] = call.locations
  return (
    <article className="tool-card" data-status={call.status} data-kind={call.toolKind}>
      <header className="tool-card-head">
        <button
          type="button"
          className="tool-card-title"
          aria-expanded={isOpen}
          title={title}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <Icon name={icon} label={words} />
          <span>{title}</span>
        </button>
        {first && call.locations.length === 1 && !title.includes(first.path) && (
          <LocationButton path={first.path} line={first.line ?? undefined} cwd={cwd} />
        )}
        <ChangeCounts call={call} />
        <Took call={call} startedAt={startedAt} endedAt={endedAt} />
        <StatusGlyph status={call.status} />
      </header>
      {isOpen && <ToolContent call={call} rowId={rowId} talkKey={talkKey} cwd={cwd} />}
    </article>
  )
}

/** What failed is open, and so are changes and the end of what commands wrote: those are what people look for. */
function isUsuallyOpen({ status, content }: ToolCall): boolean {
  return status === 'failed' || itemsOf(content).some(({ type }) => type === 'diff' || type === 'terminal')
}

function ChangeCounts({ call }: { readonly call: ToolCall }) {
  const read = useChangesReader()
  const changes = itemsOf(call.content).flatMap(piece => read(piece) ?? [])
  const added = changes.reduce((sum, change) => sum + change.added, 0)
  const removed = changes.reduce((sum, change) => sum + change.removed, 0)
  return added + removed === 0 ? null : <Counts added={added} removed={removed} />
}

type TookProps = Pick<ToolCardProps, 'call' | 'startedAt' | 'endedAt'>

function Took({ call, startedAt, endedAt }: TookProps) {
  const standstill = useContext(Standstill)
  if (startedAt === undefined) return null
  if (call.status === 'in_progress') return <Elapsed since={startedAt} until={standstill} />
  if (endedAt === undefined) return null
  return <time className="tool-card-time">{toDuration(endedAt - startedAt)}</time>
}

interface ElapsedProps {
  readonly since: number
  /** It stands still since then. */
  readonly until?: number | undefined
}

/** Seconds that pass. Apart, so that only this is drawn when one has. */
export function Elapsed({ since, until = Number.POSITIVE_INFINITY }: ElapsedProps) {
  const seconds = Math.max(0, Math.round((Math.min(useNow(), until) - since) / 1_000))
  return <time className="tool-card-time">{seconds < 60 ? `${seconds} s` : toDuration(seconds * 1_000)}</time>
}
