/** The conversations under their projects. One stop for Tab, arrows inside; long lists draw only what is in sight. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TalkKey } from '../state/talk.js'
import { ListHeading } from './list-heading.js'
import { deedOf, isMenuKey, nextPlace } from './list-keys.js'
import { keyOf, type ListItem } from './session-groups.js'
import { type LineHands, SessionLine } from './session-line.js'
import type { SessionRow } from './session-row.js'
import type { SessionVerb } from './session-verbs.js'

export interface SessionListProps extends LineHands {
  readonly items: readonly ListItem[]
  readonly now: number
  readonly current?: TalkKey | undefined
  readonly renaming?: TalkKey | undefined
  readonly showsAgents: boolean
  readonly onVerb: (row: SessionRow, verb: SessionVerb) => void
  readonly onArchive: () => void
}

const VIRTUAL_FROM = 200
const HEIGHTS = { session: 46, project: 32, archive: 36 } as const

export function SessionList(props: SessionListProps) {
  const { items } = props
  const scroller = useRef<HTMLElement>(null)
  const [wanted, setWanted] = useState<TalkKey>()
  const rows = items.flatMap(item => (item.is === 'session' ? [item.row] : []))
  const virtual = useVirtualizer({
    count: items.length,
    enabled: items.length >= VIRTUAL_FROM,
    getScrollElement: () => scroller.current,
    estimateSize: place => HEIGHTS[items[place]?.is ?? 'session'],
    getItemKey: place => keyOf(items[place] as ListItem),
    overscan: 12,
  })
  const isLong = items.length >= VIRTUAL_FROM
  const inSight = isLong ? virtual.getVirtualItems().map(({ index }) => items[index]) : items
  const drawn = inSight.flatMap(item => (item?.is === 'session' ? [item.row.key] : []))
  // What is not drawn cannot be reached by Tab: then it is the first that is.
  const reached = [wanted, props.current].find(key => drawn.includes(key ?? '')) ?? drawn[0]
  const reach = (key: TalkKey): void => {
    flushSync(() => setWanted(key))
    const place = items.findIndex(item => keyOf(item) === key)
    if (isLong) flushSync(() => virtual.scrollToIndex(place))
    requestAnimationFrame(() => lineOf(scroller.current, key)?.focus())
  }
  const hear = (event: KeyboardEvent<HTMLElement>): void => {
    const at = event.target instanceof HTMLElement ? event.target.dataset.session : undefined
    const place = rows.findIndex(({ key }) => key === at)
    const row = rows[place]
    if (row !== undefined && actOn({ event, row, props })) return event.preventDefault()
    const next = row && rows[nextPlace(event.key, place, rows.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    reach(next.key)
  }
  const draw = (item: ListItem): ReactNode => <Drawn item={item} reached={reached} {...props} />
  return (
    <nav ref={scroller} className="session-list" aria-label="Conversations" onKeyDown={hear}>
      {!isLong
        ? items.map(item => <div key={keyOf(item)}>{draw(item)}</div>)
        : drawSome(virtual, place => draw(items[place] as ListItem))}
    </nav>
  )
}

const lineOf = (list: HTMLElement | null, key: TalkKey): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-session="${CSS.escape(key)}"]`) ?? null

/** Where what had the focus has gone, the line in its place gets it; nobody loses it. */
export function focusLine(key: TalkKey): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) lineOf(document.body, key)?.focus()
  })
}

interface Pressed {
  readonly event: KeyboardEvent<HTMLElement>
  readonly row: SessionRow
  readonly props: SessionListProps
}

function actOn({ event, row, props }: Pressed): boolean {
  const verb = deedOf(event.key)
  if (verb !== undefined) props.onVerb(row, verb)
  if (!isMenuKey(event)) return verb !== undefined
  const { left, bottom } = (event.target as HTMLElement).getBoundingClientRect()
  props.onMenu(row, { x: left + 24, y: bottom })
  return true
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLElement, Element>>

function drawSome(virtual: Virtual, draw: (place: number) => ReactNode): ReactNode {
  return (
    <div className="session-list-all" style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <div key={key} className="session-list-some" style={{ transform: `translateY(${start}px)` }}>
          {draw(index)}
        </div>
      ))}
    </div>
  )
}

function Drawn({ item, reached, ...props }: SessionListProps & DrawnItem) {
  if (item.is !== 'session') return <ListHeading item={item} onArchive={props.onArchive} />
  const { row } = item
  return (
    <SessionLine
      row={row}
      now={props.now}
      isCurrent={row.key === props.current}
      isReached={row.key === reached}
      isRenaming={row.key === props.renaming}
      showsAgent={props.showsAgents}
      onOpen={props.onOpen}
      onMenu={props.onMenu}
      onRename={props.onRename}
    />
  )
}

interface DrawnItem {
  readonly item: ListItem
  readonly reached: TalkKey | undefined
}
