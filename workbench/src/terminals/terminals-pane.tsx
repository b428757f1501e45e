/** The terminals of the conversation, live. */

import { terminalsOf } from '@parley/acp/thread'
import { useState } from 'react'
import { useActions, useTalk } from '../state/context.js'
import { TerminalList } from './terminal-list.js'
import { TerminalView } from './terminal-view.js'

export function TerminalsPane() {
  const talk = useTalk()
  const { killTerminal } = useActions()
  const [wanted, setWanted] = useState<string>()
  const terminals = talk === undefined ? [] : terminalsOf(talk.thread)
  const running = terminals.findLast(({ exitStatus }) => exitStatus === undefined)
  const chosen = terminals.find(({ terminalId }) => terminalId === wanted) ?? running ?? terminals.at(-1)
  if (talk === undefined || chosen === undefined)
    return <p className="terminals-empty">Commands that the agent runs are shown here while they run.</p>
  const kill = (): void => void killTerminal(talk.key, chosen.terminalId)
  return (
    <div className="terminals-pane">
      <TerminalList terminals={terminals} chosen={chosen.terminalId} choose={setWanted} />
      <TerminalView
        key={chosen.terminalId}
        terminal={chosen}
        kill={talk.isViewer || !talk.abilities.workspace ? undefined : kill}
      />
    </div>
  )
}
