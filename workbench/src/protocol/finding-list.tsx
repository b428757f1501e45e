/** All that was found wrong, with the row that shows it. */

import { boundedLine } from '@parley/acp/guard'
import type { Finding } from '@parley/acp/inspect'

const SIGNS = { must: '✗', should: '▲', note: 'i' } as const
const MOST = 1_000

export function FindingList({
  findings,
  go,
}: {
  readonly findings: readonly Finding[]
  go(row: number): void
}) {
  if (findings.length === 0) return <p className="protocol-none">Nothing was found wrong.</p>
  return (
    <ul className="protocol-findings">
      {findings.slice(-MOST).map(({ rule, weight, by, row, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one rule may be broken twice by one row
        <li key={`${row} ${rule} ${index}`}>
          <button type="button" className="protocol-finding" data-weight={weight} onClick={() => go(row)}>
            <span aria-hidden="true">{SIGNS[weight]}</span>
            <strong>{rule}</strong>
            <span className="protocol-facts">
              {weight} · #{row} · {by}
            </span>
            <span>{boundedLine(text, 400)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
