/** Where words of the conversation are looked for. */

import { useEffect, useRef } from 'react'
import { IconButton } from '../parts/button.js'

interface SearchBarProps {
  readonly query: string
  /** Another number each time that somebody asks for it. */
  readonly asked: number
  /** Which find is looked at, counted from zero, and how many there are. */
  readonly current: number
  readonly count: number
  readonly onQuery: (query: string) => void
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

export function SearchBar(props: SearchBarProps) {
  const { query, asked, current, count, onQuery, onStep, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it is gone to once more
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [asked])
  const words = query.trim() === '' ? '' : count === 0 ? 'Nothing found' : `${current + 1} of ${count}`
  return (
    <search className="conversation-search">
      <input
        ref={input}
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
