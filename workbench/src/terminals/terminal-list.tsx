/** The terminals of a conversation, each with what runs in it and how it is. */

import { sanitizeLine } from '@parley/acp/guard'
import type { Terminal } from '@parley/acp/thread'
import { endingOf } from './terminal-text.js'

interface TerminalListProps {
  readonly terminals: readonly Terminal[]
  readonly chosen: string
  choose(terminalId: string): void
}

export function TerminalList({ terminals, chosen, choose }: TerminalListProps) {
  return (
    <ul className="terminals-list" aria-label="Terminals">
      {terminals.map(terminal => {
        const { terminalId, command } = terminal
        const { word, status } = endingOf(terminal)
        return (
          <li key={terminalId}>
            <button
              type="button"
              className="terminals-choice"
              data-status={status}
              aria-current={terminalId === chosen}
              onClick={() => choose(terminalId)}
            >
              <code>{sanitizeLine(command ?? terminalId)}</code>
              <span className="terminals-word" data-status={status}>
                {word}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
