/** One file that would change, whole: its path, how much, and every line that goes or comes. */

import type { PermissionChange } from '@parley/acp/client'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.js'
import { MarkedText } from './marked-text.js'
import { type ChangeRow, toPlainChange } from './plain-change.js'

const MOST_ROWS = 400

/** Every file: none of them is applied unseen. */
export function ChangeList({ changes }: { readonly changes: readonly PermissionChange[] }) {
  return changes.map((change, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be changed twice
    <ChangeView key={index} change={change} />
  ))
}

function ChangeView({ change }: { readonly change: PermissionChange }) {
  const { rows, added, removed, isNew } = useMemo(() => toPlainChange(change), [change])
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, MOST_ROWS)
  return (
    <section className="change-view" aria-label={`Change of ${change.path}`}>
      <header className="change-view-head">
        <code className="change-view-path">
          <MarkedText text={change.path} />
        </code>
        {isNew && <span>new file</span>}
        <span className="change-view-added">+{added}</span>
        <span className="change-view-removed">−{removed}</span>
      </header>
      <div className="change-view-rows">
        {shown.map(row => (
          <Row key={`${row.sign}${row.line}`} row={row} />
        ))}
        {rows.length === 0 && <p className="change-view-same">Nothing changes.</p>}
      </div>
      {shown.length < rows.length && (
        <Button label={`Show all ${rows.length} lines`} tone="quiet" onClick={() => setIsWhole(true)} />
      )}
    </section>
  )
}

const SIGNS = { ' ': '', '-': 'removed', '+': 'added' } as const

function Row({ row: { sign, line, text } }: { readonly row: ChangeRow }) {
  return (
    <div className="change-view-row" data-sign={SIGNS[sign]}>
      <span className="change-view-line" aria-hidden="true">
        {line}
      </span>
      <span className="change-view-sign">{sign === '-' ? '−' : sign}</span>
      <code>
        <MarkedText text={text} />
      </code>
    </div>
  )
}
