/** The change of one file in a few lines, with a sign before each. The whole review is another pane. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { Button } from '../parts/button.js'
import { Chip } from '../parts/chip.js'
import { useMeans } from '../state/context.js'
import { LocationButton } from './location-button.js'
import type { ChangeLine, SmallChange } from './small-change.js'

const MOST_LINES = 60
const MOST_WIDTH = 1_000
const SIGNS = { '+': '+', '-': '−', ' ': ' ', '@': '' } as const
const SIDES = { '+': 'added', '-': 'removed', ' ': 'same', '@': 'gap' } as const

const WORDS = {
  new: 'New file',
  changed: undefined,
  deleted: 'Deleted',
  moved: 'Moved',
  uncompared: 'Too different to be compared here',
} as const

export function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="counts">
      <span className="counts-added">+{added}</span> <span className="counts-removed">−{removed}</span>
    </span>
  )
}

export function SmallDiff({ change, cwd }: { readonly change: SmallChange; readonly cwd: string }) {
  const { view } = useMeans()
  const { path, lines, added, removed, what } = change
  const words = WORDS[what]
  return (
    <section className="small-diff" aria-label={`Change of ${path}`}>
      <header>
        <LocationButton path={path} cwd={cwd} />
        {words !== undefined && <Chip tone={what === 'deleted' ? 'error' : 'neutral'}>{words}</Chip>}
        {lines.length > 0 && <Counts added={added} removed={removed} />}
      </header>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre tabIndex={0}>
          {lines.slice(0, MOST_LINES).map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
            <DiffLine key={place} line={line} />
          ))}
        </pre>
      )}
      {lines.length > MOST_LINES && (
        <footer>
          {lines.length - MOST_LINES} more lines
          <Button tone="quiet" label="Review" onClick={() => view.setState({ pane: 'changes' })} />
        </footer>
      )}
    </section>
  )
}

function DiffLine({ line: { sign, text } }: { readonly line: ChangeLine }) {
  return (
    <span className="small-diff-line" data-side={SIDES[sign]}>
      <span className="small-diff-sign">{SIGNS[sign]}</span>
      {sanitizeForDisplay(text.slice(0, MOST_WIDTH))}
    </span>
  )
}
