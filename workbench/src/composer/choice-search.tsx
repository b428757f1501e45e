/** A list of many choices in a window of its own, searched by what is typed. */

import { sanitizeLine } from '@parley/acp/guard'
import { type CSSProperties, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../parts/icon.js'
import { placeAbove } from './place-above.js'
import type { SettingControlProps } from './setting-control.js'
import { nameOfValue } from './settings.js'

// Fetched when the button is drawn, so that it is there when it is pressed.
const load = async () => ({ default: (await import('./searched-list.js')).SearchedList })
const SearchedList = lazy(load)

export function ChoiceSearch({ setting, onSet }: SettingControlProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const window = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({})
  const [isOpen, setIsOpen] = useState(false)
  const label = sanitizeLine(setting.name)
  useEffect(() => void load().catch(() => undefined), [])
  const take = (value: string): void => {
    window.current?.hidePopover()
    button.current?.focus()
    onSet(value)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="setting-search"
        popoverTarget={id}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`${label}: ${sanitizeLine(nameOfValue(setting))}`}
        title={label}
        data-setting={setting.id}
      >
        {setting.showsName && <span className="setting-name">{label}</span>}
        {sanitizeLine(nameOfValue(setting))}
        <Icon name="chevron-down" />
      </button>
      <div
        ref={window}
        id={id}
        popover="auto"
        className="choice-search"
        style={place}
        onBeforeToggle={() => setPlace(placeAbove(button.current))}
        onToggle={event => setIsOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense>
            <SearchedList setting={setting} onSet={value => take(String(value))} />
          </Suspense>
        )}
      </div>
    </>
  )
}
