/** The end of what a terminal shows, in the card of the tool that runs it. */

import { sanitizeLine } from '@parley/acp/guard'
import { terminalOf } from '@parley/acp/thread'
import { Button } from '../parts/button.js'
import { Chip } from '../parts/chip.js'
import { useMeans, useWorkbench } from '../state/context.js'
import { TerminalTail } from '../terminals/terminal-tail.js'
import { endingOf } from '../terminals/terminal-text.js'

interface TerminalViewProps {
  readonly talkKey: string
  readonly terminalId: string
}

const TONES = new Map([
  ['completed', 'ok'],
  ['failed', 'error'],
] as const)

/** Listens to its own terminal alone: output draws this, and not the row around it. */
export function TerminalView({ talkKey, terminalId }: TerminalViewProps) {
  const { view } = useMeans()
  const terminal = useWorkbench(({ talks }) => {
    const talk = talks.get(talkKey)
    return talk && terminalOf(talk.thread, terminalId)
  })
  const ending = terminal && endingOf(terminal)
  return (
    <section className="terminal-card" aria-label="Terminal">
      <header>
        <code>{terminal?.command === undefined ? 'Terminal' : `$ ${sanitizeLine(terminal.command)}`}</code>
        {ending && (
          <Chip tone={TONES.get(ending.status as 'failed')} status={ending.status}>
            {ending.word}
          </Chip>
        )}
        <Button
          tone="quiet"
          icon="terminal"
          label="Open"
          onClick={() => view.setState({ pane: 'terminals' })}
        />
      </header>
      {terminal && <TerminalTail terminal={terminal} />}
    </section>
  )
}
