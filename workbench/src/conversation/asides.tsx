/** What happens beside the conversation: memory that was cut, sessions that help, turns that ended oddly, remarks of ours. */

import { sanitizeLine } from '@parley/acp/guard'
import {
  type Compaction,
  itemsOf,
  type Raw,
  type SessionMessage,
  type Stop,
  type Subagent,
} from '@parley/acp/thread'
import { useContext } from 'react'
import { Button } from '../parts/button.js'
import { Folded } from '../parts/folded.js'
import { Icon } from '../parts/icon.js'
import type { IconName } from '../parts/icon-shapes.js'
import { StatusGlyph } from '../parts/status-glyph.js'
import type { Remark } from '../state/talk.js'
import { ContentBlockView } from './content-block.js'
import { useFold } from './folds.js'
import { JsonView } from './json-view.js'
import { WayToFindings } from './standstill.js'
import { errorWords, stopWords, toTitle } from './words.js'

interface AsideProps {
  readonly icon: IconName
  readonly tone?: 'info' | 'warning' | 'error' | undefined
  readonly children: React.ReactNode
}

function Aside({ icon, tone = 'info', children }: AsideProps) {
  return (
    <div className="aside" data-tone={tone}>
      <Icon name={icon} />
      <div className="aside-words">{children}</div>
    </div>
  )
}

const REMARK_ICONS = { info: 'info', warning: 'warning', error: 'warning' } as const

export function RemarkView({ remark }: { readonly remark: Remark }) {
  const showFindings = useContext(WayToFindings)
  return (
    <Aside icon={REMARK_ICONS[remark.tone]} tone={remark.tone}>
      {sanitizeLine(remark.text)}
      {'hasFindings' in remark && showFindings !== undefined && (
        <Button label="Show findings" onClick={showFindings} />
      )}
    </Aside>
  )
}

export function StopView({ stop }: { readonly stop: Stop }) {
  const words = errorWords(stop.error)
  const isCancelled = stop.stopReason === 'cancelled'
  return (
    <Aside icon={isCancelled ? 'slash' : 'warning'} tone={stop.error === undefined ? 'warning' : 'error'}>
      {stop.stopReason === 'end_turn' ? 'The turn ended with an error.' : stopWords(stop.stopReason)}
      {words !== undefined && ` ${words}`}
    </Aside>
  )
}

const COMPACTIONS = new Map([
  ['in_progress', 'The agent is making room in its memory.'],
  ['completed', 'The agent made room in its memory: what was said before is summed up.'],
  ['failed', 'The agent could not make room in its memory.'],
  ['cancelled', 'Making room in memory was called off.'],
])

interface FoldingProps {
  readonly rowId: string
  readonly cwd: string
}

export function CompactionView({
  compaction,
  rowId,
  cwd,
}: FoldingProps & { readonly compaction: Compaction }) {
  const [isOpen, setOpen] = useFold(rowId, false)
  const blocks = itemsOf(compaction.summary)
  const { status, error } = compaction
  return (
    <Aside icon="compact" tone={status === 'failed' ? 'error' : 'info'}>
      {COMPACTIONS.get(status) ?? toTitle(`Compaction: ${status}`)}
      {error !== undefined && ` ${toTitle(error)}`}
      {blocks.length > 0 && (
        <Folded summary="Summary" isOpen={isOpen} onToggle={setOpen}>
          <Blocks blocks={blocks} rowId={rowId} cwd={cwd} />
        </Folded>
      )}
    </Aside>
  )
}

function Blocks({ blocks, rowId, cwd }: FoldingProps & { readonly blocks: ReturnType<typeof blocksOf> }) {
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added to
    <ContentBlockView key={place} block={block} foldKey={`${rowId}/${place}`} cwd={cwd} />
  ))
}

const blocksOf = ({ content }: SessionMessage) => itemsOf(content)

export function SubagentView({ subagent }: { readonly subagent: Subagent }) {
  const state = subagent.state?.state
  const isWorking = state === 'running' || state === 'requires_action'
  return (
    <Aside icon="agent">
      <span className="aside-title">
        {toTitle(subagent.title ?? 'A session works for this one')}
        <StatusGlyph status={isWorking ? 'in_progress' : state === 'idle' ? 'completed' : 'pending'} />
      </span>
      {subagent.description !== undefined && <p>{toTitle(subagent.description)}</p>}
    </Aside>
  )
}

export function SessionMessageView({
  message,
  rowId,
  cwd,
}: FoldingProps & { readonly message: SessionMessage }) {
  const from = toTitle(message.senderSessionId ?? 'another session')
  return (
    <Aside icon="comment">
      <span className="aside-title">From {from}</span>
      <Blocks blocks={blocksOf(message)} rowId={rowId} cwd={cwd} />
    </Aside>
  )
}

export function RawView({ raw, rowId }: { readonly raw: Raw; readonly rowId: string }) {
  const { sessionUpdate } = raw.update
  const name = typeof sessionUpdate === 'string' ? toTitle(sessionUpdate) : 'without a name'
  return <JsonView title={`Update that is not known here: ${name}`} value={raw.update} foldKey={rowId} />
}
