/** The conversations under their projects. One stop for Tab, arrows inside; long lists draw only what is in sight. */

import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
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
const LongRows = lazy(async () => ({ default: (await import('./long-rows.js')).LongRows }))

export function SessionList(props: SessionListProps) {
  const { items } = props
  // Rows may be there as soon as the list is: they must find it when they are drawn for the first time.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState<TalkKey>()
  const rows = items.flatMap(item => (item.is === 'session' ? [item.row] : []))
  const isLong = items.length >= VIRTUAL_FROM
  const scroll = useRef<(place: number) => void>(undefined)
  const drawAmong = (inSight: readonly ListItem[]) => {
    const drawn = inSight.flatMap(item => (item.is === 'session' ? [item.row.key] : []))
    // What is not drawn cannot be reached by Tab: then it is the first that is.
    const reached = [wanted, props.current].find(key => drawn.includes(key ?? '')) ?? drawn[0]
    return (item: ListItem): ReactNode => <Drawn item={item} reached={reached} {...props} />
  }
  const reach = (key: TalkKey): void => {
    flushSync(() => setWanted(key))
    const place = items.findIndex(item => keyOf(item) === key)
    if (isLong) flushSync(() => scroll.current?.(place))
    requestAnimationFrame(() => lineOf(scroller, key)?.focus())
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
  // The first of a long list, until what draws the rest is here.
  const short = isLong ? items.slice(0, VIRTUAL_FROM) : items
  const draw = drawAmong(short)
  const plain = short.map(item => <div key={keyOf(item)}>{draw(item)}</div>)
  return (
    <nav ref={setScroller} className="session-list" aria-label="Conversations" onKeyDown={hear}>
      {isLong && scroller !== null ? (
        <Suspense fallback={plain}>
          <LongRows {...{ items, scroller, scroll, drawAmong }} />
        </Suspense>
      ) : (
        plain
      )}
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
