/** What is looked at and how: which wire, which rows, followed or held, kept as a file or taken from one. */

import { queryFields } from '@parley/acp/inspect'
import { useId, useRef } from 'react'
import { Button } from '../parts/button.js'
import { presets } from './selection.js'

export type Tab = 'messages' | 'turns' | 'findings'

interface ToolbarProps {
  readonly sources: readonly string[]
  readonly source: string
  readonly filter: string
  readonly flaw: string | undefined
  readonly count: string
  readonly tab: Tab
  readonly findings: number
  readonly isFollowing: boolean
  readonly showsLists: boolean
  /** How many lists are not shown. */
  readonly hidden: number
  setSource(name: string): void
  setFilter(text: string): void
  setTab(tab: Tab): void
  setFollowing(isFollowing: boolean): void
  setShowsLists(showsLists: boolean): void
  save(): void
  open(file: File): void
}

const TABS: readonly (readonly [Tab, string])[] = [
  ['messages', 'Messages'],
  ['turns', 'Turns'],
  ['findings', 'Findings'],
]

export function Toolbar(props: ToolbarProps) {
  const { sources, source, tab, findings, count, isFollowing, showsLists, hidden } = props
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="protocol-toolbar">
      <select aria-label="Connection" value={source} onChange={event => props.setSource(event.target.value)}>
        {sources.map(each => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <fieldset className="protocol-tabs" aria-label="View">
        {TABS.map(([name, word]) => (
          <Button
            key={name}
            label={name === 'findings' && findings > 0 ? `${word} ${findings}` : word}
            aria-pressed={tab === name}
            onClick={() => props.setTab(name)}
          />
        ))}
      </fieldset>
      <Filter {...props} />
      <span className="protocol-count">{count}</span>
      <Button
        label={hidden > 0 ? `Lists ${hidden}` : 'Lists'}
        aria-pressed={showsLists}
        onClick={() => props.setShowsLists(!showsLists)}
      />
      <Button label="Follow" aria-pressed={isFollowing} onClick={() => props.setFollowing(!isFollowing)} />
      <Button label="Save" onClick={props.save} />
      <Button label="Open" onClick={() => file.current?.click()} />
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Open a recording"
        onChange={event => {
          const [chosen] = event.target.files ?? []
          if (chosen !== undefined) props.open(chosen)
          event.target.value = ''
        }}
      />
    </div>
  )
}

function Filter({ filter, flaw, setFilter }: ToolbarProps) {
  const id = useId()
  return (
    <div className="protocol-filter">
      <input
        type="search"
        aria-label="Filter"
        placeholder="Filter: session/update is:broken latency:>500"
        value={filter}
        aria-invalid={flaw !== undefined}
        aria-describedby={`${id}-flaw`}
        onChange={event => setFilter(event.target.value)}
        list={`${id}-fields`}
      />
      <datalist id={`${id}-fields`}>
        {presets
          .filter(({ text }) => text !== '')
          .map(({ name, text }) => (
            <option key={name} value={text} label={name} />
          ))}
        {queryFields.map(([name, about]) => (
          <option key={name} value={`${name}:`} label={about} />
        ))}
      </datalist>
      <p id={`${id}-flaw`} className="protocol-flaw" role="status">
        {flaw}
      </p>
    </div>
  )
}
