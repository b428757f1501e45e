/** Of a list that is long, the rows that are in sight, each at its place. Loaded where there is such a list. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { keyOf, type ListItem } from './session-groups.js'

interface LongRowsProps {
  readonly items: readonly ListItem[]
  readonly scroller: HTMLElement
  /** Is given the way to bring a place into sight. */
  readonly scroll: RefObject<((place: number) => void) | undefined>
  /** How each is drawn where these are in sight. */
  readonly drawAmong: (inSight: readonly ListItem[]) => (item: ListItem) => ReactNode
}

const HEIGHTS = { session: 46, project: 32, archive: 36 } as const

export function LongRows({ items, scroller, scroll, drawAmong }: LongRowsProps) {
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: place => HEIGHTS[items[place]?.is ?? 'session'],
    getItemKey: place => keyOf(items[place] as ListItem),
    overscan: 12,
  })
  useLayoutEffect(() => {
    scroll.current = place => virtual.scrollToIndex(place)
    return () => {
      scroll.current = undefined
    }
  }, [scroll, virtual])
  const rows = virtual.getVirtualItems()
  const draw = drawAmong(rows.flatMap(({ index }) => items[index] ?? []))
  return (
    <div className="session-list-all" style={{ blockSize: virtual.getTotalSize() }}>
      {rows.map(({ key, index, start }) => (
        <div key={key} className="session-list-some" style={{ transform: `translateY(${start}px)` }}>
          {draw(items[index] as ListItem)}
        </div>
      ))}
    </div>
  )
}
