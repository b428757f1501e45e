/** Where words of the conversation are looked for. */

import { IconButton } from '../parts/button.js'

interface SearchBarProps {
  readonly query: string
  /** Which find is looked at, counted from zero, and how many there are. */
  readonly current: number
  readonly count: number
  readonly onQuery: (query: string) => void
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

export function SearchBar({ query, current, count, onQuery, onStep, onClose }: SearchBarProps) {
  const words = query.trim() === '' ? '' : count === 0 ? 'Nothing found' : `${current + 1} of ${count}`
  return (
    <search className="conversation-search">
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because somebody wants to write into it
        autoFocus
        type="search"
        aria-label="Search in this conversation"
        placeholder="Search in this conversation"
        value={query}
        onChange={event => onQuery(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      />
      <span className="conversation-search-count" role="status">
        {words}
      </span>
      <IconButton
        icon="chevron-up"
        label="Previous"
        shortcut="Shift+Enter"
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="chevron-down"
        label="Next"
        shortcut="Enter"
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
      <IconButton icon="cross" label="Close search" shortcut="Esc" onClick={onClose} />
    </search>
  )
}
