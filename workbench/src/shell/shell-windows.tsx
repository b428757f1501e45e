/** The windows of the shell: palette, keys, recent conversations; and what is asked about conversations. */

import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { SessionDialogs } from '../sessions/session-dialogs.js'
import { useSessionRows } from '../sessions/use-session-rows.js'
import { useMeans, useView, useWorkbench } from '../state/context.js'
import { carryOut, goTo } from './acts.js'
import { commandsIn } from './command-list.js'
import { KeySheet } from './key-sheet.js'
import { Palette } from './palette.js'
import { shell } from './shell-state.js'
import { Switcher } from './switcher.js'

// At once: as long as a window is open, nothing under it can be given the focus.
const close = (): void => flushSync(() => shell.setState({ window: undefined }))

export function ShellWindows() {
  const open = useStore(shell, state => state.window)
  return (
    <>
      {open === 'palette' && <OpenPalette />}
      {open === 'switcher' && <OpenSwitcher />}
      {open === 'keys' && <KeySheet onClose={close} />}
      <SessionDialogs />
    </>
  )
}

function OpenPalette() {
  const means = useMeans()
  const workbench = useWorkbench(state => state)
  const view = useView(state => state)
  const notifies = useStore(shell, state => state.notifies)
  return (
    <Palette
      commands={commandsIn({ workbench, view, notifies })}
      onChoose={({ act }) => carryOut(means, act)}
      onClose={close}
    />
  )
}

function OpenSwitcher() {
  const means = useMeans()
  const rows = useSessionRows()
  const recent = useStore(shell, state => state.recent)
  const visited = recent.flatMap(key => rows.find(row => row.key === key) ?? [])
  return <Switcher rows={visited} onChoose={key => goTo(means, key)} onClose={close} />
}
