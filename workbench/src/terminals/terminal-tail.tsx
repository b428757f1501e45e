/** The last lines of a terminal, as text: for cards, where a screen would be too much. */

import type { Terminal } from '@parley/acp/thread'
import { lastLines } from './terminal-text.js'

export function TerminalTail({
  terminal,
  lines = 12,
}: {
  readonly terminal: Terminal
  readonly lines?: number
}) {
  const last = lastLines(terminal, lines)
  if (last.length === 0)
    return (
      <p className="terminals-tail-empty">
        {terminal.exitStatus === undefined ? 'Nothing was written yet.' : 'It wrote nothing.'}
      </p>
    )
  return <pre className="terminals-tail">{last.join('\n')}</pre>
}
