/** Above a hunk: what it is, and whether it stays. The keys find it by its name. */

import { Button } from '../parts/button.js'
import { counted } from '../parts/counted.js'
import { Icon } from '../parts/icon.js'
import type { ReviewedHunk } from './file-review.js'

interface HunkBarProps extends ReviewedHunk {
  readonly canReject: boolean
  readonly onKeep: () => void
  readonly onUnkeep: () => void
  readonly onReject: () => void
}

export function HunkBar({ hunk, name, isKept, canReject, onKeep, onUnkeep, onReject }: HunkBarProps) {
  const words = describe(hunk.rejection.was.length, hunk.rejection.now.length)
  return (
    <fieldset
      className="hunk-bar"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys go from hunk to hunk, and whoever hears the page must hear where
      tabIndex={0}
      data-hunk={name}
      data-status={isKept ? 'kept' : 'open'}
      aria-label={`Hunk: ${words}${isKept ? ', kept' : ''}`}
    >
      <span className="hunk-bar-words">
        {isKept && <Icon name="check" />}
        {isKept ? `Kept: ${words}` : words}
      </span>
      {isKept ? (
        <Button tone="quiet" label="Show" onClick={onUnkeep} />
      ) : (
        <>
          <Button tone="quiet" icon="check" label="Keep" shortcut="Alt+Y" onClick={onKeep} />
          {canReject && (
            <Button tone="quiet" icon="undo" label="Reject" shortcut="Ctrl+Alt+Z" onClick={onReject} />
          )}
        </>
      )}
    </fieldset>
  )
}

function describe(added: number, removed: number): string {
  if (removed === 0) return `${counted(added, 'line')} added`
  return added === 0
    ? `${counted(removed, 'line')} removed`
    : `${counted(removed, 'line')} replaced by ${added}`
}
