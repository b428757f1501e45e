/** Where conversations are searched for. Escape clears it. */

import { Icon } from '../parts/icon.js'

interface SearchFieldProps {
  readonly query: string
  readonly onChange: (query: string) => void
}

export function SearchField({ query, onChange }: SearchFieldProps) {
  return (
    <label className="search-field">
      <Icon name="search" label="Search" />
      <input
        type="search"
        className="search-field-input"
        placeholder="Search"
        aria-label="Search conversations"
        spellCheck={false}
        value={query}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape' || query === '') return
          event.preventDefault()
          onChange('')
        }}
      />
    </label>
  )
}
