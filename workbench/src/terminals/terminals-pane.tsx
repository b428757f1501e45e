/** The terminals of the conversation, live. */

import { terminalsOf } from '@parley/acp/thread'
import { useStore } from 'zustand'
import { useActions, useTalk } from '../state/context.js'
import { createTabMemory } from '../state/tab-memory.js'
import { lastingName } from '../state/talk.js'
import { TerminalList } from './terminal-list.js'
import { TerminalView } from './terminal-view.js'

/** The terminal of each conversation that somebody has chosen to look at. */
const chosenTerminals = createTabMemory({
  name: 'parley.terminal',
  read: value => (typeof value === 'string' ? value : undefined),
})

export function TerminalsPane() {
  const talk = useTalk()
  const { killTerminal } = useActions()
  const name = talk === undefined ? '' : lastingName(talk)
  const wanted = useStore(chosenTerminals.store, all => all.get(name))
  const terminals = talk === undefined ? [] : terminalsOf(talk.thread)
  const running = terminals.findLast(({ exitStatus }) => exitStatus === undefined)
  const chosen = terminals.find(({ terminalId }) => terminalId === wanted) ?? running ?? terminals.at(-1)
  if (talk === undefined || chosen === undefined)
    return <p className="terminals-empty">Commands that the agent runs are shown here while they run.</p>
  const kill = (): void => void killTerminal(talk.key, chosen.terminalId)
  return (
    <div className="terminals-pane">
      <TerminalList
        terminals={terminals}
        chosen={chosen.terminalId}
        choose={terminalId => chosenTerminals.put(name, terminalId)}
      />
      <TerminalView
        key={chosen.terminalId}
        terminal={chosen}
        kill={talk.isViewer || !talk.abilities.workspace ? undefined : kill}
      />
    </div>
  )
}
