/** The rows that are shown, of which only those in sight are drawn. One of them is chosen; keys move the choice. */

import type { Row } from '@parley/acp/inspect'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { GLYPHS, labelOf, nameOf, toLength, toMoment, toSize, verdictOf } from './row-words.js'

const ROW_PIXELS = 24

interface RowListProps {
  readonly rows: readonly Row[]
  /** The numbers of the rows that are shown. */
  readonly shown: readonly number[]
  /** Changes with what there is to draw: the arrays grow in place. */
  readonly count: number
  readonly chosen: number | undefined
  readonly isFollowing: boolean
  choose(number: number): void
}

export function RowList({ rows, shown, count, chosen, isFollowing, choose }: RowListProps) {
  const place = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    ...{ count, overscan: 20, getScrollElement: () => place.current, estimateSize: () => ROW_PIXELS },
  })
  const at = chosen === undefined ? -1 : placeOf(shown, chosen)
  useEffect(() => {
    if (isFollowing && count > 0) virtual.scrollToIndex(count - 1)
  }, [isFollowing, count, virtual])
  const move = (event: KeyboardEvent): void => {
    const to = KEYS[event.key]?.(at, count)
    const number = to === undefined ? undefined : shown[Math.max(0, Math.min(count - 1, to))]
    if (number === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(number)
    virtual.scrollToIndex(placeOf(shown, number), { align: 'auto' })
  }
  return (
    <div
      className="protocol-rows"
      role="listbox"
      aria-label="Messages"
      aria-activedescendant={at < 0 ? undefined : `protocol-row-${chosen}`}
      tabIndex={0}
      ref={place}
      onKeyDown={move}
    >
      <div className="protocol-space" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[shown[index] ?? -1]
          return (
            row && (
              <RowLine
                key={row.number}
                row={row}
                start={start}
                isChosen={row.number === chosen}
                choose={choose}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const PAGE = 20
const KEYS: Readonly<Record<string, (at: number, count: number) => number>> = {
  j: at => at + 1,
  ArrowDown: at => at + 1,
  k: at => at - 1,
  ArrowUp: at => at - 1,
  PageDown: at => at + PAGE,
  PageUp: at => at - PAGE,
  Home: () => 0,
  g: () => 0,
  End: (_, count) => count - 1,
  G: (_, count) => count - 1,
}

/** Where a number stands in an array of numbers that only grow; -1 where it does not. */
export function placeOf(shown: readonly number[], number: number): number {
  let [low, high] = [0, shown.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = shown[middle] ?? 0
    if (found === number) return middle
    if (found < number) low = middle + 1
    else high = middle - 1
  }
  return -1
}

interface RowLineProps {
  readonly row: Row
  readonly start: number
  readonly isChosen: boolean
  choose(number: number): void
}

const SIGNS = { bad: '✗', warning: '▲', note: 'i' } as const
const VERDICTS = { bad: 'breaks a rule', warning: 'is doubtful', note: 'is odd' } as const

function RowLine({ row, start, isChosen, choose }: RowLineProps) {
  const { sign, word } = GLYPHS[row.kind]
  const verdict = verdictOf(row)
  const arrow = row.to === 'agent' ? '→' : row.to === 'client' ? '←' : ' '
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all of its rows
    <div
      id={`protocol-row-${row.number}`}
      className="protocol-row"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      data-kind={row.kind}
      data-verdict={verdict}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => choose(row.number)}
    >
      <span className="protocol-time">{toMoment(row.at)}</span>
      <span className="protocol-arrow" title={row.to && `to the ${row.to}`}>
        {arrow}
      </span>
      <span className="protocol-sign" title={word}>
        {sign}
      </span>
      <span className="protocol-method">{nameOf(row)}</span>
      <span className="protocol-label">{labelOf(row)}</span>
      <span className="protocol-latency">{row.latency === undefined ? '' : toLength(row.latency)}</span>
      <span className="protocol-size">{row.bytes === 0 ? '' : toSize(row.bytes)}</span>
      <span className="protocol-verdict" title={verdict && VERDICTS[verdict]}>
        {verdict && SIGNS[verdict]}
      </span>
    </div>
  )
}
