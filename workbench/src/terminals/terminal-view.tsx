/** One terminal with what can be done about it: looked at as a screen or as text, searched, copied, ended. */

import { sanitizeLine } from '@parley/acp/guard'
import { outputOf, type Terminal } from '@parley/acp/thread'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../parts/button.js'
import { CopyButton } from '../parts/copy-button.js'
import { endingOf, plainOutput } from './terminal-text.js'
import { TextSearch } from './text-search.js'

const TerminalScreen = lazy(() =>
  import('./terminal-screen.js').then(({ TerminalScreen: Screen }) => ({ default: Screen })),
)

interface TerminalViewProps {
  readonly terminal: Terminal
  /** Absent where it is not for this user to say. */
  readonly kill?: (() => void) | undefined
}

export function TerminalView({ terminal, kill }: TerminalViewProps) {
  const [isPlain, setPlain] = useState(false)
  const { text, isTruncated } = outputOf(terminal)
  const { word, status } = endingOf(terminal)
  const command = sanitizeLine(terminal.command ?? terminal.terminalId)
  return (
    <article
      className="terminals-view"
      data-status={status}
      aria-label={command}
      onKeyDown={event => {
        if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        setPlain(true)
        event.currentTarget.querySelector<HTMLInputElement>('.terminals-search input')?.focus()
      }}
    >
      <header className="terminals-head">
        <code className="terminals-command" title={command}>
          {command}
        </code>
        {terminal.cwd !== undefined && <span className="terminals-cwd">{sanitizeLine(terminal.cwd)}</span>}
        <span className="terminals-word" data-status={status}>
          {word}
        </span>
        <Button label="As text" aria-pressed={isPlain} onClick={() => setPlain(!isPlain)} />
        <CopyButton text={() => plainOutput(text)} hasWords />
        {status === 'running' && kill !== undefined && <Button label="End it" tone="danger" onClick={kill} />}
      </header>
      {isTruncated && <p className="terminals-cut">Only the end of the output is kept.</p>}
      {isPlain ? (
        <TextSearch text={plainOutput(text)} />
      ) : (
        <Suspense fallback={<pre className="terminals-plain">{plainOutput(text.slice(-20_000))}</pre>}>
          <TerminalScreen key={terminal.terminalId} text={text} label={`Output of ${command}`} />
        </Suspense>
      )}
    </article>
  )
}
