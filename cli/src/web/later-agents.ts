/** Agents that come while a workbench runs: added or installed on this machine, or wanted by another call of the command. */

import { unwatchFile, watchFile } from 'node:fs'
import type { Gateway } from '@parley/gateway'
import { findAgent } from '../agents/catalogue.js'
import type { AgentEntry } from '../agents/entry.js'
import { customFile, installFolder } from '../agents/places.js'
import { messageOf } from '../failure.js'
import type { Shell } from '../shell.js'
import { type AgentWish, takeWishes } from './agent-wishes.js'
import type { WebPlace } from './place.js'
import { everything, type WebAgent, withEntries } from './web-agents.js'

export interface LaterMeans {
  readonly shell: Shell
  readonly place: WebPlace
  readonly opened: Gateway
  /** Those that it has; what comes later is among them from then on. */
  readonly agents: Map<string, WebAgent>
  /** Whether it has all that there are on this machine, or only those that were named. */
  readonly hasAll: boolean
  note(text: string): void
}

const POLL_MILLISECONDS = 500

/** From now on, until it is closed. */
export function watchAgents(means: LaterMeans): Disposable {
  const { shell, place, hasAll } = means
  const paths = [place.wishes, ...(hasAll ? [customFile(shell.env), installFolder(shell.env)] : [])]
  let looking: Promise<void> = Promise.resolve()
  // One after the other: two that look at once would both find the same agent missing.
  const look = (): void => {
    looking = looking.then(() => takeAll(means)).catch(error => means.note(messageOf(error)))
  }
  for (const path of paths) watchFile(path, { interval: POLL_MILLISECONDS, persistent: false }, look)
  // What came before anybody watched is no change.
  look()
  return {
    [Symbol.dispose]() {
      for (const path of paths) unwatchFile(path, look)
    },
  }
}

async function takeAll(means: LaterMeans): Promise<void> {
  const { shell, place, hasAll } = means
  await takeWishes(place, async wishes => add(await wished(wishes, means), means))
  if (hasAll) add(await everything(shell), means)
}

function add(entries: readonly AgentEntry[], { agents, opened, note }: LaterMeans): void {
  for (const [name, agent] of withEntries(agents, entries)) {
    if (agents.has(name)) continue
    agents.set(name, agent)
    opened.addAgent(agent)
    note(`the agent ${name} can be used from now on`)
  }
}

/** Whoever wanted it has looked for it before: one that is not found any more keeps nobody from the others. */
async function wished(
  wishes: readonly AgentWish[],
  { shell, note }: LaterMeans,
): Promise<readonly AgentEntry[]> {
  const found: AgentEntry[] = []
  for (const { agent, cwd } of wishes)
    await findAgent(agent, { ...shell, cwd }).then(
      entry => void found.push(entry),
      (error: unknown) => note(messageOf(error)),
    )
  return found
}
