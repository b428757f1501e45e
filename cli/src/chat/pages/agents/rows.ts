/** The agents as a list: those that are ready first; and how one gets those that are not. */

import { boundedLine } from '@parley/acp/guard'
import { knownAgent } from '../../../agents/known-agents.js'
import type { ListedAgent } from '../../event.js'
import type { Model } from '../../model/model.js'
import type { Item } from '../list.js'
import type { AgentsPage } from './page.js'

export interface AgentRow extends Item {
  readonly agent: ListedAgent
}

const HEADINGS: Readonly<Record<ListedAgent['state'], string>> = {
  ready: 'ready',
  missing: 'added, but its program is gone',
  'not installed': 'not installed',
}
const ORDER: readonly ListedAgent['state'][] = ['ready', 'missing', 'not installed']

const known = new WeakMap<readonly ListedAgent[], readonly AgentRow[]>()

export function agentRows({ agents = [] }: Pick<AgentsPage, 'agents'>): readonly AgentRow[] {
  const found = known.get(agents)
  if (found !== undefined) return found
  const rows = agents
    .map(
      (agent): AgentRow => ({
        ...{ id: agent.id, heading: HEADINGS[agent.state], agent },
        text: `${agent.id} ${agent.name} ${agent.description ?? ''}`,
      }),
    )
    .toSorted((one, other) => ORDER.indexOf(one.agent.state) - ORDER.indexOf(other.agent.state))
  known.set(agents, rows)
  return rows
}

/** How one gets an agent that is not there: words, and the command where there is one. Cleaned. */
export function cureFor(
  { id, name, state }: ListedAgent,
  { command = 'parley' }: Pick<Model, 'command'>,
): {
  readonly words: string
  readonly command?: string
} {
  const own = boundedLine(name, 60)
  const entry = knownAgent(id)
  if (state === 'not installed' && entry !== undefined && entry.package === undefined)
    return {
      words: `${own} comes from its makers. It is found here once the command ${entry.command} is on the PATH.`,
    }
  const words =
    state === 'missing'
      ? `The program of ${own} is not where it was. To install it:`
      : `To install ${own}, leave this page and run:`
  return { words, command: `${command} agents install ${boundedLine(id, 80)}` }
}
