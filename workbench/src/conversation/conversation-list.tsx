/**
 * The rows of a conversation, of which only those in sight are drawn. At its end it follows what is said; whoever scrolls
 * up is left in peace.
 */

import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Button } from '../parts/button.js'
import { RowKeys } from './row-keys.js'
import { neighbouringPrompt, type Row } from './rows.js'
import { useStickyEnd } from './sticky-end.js'

/** What others may ask of the list. */
export interface ListHandle {
  /** Brings a row into sight. */
  reveal(index: number): void
  /** The first row in sight. */
  topRow(): number
}

interface ConversationListProps {
  readonly rows: readonly Row[]
  readonly children: (row: Row, index: number) => ReactNode
  /** Rows that a search has found, and the one that is looked at. */
  readonly found?: number | undefined
  readonly handle?: Ref<ListHandle>
  /** What stands below the last row. */
  readonly footer: ReactNode
}

export function ConversationList({ rows, children, found, handle, footer }: ConversationListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRowList(rows, scroller)
  const { isAtEnd, onScroll, stick, release } = useStickyEnd(scroller)
  const topRow = (): number => list.getVirtualItemForOffset(list.scrollOffset ?? 0)?.index ?? 0
  const goTo = (index: number, align: 'center' | 'start'): void => {
    release()
    list.scrollToIndex(index, { align })
  }
  useImperativeHandle(handle, () => ({ reveal: index => goTo(index, 'center'), topRow }))
  const step = (direction: 1 | -1): void => {
    const next = neighbouringPrompt(rows, topRow(), direction)
    if (next !== undefined) goTo(next, 'start')
    else if (direction === 1) stick()
  }
  return (
    <div className="conversation-frame">
      <div
        ref={scroller}
        className="conversation-scroller"
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
        tabIndex={0}
        onScroll={onScroll}
        onClickCapture={event => isOpening(event) && release()}
        onKeyDown={event => onKey(event, step)}
      >
        <Rows list={list} found={found}>
          {index => {
            const row = rows[index]
            return row === undefined ? footer : children(row, index)
          }}
        </Rows>
      </div>
      {!isAtEnd && <Button className="conversation-new" icon="arrow-down" label="new" onClick={stick} />}
    </div>
  )
}

type RowList = ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLDivElement>>

function useRowList(rows: readonly Row[], scroller: RefObject<HTMLDivElement | null>): RowList {
  const [keys] = useState(() => new RowKeys())
  return useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length + 1,
    getScrollElement: () => scroller.current,
    getItemKey: keys.of(rows),
    estimateSize: index => estimate(rows[index]),
    overscan: 6,
  })
}

interface RowsProps {
  readonly list: RowList
  readonly found: number | undefined
  readonly children: (index: number) => ReactNode
}

function Rows({ list, found, children }: RowsProps) {
  return (
    <div className="conversation-rows" style={{ blockSize: list.getTotalSize() }}>
      {list.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={list.measureElement}
          className="conversation-row"
          data-index={index}
          data-found={index === found ? 'current' : undefined}
          style={{ transform: `translateY(${start}px)` }}
        >
          {children(index)}
        </div>
      ))}
    </div>
  )
}

const isOpening = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('summary, [aria-expanded]') !== null

/** From prompt to prompt. Letters only where nobody writes. */
function onKey(event: KeyboardEvent, step: (direction: 1 | -1) => void): void {
  const isWriting = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !isWriting
  const direction = DIRECTIONS.get(event.altKey ? `Alt+${event.key}` : isPlain ? event.key : '')
  if (direction === undefined) return
  event.preventDefault()
  step(direction)
}

const DIRECTIONS: ReadonlyMap<string, 1 | -1> = new Map([
  ['j', 1],
  ['k', -1],
  ['Alt+ArrowDown', 1],
  ['Alt+ArrowUp', -1],
])

/** How high a row will be, roughly, before it was drawn. */
function estimate(row: Row | undefined): number {
  if (row?.is !== 'entry') return 40
  return row.entry.kind === 'message' && row.entry.role !== 'thought' ? 110 : 44
}
