/** Everything that can be done, found by a few letters. The field keeps the focus; arrows choose, Enter does it. */

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Icon } from '../parts/icon.js'
import { BareWindow } from './bare-window.js'
import { isMacHere, showChord } from './chord.js'
import { type Command, type FoundCommand, findCommands } from './command-list.js'

interface PaletteProps {
  readonly commands: readonly Command[]
  readonly onChoose: (command: Command) => void
  readonly onClose: () => void
}

const MOVES: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => (place >= last ? 0 : place + 1),
  ArrowUp: (place, last) => (place <= 0 ? last : place - 1),
  PageDown: (place, last) => Math.min(last, place + 8),
  PageUp: place => Math.max(0, place - 8),
}

export function Palette({ commands, onChoose, onClose }: PaletteProps) {
  const list = useId()
  const [query, setQuery] = useState('')
  const [place, setPlace] = useState(0)
  const found = findCommands(commands, query)
  const choose = (chosen: FoundCommand | undefined): void => {
    if (chosen === undefined) return
    onClose()
    onChoose(chosen.command)
  }
  const hear = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const next = MOVES[event.key]?.(place, found.length - 1)
    if (next !== undefined) setPlace(next)
    else if (event.key === 'Enter') choose(found[place])
    else return
    event.preventDefault()
  }
  return (
    <BareWindow label="Search for everything that can be done" onClose={onClose}>
      <PaletteField
        list={list}
        chosen={found.length > 0 ? `${list}-${place}` : undefined}
        query={query}
        onKeyDown={hear}
        onChange={written => {
          setQuery(written)
          setPlace(0)
        }}
      />
      <div id={list} className="palette-list" role="listbox" aria-label="What can be done">
        {found.map((each, index) => (
          <PaletteOption
            key={each.command.id}
            id={`${list}-${index}`}
            found={each}
            heading={headingAt(found, index, query)}
            isChosen={index === place}
            onPress={() => choose(each)}
          />
        ))}
      </div>
      <p className="palette-nothing" role="status">
        {found.length === 0 ? 'Nothing fits. Fewer letters find more.' : ''}
      </p>
    </BareWindow>
  )
}

interface PaletteFieldProps {
  readonly list: string
  readonly chosen: string | undefined
  readonly query: string
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onChange: (query: string) => void
}

function PaletteField({ list, chosen, query, onKeyDown, onChange }: PaletteFieldProps) {
  return (
    <div className="palette-field">
      <Icon name="search" />
      <input
        role="combobox"
        aria-label="What do you want to do"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen}
        placeholder="Search conversations, actions, panes, modes, commands"
        spellCheck={false}
        autoComplete="off"
        value={query}
        onKeyDown={onKeyDown}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  )
}

// Groups are headed only while they stand together; what was searched for comes by how well it fits.
function headingAt(found: readonly FoundCommand[], place: number, query: string): string | undefined {
  const group = found[place]?.command.group
  return query.trim() === '' && found[place - 1]?.command.group !== group ? group : undefined
}

interface PaletteOptionProps {
  readonly id: string
  readonly found: FoundCommand
  readonly heading: string | undefined
  readonly isChosen: boolean
  readonly onPress: () => void
}

const keepInSight = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

function PaletteOption({ id, found, heading, isChosen, onPress }: PaletteOptionProps) {
  const { title, detail, icon, chord } = found.command
  return (
    <>
      {heading && (
        <p className="palette-heading" role="presentation">
          {heading}
        </p>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and the keys */}
      <div
        id={id}
        ref={isChosen ? keepInSight : undefined}
        role="option"
        className="palette-option"
        aria-selected={isChosen}
        onClick={onPress}
      >
        <Icon name={icon} />
        <span className="palette-title">{withMarks(title, found.places)}</span>
        {detail !== undefined && <span className="palette-detail">{detail}</span>}
        {chord !== undefined && <kbd>{showChord(chord, isMacHere())}</kbd>}
      </div>
    </>
  )
}

function withMarks(title: string, places: readonly number[]): ReactNode {
  if (places.length === 0) return title
  return [...title.split('')].map((letter, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a letter is known by its place
    places.includes(place) ? <b key={place}>{letter}</b> : letter,
  )
}
