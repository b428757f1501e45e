/** Where the agent was last. */

import { FileName } from '../changes/file-facts.js'
import { SeenText } from '../changes/line-text.js'
import { relativePath } from '../changes/paths.js'
import { Folded } from '../parts/folded.js'
import { Spinner } from '../parts/spinner.js'
import type { AgentLocation } from './locations.js'

interface RecentListProps {
  readonly cwd: string
  readonly locations: readonly AgentLocation[]
  readonly onChoose: (location: AgentLocation) => void
}

export function RecentList({ cwd, locations, onChoose }: RecentListProps) {
  if (locations.length === 0) return null
  return (
    <Folded className="recent-list" summary={`Where the agent was (${locations.length})`}>
      <ul aria-label="Where the agent was">
        {locations.map(location => (
          <li key={`${location.path} ${location.line}`}>
            <button type="button" onClick={() => onChoose(location)}>
              <FileName name={nameOf(location, cwd)} />
              <span className="recent-list-title">
                {location.isOpen && <Spinner label="Working" />}
                <SeenText text={location.title} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Folded>
  )
}

function nameOf({ path, line }: AgentLocation, cwd: string): string {
  const name = relativePath(path, cwd)
  return line === undefined ? name : `${name}:${line}`
}
