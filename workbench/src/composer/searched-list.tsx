/** Choices and the field that searches them: it keeps the focus, arrows mark, Enter takes. */

import { sanitizeLine } from '@parley/acp/guard'
import { type KeyboardEvent, useId, useState } from 'react'
import { ChoiceRows, choiceId } from './choice-rows.js'
import type { SettingControlProps } from './setting-control.js'
import { searchChoices } from './settings.js'

export function SearchedList({ setting, onSet }: SettingControlProps) {
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
