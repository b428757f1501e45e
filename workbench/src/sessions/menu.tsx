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
  useEffect(() => openAt(menu.current, at, onClose), [at, onClose])
  const choose = (id: string): void => {
    onClose()
    onChoose(id)
  }
  const hear = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return move(event)
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      className="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={hear}
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

/**
 * The browser's own way to dismiss a popover would close it when the button is let go that asked for it, where menus are
 * asked for by pressing. So it is closed by the next press beside it, and whatever had the focus gets it back.
 */
function openAt(menu: HTMLElement | null, at: MenuPlace, onClose: () => void): () => void {
  const before = document.activeElement
  const dismiss = ({ target }: Event): void => {
    if (!(target instanceof Node && menu?.contains(target))) onClose()
  }
  if (menu !== null) {
    menu.showPopover()
    menu.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - menu.offsetWidth - EDGE))}px`
    menu.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - menu.offsetHeight - EDGE))}px`
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }
  document.addEventListener('pointerdown', dismiss)
  return () => {
    document.removeEventListener('pointerdown', dismiss)
    const hadFocus = menu?.contains(document.activeElement) || document.activeElement === document.body
    if (hadFocus && before instanceof HTMLElement) before.focus()
  }
}

function move(event: KeyboardEvent<HTMLElement>): void {
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
