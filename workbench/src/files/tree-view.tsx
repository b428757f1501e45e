/** The tree of folders, by mouse and by keys. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useRef } from 'react'
import { SeenText } from '../changes/line-text.js'
import { Icon } from '../parts/icon.js'
import { moveFor, type TreeMove, type TreeRow } from './tree.js'

interface TreeViewProps {
  readonly rows: readonly TreeRow[]
  readonly current?: string | undefined
  /** The file that is looked at. */
  readonly shown?: string | undefined
  readonly onMove: (move: TreeMove) => void
}

const ROW_HEIGHT = 24

export function TreeView({ rows, current, shown, onMove }: TreeViewProps) {
  const name = useId()
  const place = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    ...{
      count: rows.length,
      getScrollElement: () => place.current,
      estimateSize: () => ROW_HEIGHT,
      overscan: 12,
    },
    initialRect: { width: 300, height: 600 },
  })
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = moveFor(event.key, rows, current ?? shown)
    if (move === undefined) return
    event.preventDefault()
    if (move.is === 'go') virtual.scrollToIndex(rows.findIndex(({ path }) => path === move.path))
    onMove(move)
  }
  const active = rows.findIndex(({ path }) => path === current)
  return (
    <div
      className="tree-view"
      ref={place}
      role="tree"
      aria-label="Files"
      // A tree without a leaf is on its way.
      aria-busy={rows.length === 0}
      tabIndex={0}
      aria-activedescendant={active < 0 ? undefined : `${name}${active}`}
      onKeyDown={press}
    >
      <div className="tree-view-rows" role="presentation" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <TreeItem
              key={row.path}
              {...{ row, start, onMove }}
              id={`${name}${index}`}
              isCurrent={index === active}
              isShown={row.path === shown}
            />
          )
        })}
      </div>
    </div>
  )
}

interface TreeItemProps {
  readonly row: TreeRow
  readonly id: string
  readonly start: number
  readonly isCurrent: boolean
  readonly isShown: boolean
  readonly onMove: (move: TreeMove) => void
}

function TreeItem({ row, id, start, isCurrent, isShown, onMove }: TreeItemProps) {
  const { path, name, kind, level, isOpen, isIgnored, position, size } = row
  const style = { transform: `translateY(${start}px)`, paddingInlineStart: 4 + level * 14 }
  if (kind === 'note')
    return (
      <div className="tree-item tree-item-note" role="presentation" style={style}>
        <SeenText text={name} />
      </div>
    )
  const isFolder = kind === 'folder'
  const click = () => onMove({ is: isFolder ? (isOpen ? 'close' : 'open') : 'choose', path })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and says which item is meant
    <div
      className="tree-item"
      role="treeitem"
      id={id}
      style={style}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-selected={isShown}
      data-status={isIgnored ? 'ignored' : undefined}
      data-current={isCurrent || undefined}
      onClick={click}
    >
      {isFolder ? (
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      ) : (
        <span className="tree-item-space" />
      )}
      <Icon name={isFolder ? 'folder' : kind === 'link' ? 'link' : 'file'} />
      <span className="tree-item-name">
        <SeenText text={name} />
      </span>
      {isIgnored && <span className="visually-hidden">, ignored</span>}
    </div>
  )
}
