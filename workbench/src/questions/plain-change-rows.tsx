/** A change line by line, as it is drawn where nothing better can be had. */

import { useState } from 'react'
import { Button } from '../parts/button.js'
import { counted } from '../parts/counted.js'
import { MarkedText } from './marked-text.js'
import type { ChangeRow } from './plain-change.js'

const MOST_ROWS = 400
const SIGNS = { ' ': '', '-': 'removed', '+': 'added' } as const

export function PlainChangeRows({ rows }: { readonly rows: readonly ChangeRow[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, MOST_ROWS)
  return (
    <div className="change-view-rows">
      {shown.map(({ sign, line, text }) => (
        <div key={`${sign}${line}`} className="change-view-row" data-sign={SIGNS[sign]}>
          <span className="change-view-line" aria-hidden="true">
            {line}
          </span>
          <span className="change-view-sign">{sign === '-' ? '−' : sign}</span>
          <code>
            <MarkedText text={text} />
          </code>
        </div>
      ))}
      {rows.length === 0 && <p className="change-view-same">Nothing changes.</p>}
      {shown.length < rows.length && (
        <Button
          label={`Show all ${counted(rows.length, 'line')}`}
          tone="quiet"
          onClick={() => setIsWhole(true)}
        />
      )}
    </div>
  )
}
