/** The end of what a terminal shows, in the card of the tool that runs it. */

import { sanitizeLine } from '@parley/acp/guard'
import { type Terminal, terminalOf } from '@parley/acp/thread'
import { Button } from '../parts/button.js'
import { Chip } from '../parts/chip.js'
import { useMeans, useWorkbench } from '../state/context.js'
import { tailOf } from './terminal-tail.js'

interface TerminalViewProps {
  readonly talkKey: string
  readonly terminalId: string
}

/** Listens to its own terminal alone: output draws this, and not the row around it. */
export function TerminalView({ talkKey, terminalId }: TerminalViewProps) {
  const { view } = useMeans()
  const terminal = useWorkbench(({ talks }) => {
    const talk = talks.get(talkKey)
    return talk && terminalOf(talk.thread, terminalId)
  })
  return <TerminalTail terminal={terminal} onOpen={() => view.setState({ pane: 'terminals' })} />
}

interface TerminalTailProps {
  readonly terminal: Terminal | undefined
  readonly onOpen: () => void
}

function TerminalTail({ terminal, onOpen }: TerminalTailProps) {
  const tail = terminal && tailOf(terminal)
  return (
    <section className="terminal-tail" aria-label="Terminal">
      <header>
        <code>{terminal?.command === undefined ? 'Terminal' : `$ ${sanitizeLine(terminal.command)}`}</code>
        <ExitChip terminal={terminal} />
        <Button tone="quiet" icon="terminal" label="Open" onClick={onOpen} />
      </header>
      {tail !== undefined && tail.text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre tabIndex={0}>
          {tail.isCut ? '…\n' : ''}
          {tail.text}
        </pre>
      )}
    </section>
  )
}

function ExitChip({ terminal }: { readonly terminal: Terminal | undefined }) {
  const { exitCode, signal } = terminal?.exitStatus ?? {}
  if (terminal?.exitStatus === undefined) return null
  if (typeof signal === 'string') return <Chip tone="warn">{sanitizeLine(signal)}</Chip>
  return <Chip tone={exitCode === 0 ? 'ok' : 'error'}>exit {exitCode ?? '?'}</Chip>
}
