/** The inspector: a wire as rows, and beside them the message that was chosen. */

import type { Header } from '@parley/acp/inspect'
import { type KeyboardEvent, useRef } from 'react'
import { answerDraft } from './answer-draft.js'
import type { HandDraft, Look } from './desk.js'
import { FindingList } from './finding-list.js'
import { MessageDetail } from './message-detail.js'
import { MessageEditor } from './message-editor.js'
import { handOver, toRecording } from './recording-file.js'
import { RowList } from './row-list.js'
import { resendDraft, shownValue } from './row-value.js'
import { Toolbar } from './toolbar.js'
import { useFacts, useSelection, useWatch } from './use-watch.js'
import type { Source, Watch } from './watch.js'
import { Waterfall } from './waterfall.js'

interface InspectorProps {
  readonly sources: readonly string[]
  readonly source: Source
  readonly startedAt: number
  readonly look: Look
  setLook(change: Partial<Look>): void
  setSource(name: string): void
  open(file: File): void
  send(message: Readonly<Record<string, unknown>>): Promise<void>
}

export function Inspector(props: InspectorProps) {
  const { sources, source, startedAt, setSource, open, send, setLook } = props
  const { filter, tab, isFollowing, showsLists, chosen, draft } = props.look
  const watch = useWatch(source)
  const { shown, hidden, flaw } = useSelection(watch, filter, !showsLists)
  const pane = useRef<HTMLDivElement>(null)
  const hear = (event: KeyboardEvent): void => {
    if (!isFilterKey(event)) return
    event.preventDefault()
    pane.current?.querySelector<HTMLInputElement>('.protocol-filter input')?.focus()
  }
  const { seen, all } = watch.progress
  const go = (number: number): void => setLook({ chosen: number, isFollowing: false, tab: 'messages' })
  const count = seen < all ? `${seen} of ${all} read` : `${shown.length} of ${watch.rows.length}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the whole pane
    <div className="protocol-pane" ref={pane} onKeyDown={hear}>
      <Toolbar
        {...{ sources, source: source.title, filter, flaw, count, tab, isFollowing, showsLists, hidden }}
        {...{ setSource, open, findings: watch.findings.length }}
        setFilter={text => setLook({ filter: text })}
        setTab={next => setLook({ tab: next })}
        setFollowing={next => setLook({ isFollowing: next })}
        setShowsLists={next => setLook({ showsLists: next })}
        save={() => save(watch, startedAt)}
      />
      {tab === 'messages' && (
        <>
          <RowList {...{ rows: watch.rows, shown, count: shown.length, chosen, isFollowing }} choose={go} />
          {chosen !== undefined && (
            <Chosen
              key={chosen}
              {...{ watch, number: chosen, go, send, draft }}
              setDraft={next => setLook({ draft: next })}
            />
          )}
        </>
      )}
      {tab === 'turns' && <Waterfall turns={watch.turns} now={watch.rows.at(-1)?.at ?? 0} go={go} />}
      {tab === 'findings' && <FindingList findings={watch.findings} go={go} />}
    </div>
  )
}

interface ChosenProps {
  readonly watch: Watch
  readonly number: number
  go(number: number): void
  send(message: Readonly<Record<string, unknown>>): Promise<void>
  readonly draft: HandDraft | undefined
  setDraft(draft: HandDraft | undefined): void
}

function Chosen({ watch, number, go, send, draft, setDraft }: ChosenProps) {
  const facts = useFacts(watch.version)
  const row = watch.rows[number]
  if (row === undefined) return null
  const entry = watch.entryOf(row)
  const value = entry === undefined ? undefined : shownValue(row, entry, watch.rows)
  const edit = (what: 'resend' | 'answer'): void =>
    setDraft({
      row: number,
      ...(what === 'resend'
        ? { title: 'To be sent to the agent', text: resendDraft(value, `hand-${Date.now().toString(36)}`) }
        : { title: 'The answer to the agent', text: answerDraft(row, value, facts) }),
    })
  if (draft?.row === number)
    return (
      <MessageEditor
        title={draft.title}
        text={draft.text}
        onText={text => setDraft({ ...draft, text })}
        send={send}
        close={() => setDraft(undefined)}
      />
    )
  return <MessageDetail {...{ row, value, facts, go, edit, isLive: watch.source.isLive }} />
}

/** A slash where nobody writes, or what finds things everywhere. */
function isFilterKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select') !== null
  if (ctrlKey || metaKey) return key.toLowerCase() === 'f'
  return key === '/' && !altKey && !isField
}

function save(watch: Watch, startedAt: number): void {
  const { source } = watch
  const entries = Array.from({ length: source.count() }, (_, place) => source.entryAt(place))
  const header: Omit<Header, 'redaction'> = {
    ...{ recording: 1, startedAt, by: 'parley workbench', carrier: 'websocket', title: source.title },
  }
  const kept = entries.filter(entry => entry !== undefined)
  handOver(toRecording(header, kept), `${source.title.replaceAll(/[^\w.-]+/g, '-')}.ndjson`)
}
