/** Something as it came, folded: for those who want to know exactly. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { CopyButton } from '../parts/copy-button.js'
import { Folded } from '../parts/folded.js'
import { useFold } from './folds.js'

interface JsonViewProps {
  readonly title: string
  readonly value: unknown
  readonly foldKey: string
}

const MOST_LENGTH = 100_000

export function JsonView({ title, value, foldKey }: JsonViewProps) {
  const [isOpen, setOpen] = useFold(foldKey, false)
  return (
    <Folded summary={title} isOpen={isOpen} onToggle={setOpen} className="json-view">
      <Json value={value} />
    </Folded>
  )
}

/** Apart, so that nothing is spelled out before it is looked at. */
function Json({ value }: { readonly value: unknown }) {
  const text = spell(value)
  return (
    <div className="json-view-content">
      <CopyButton text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{sanitizeForDisplay(text.slice(0, MOST_LENGTH))}</pre>
      {text.length > MOST_LENGTH && <p>Only the beginning is shown. Copy takes all of it.</p>}
    </div>
  )
}

function spell(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)) ?? ''
}
