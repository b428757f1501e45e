/** A box for a few letters of a path, and the files that answer to them, best first. */

import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { messageOf } from '../changes/failures.js'
import { FileName } from '../changes/file-facts.js'
import { relativePath } from '../changes/paths.js'

interface FinderProps {
  readonly cwd: string
  readonly find: (query: string) => Promise<readonly string[]>
  readonly onChoose: (path: string) => void
}

interface Found {
  readonly query: string
  readonly paths: readonly string[]
  readonly failure?: string | undefined
}

const WAIT = 80

export function Finder({ cwd, find, onChoose }: FinderProps) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const found = useFound(find, query.trim())
  const name = useId()
  const paths = found?.paths ?? []
  const choose = (path: string | undefined) => {
    if (path === undefined) return
    onChoose(path)
    setQuery('')
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || query === '') return
    if (step !== undefined) setAt(Math.max(0, Math.min(paths.length - 1, at + step)))
    else if (event.key === 'Enter') choose(paths[at])
    else if (event.key === 'Escape') setQuery('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isOpen = query.trim() !== '' && found !== undefined
  return (
    <search className="finder">
      <input
        className="finder-box"
        type="search"
        role="combobox"
        aria-label="Find a file"
        aria-expanded={isOpen}
        aria-controls={name}
        aria-activedescendant={isOpen && paths.length > 0 ? `${name}${at}` : undefined}
        placeholder="Find a file"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      {isOpen && <FoundList {...{ name, cwd, found, at }} onChoose={choose} />}
    </search>
  )
}

interface FoundListProps {
  readonly name: string
  readonly cwd: string
  readonly found: Found
  readonly at: number
  readonly onChoose: (path: string) => void
}

function FoundList({ name, cwd, found: { paths, failure }, at, onChoose }: FoundListProps) {
  if (paths.length === 0) return <p className="finder-nothing">{failure ?? 'No file has such a path.'}</p>
  return (
    <div className="finder-found" id={name} role="listbox" aria-label="Found files">
      {paths.map((path, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box hears the keys
        <div
          key={path}
          id={`${name}${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => onChoose(path)}
        >
          <FileName name={relativePath(path, cwd)} />
        </div>
      ))}
    </div>
  )
}

/** What was found last; an answer that comes late is of no use any more. */
function useFound(find: FinderProps['find'], query: string): Found | undefined {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (query === '') return
    let isWanted = true
    const timer = setTimeout(() => {
      find(query).then(
        paths => isWanted && setFound({ query, paths }),
        error => isWanted && setFound({ query, paths: [], failure: messageOf(error) }),
      )
    }, WAIT)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [find, query])
  return found
}
