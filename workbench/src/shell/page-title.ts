/** What stands on the tab of the browser: how it is, and where. */

import { sanitizeLine } from '@parley/acp/guard'
import { currentTalk, type Workbench, waitingTalks } from '../state/workbench.js'
import { connectionOf } from './connection.js'

const NAME = 'Parley'

const folderName = (cwd: string): string =>
  sanitizeLine(
    cwd
      .split(/[\\/]+/)
      .filter(part => part !== '')
      .at(-1) ?? cwd,
  )

export function pageTitle(workbench: Workbench): string {
  const [waiting] = waitingTalks(workbench)
  if (waiting !== undefined) return `? needs you · ${folderName(waiting.cwd)}`
  const talk = currentTalk(workbench)
  if (talk === undefined) return NAME
  const { state } = connectionOf(
    talk,
    workbench.agents.find(({ name }) => name === talk.agent),
  )
  if (state === 'offline' || state === 'failed') return `✗ ${state} · ${folderName(talk.cwd)}`
  if (talk.turn.state !== 'idle') return `◐ working · ${folderName(talk.cwd)}`
  return `${folderName(talk.cwd)} · ${NAME}`
}

/** Whether the page has somebody to wait for, wherever that is. */
export function needsSomebody(workbench: Workbench): boolean {
  return waitingTalks(workbench).length > 0
}
