/** How full the agent's memory is, as a ring; its numbers and the cost when it is looked at. */

import type { SessionUsage } from '@parley/acp/client'
import { toUsageView } from './usage.js'

const RADIUS = 6
const ROUND = 2 * Math.PI * RADIUS

export function UsageRing({ usage }: { readonly usage: SessionUsage | undefined }) {
  const view = usage && toUsageView(usage)
  if (view === undefined) return null
  const { share, percent, isHigh, tokens, cost } = view
  const words = [`Context ${percent} full`, tokens, ...(cost === undefined ? [] : [cost])]
  return (
    <button
      type="button"
      className="usage-ring"
      data-status={isHigh ? 'high' : 'usual'}
      aria-label={words.join(', ')}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle className="usage-ring-whole" cx="8" cy="8" r={RADIUS} />
        <circle
          className="usage-ring-used"
          cx="8"
          cy="8"
          r={RADIUS}
          strokeDasharray={`${share * ROUND} ${ROUND}`}
        />
      </svg>
      {isHigh && <span className="usage-ring-percent">{percent}</span>}
      <span className="usage-ring-words" aria-hidden="true">
        <strong>Context {percent} full</strong>
        <span>{tokens}</span>
        {cost !== undefined && <span>{cost} so far</span>}
        {isHigh && (
          <span className="usage-ring-warning">
            Little room is left. The agent may forget what was said first.
          </span>
        )}
      </span>
    </button>
  )
}
