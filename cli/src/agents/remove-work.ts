/** `parley agents remove`: forgets what was added, deletes what was installed, and touches nothing else. */

import { rm } from 'node:fs/promises'
import { boundedLine } from '@parley/acp/guard'
import { closestWord } from '../closest-word.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { withLock } from '../file-lock.js'
import type { Shell } from '../shell.js'
import { isAgentId } from './agent-id.js'
import { changeCustomAgents, readCustomAgents } from './custom-agents.js'
import { agentFolder, listInstalled } from './installed-agents.js'
import { knownAgent } from './known-agents.js'

export function removeWork(wanted: string) {
  return async (shell: Shell): Promise<number> => {
    const custom = await readCustomAgents(shell)
    const installed = await listInstalled(shell)
    const names = new Set([wanted, knownAgent(wanted)?.id ?? wanted])
    const added = [...names].filter(id => custom.has(id))
    // Only names that were checked become a part of a path that is deleted.
    const folders = [...names].filter(id => isAgentId(id) && installed.includes(id))
    if (added.length + folders.length === 0) throw notThere(wanted, [...custom.keys(), ...installed])
    if (added.length > 0)
      await changeCustomAgents(shell, agents => {
        for (const id of added) agents.delete(id)
      })
    for (const id of folders) {
      const folder = agentFolder(shell.env, id)
      await withLock(folder, () => rm(folder, { recursive: true, force: true }))
    }
    for (const id of added) shell.stdout.write(`forgot ${id}, which was added\n`)
    for (const id of folders) shell.stdout.write(`deleted ${id}, which was installed\n`)
    return EXIT.ok
  }
}

function notThere(wanted: string, ids: readonly string[]): Failure {
  const near = closestWord(wanted, ids)
  const what = `no agent "${boundedLine(wanted, 80)}" was added or installed here`
  return new Failure(ids.length === 0 ? `${what}.` : `${what}. There are: ${ids.join(', ')}.`, {
    exitCode: EXIT.usage,
    cure:
      near === undefined
        ? 'what is built in or on the PATH is not removed by this command'
        : `did you mean ${near}?`,
    reason: 'agent_not_found',
  })
}
