/** The conversation that is looked at: what was said and done, in order. */

import { sanitizeLine } from '@parley/acp/guard'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Blank } from '../parts/blank.js'
import { useActions, useTalk, useView } from '../state/context.js'
import type { Talk, TalkKey } from '../state/talk.js'
import { loadChangesReader } from './changes-reader.js'
import { ConversationList, type ListHandle } from './conversation-list.js'
import { markWords } from './marks.js'
import { type Cure, PhaseView } from './phase-view.js'
import { RowView } from './row-view.js'
import { type Row, toRows } from './rows.js'
import { findRows, nearestFind, stepTo } from './search.js'
import { SearchBar } from './search-bar.js'
import { closeSearch, openSearch, searchDesk, setQuery } from './search-desk.js'
import { Standstill, WayToFindings } from './standstill.js'
import { turnFindings } from './turn-findings.js'
import { TurnLine } from './turn-line.js'

interface ConversationPaneProps {
  /** Leads to what was found wrong with what the agent told. */
  readonly onFindings?: (() => void) | undefined
}

export function ConversationPane({ onFindings }: ConversationPaneProps) {
  const talk = useTalk()
  if (talk === undefined)
    return (
      <Blank icon="comment" title="No conversation is open">
        <p>Choose one on the left, or begin a new one.</p>
      </Blank>
    )
  const waitingSince = talk.questions[0]?.askedAt
  return (
    <WayToFindings value={onFindings}>
      <Standstill value={waitingSince}>
        <Conversation key={talk.key} talk={talk} />
      </Standstill>
    </WayToFindings>
  )
}

function Conversation({ talk }: { readonly talk: Talk }) {
  const { startedAt, endedAt, turn } = talk
  const rows = useRows(talk)
  const list = useRef<ListHandle>(null)
  const pane = useRef<HTMLElement>(null)
  const search = useSearch(talk.key, rows, list)
  const cure = useCure(talk)
  const showsThoughts = useView(view => view.showsThoughts)
  useEffect(() => void loadChangesReader(), [])
  // After every drawing: what is in sight may be other rows than before.
  useEffect(() => markWords(pane.current, search.query ?? ''))
  const draw = (row: Row, index: number) => (
    <RowView
      talkKey={talk.key}
      cwd={talk.cwd}
      row={row}
      isGrowing={turn.state !== 'idle' && index === rows.length - 1}
      showsThoughts={showsThoughts}
      startedAt={row.is === 'entry' ? startedAt.get(row.place) : undefined}
      endedAt={row.is === 'entry' ? endedAt.get(row.place) : undefined}
    />
  )
  const isEmpty = rows.length === 0 && talk.phase === 'live' && turn.state === 'idle'
  return (
    <section ref={pane} className="conversation" aria-label="Conversation" onKeyDown={search.onKey}>
      {search.query !== undefined && <SearchBar {...search} query={search.query} />}
      <PhaseView phase={talk.phase} failure={talk.failure} onOffer={cure} />
      {isEmpty ? (
        <EmptyConversation talk={talk} />
      ) : (
        <ConversationList
          rows={rows}
          handle={list}
          found={search.found}
          footer={<TurnLine turn={turn} waitingSince={talk.questions[0]?.askedAt} />}
        >
          {draw}
        </ConversationList>
      )}
    </section>
  )
}

function useRows({ key, thread: { slots }, remarks, startedAt }: Talk): readonly Row[] {
  const before = useRef<readonly Row[]>([])
  const found = useStore(turnFindings, findings => findings.get(key))
  return useMemo(() => {
    const all = found === undefined ? remarks : [...remarks, ...found]
    before.current = toRows({ slots, remarks: all, startedAt }, before.current)
    return before.current
  }, [slots, remarks, found, startedAt])
}

function useCure({ key, agent, cwd }: Talk): (cure: Cure) => void {
  const actions = useActions()
  return cure => {
    if (cure === 'new-link') location.reload()
    else if (cure === 'new-session') void actions.newTalk({ agent, cwd })
    // Whoever must sign in is asked how when it is tried again.
    else void actions.retry(key)
  }
}

function useSearch(talk: TalkKey, rows: readonly Row[], list: React.RefObject<ListHandle | null>) {
  const query = useStore(searchDesk, ({ queries }) => queries.get(talk))
  const asked = useStore(searchDesk, state => state.asked)
  const [current, setCurrent] = useState(0)
  const finds = useMemo(() => findRows(rows, query ?? ''), [rows, query])
  const place = Math.min(current, Math.max(0, finds.length - 1))
  const show = (found: readonly number[], next: number): void => {
    setCurrent(next)
    const row = found[next]
    if (row !== undefined) list.current?.reveal(row)
  }
  return {
    ...{
      query,
      asked,
      current: place,
      count: finds.length,
      found: query === undefined ? undefined : finds[place],
    },
    onQuery: (words: string): void => {
      setQuery(talk, words)
      const found = findRows(rows, words)
      show(found, nearestFind(found, list.current?.topRow() ?? 0))
    },
    onStep: (step: 1 | -1): void => show(finds, stepTo(finds, place, step)),
    onClose: (): void => closeSearch(talk),
    onKey: (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      openSearch(talk)
    },
  }
}

function EmptyConversation({ talk }: { readonly talk: Talk }) {
  return (
    <Blank icon="comment" title="Nothing was said yet" status="empty">
      {talk.isViewer ? (
        <p>You may look here, and not write. What the others say will appear.</p>
      ) : (
        <>
          <p>
            Write what you want to have done in <code>{sanitizeLine(talk.cwd)}</code>. What the agent does is
            shown here, and before it changes or runs anything you are asked.
          </p>
          <p>
            <kbd>/</kbd> lists commands, <kbd>@</kbd> names a file, and images can be pasted.
          </p>
        </>
      )}
    </Blank>
  )
}
