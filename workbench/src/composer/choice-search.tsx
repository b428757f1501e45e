/** A list of many choices in a window of its own, searched by what is typed. */

import { sanitizeLine } from '@parley/acp/guard'
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '../parts/icon.js'
import { ChoiceRows, choiceId } from './choice-rows.js'
import type { SettingControlProps } from './setting-control.js'
import { nameOfValue, searchChoices } from './settings.js'

const WIDTH = 320
const EDGE = 8

export function ChoiceSearch({ setting, onSet }: SettingControlProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const window = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({})
  const [isOpen, setIsOpen] = useState(false)
  const label = sanitizeLine(setting.name)
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
        {isOpen && <SearchedList setting={setting} onSet={value => take(String(value))} />}
      </div>
    </>
  )
}

/** Above what was pressed, and inside of the page. */
function placeAbove(button: HTMLElement | null): CSSProperties {
  const { left = 0, top = 0 } = button?.getBoundingClientRect() ?? {}
  const most = Math.max(EDGE, document.documentElement.clientWidth - WIDTH - EDGE)
  return {
    left: Math.min(left, most),
    bottom: document.documentElement.clientHeight - top + 6,
    maxHeight: top - 2 * EDGE,
  }
}

function SearchedList({ setting, onSet }: SettingControlProps) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const groups = searchChoices(setting.groups, query)
  const values = groups.flatMap(({ choices }) => choices.map(({ value }) => value))
  const [chosen, setChosen] = useState(setting.value)
  const marked = Math.max(0, values.indexOf(String(chosen)))
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const value = values[(marked + step + values.length) % values.length]
    if (event.nativeEvent.isComposing || value === undefined) return
    if (step !== 0) setChosen(value)
    else if (event.key === 'Enter') onSet(value)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className="choice-search-input"
        type="search"
        role="combobox"
        aria-label={`Search ${sanitizeLine(setting.name)}`}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={choiceId(listId, marked)}
        placeholder={`Search ${values.length} choices`}
        value={query}
        // biome-ignore lint/a11y/noAutofocus: it was opened by the user, to type into
        autoFocus
        onChange={event => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ChoiceRows {...{ listId, groups, onSet }} marked={values[marked]} current={setting.value} />
    </>
  )
}
