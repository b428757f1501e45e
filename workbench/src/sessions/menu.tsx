/** A menu at a place of the screen, by mouse and by keyboard. Present means open; it closes itself after a choice. */

import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon } from '../parts/icon.js'
import type { IconName } from '../parts/icon-shapes.js'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  readonly key?: string | undefined
  readonly isDanger?: boolean | undefined
}

export interface MenuPlace {
  readonly x: number
  readonly y: number
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly at: MenuPlace
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => (place === last ? 0 : place + 1),
  ArrowUp: (place, last) => (place <= 0 ? last : place - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const EDGE = 8

export function Menu({ label, items, at, onChoose, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = menu.current
    if (element === null) return
    element.showPopover()
    const { offsetWidth, offsetHeight } = element
    element.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - offsetWidth - EDGE))}px`
    element.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - offsetHeight - EDGE))}px`
    element.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [at])
  // Closed by the browser first: it gives the focus back to whatever had it.
  const choose = (id: string): void => {
    menu.current?.hidePopover()
    onChoose(id)
  }
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      className="menu"
      aria-label={label}
      tabIndex={-1}
      onToggle={event => event.newState === 'closed' && onClose()}
      onKeyDown={move}
    >
      {items.map(item => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="menu-item"
          data-danger={item.isDanger}
          onClick={() => choose(item.id)}
        >
          <Icon name={item.icon} />
          <span className="menu-label">{item.label}</span>
          {item.key !== undefined && <kbd>{item.key}</kbd>}
        </button>
      ))}
    </div>
  )
}

function move(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') return event.currentTarget.hidePopover()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const place = items.indexOf(document.activeElement as HTMLElement)
  const letter = event.key.length === 1 ? event.key.toLowerCase() : undefined
  const named = items.findIndex(
    (item, index) => index > place && item.innerText.toLowerCase().startsWith(letter ?? '\n'),
  )
  const next = STEPS[event.key]?.(place, items.length - 1) ?? (named < 0 ? undefined : named)
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  items[next]?.focus()
}
