/** How the page of agents changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import { chosen, matching, NEW_LIST, updateList } from '../list.js'
import { isClosing, pressed } from '../page-key.js'
import { bodyRows } from '../page-view.js'
import { startTalk } from '../talk-entrance.js'
import type { AgentsPage } from './page.js'
import { agentRows } from './rows.js'

/** `isFirst`: nobody was here before. */
export function openAgents(model: Model, { isFirst = false }: { readonly isFirst?: boolean } = {}): Step {
  const page: AgentsPage = { is: 'agents', isFirst, list: NEW_LIST, models: [], advice: [] }
  return [{ ...model, page }, [{ do: 'list-agents' }]]
}

/** Hears everything that happens while the page is open. */
export function updateAgents(model: Model, page: AgentsPage, event: ChatEvent): Step {
  if (event.type === 'agents') {
    const { agents, models, advice } = event
    return [{ ...model, page: { ...page, agents, models, advice } }, []]
  }
  const word = pressed(event)
  if (isClosing(word)) return [{ ...model, page: undefined }, []]
  const items = agentRows(page)
  if (word === 'enter') return take(model, page)
  const list = updateList(page.list, event, { items, rows: Math.floor(bodyRows(model.size) / 2) })
  return list === undefined ? [model, []] : [{ ...model, page: { ...page, list, explained: undefined } }, []]
}

function take(model: Model, page: AgentsPage): Step {
  const row = chosen(page.list, matching(agentRows(page), page.list.query))
  // Whoever is in a hurry need not wait for the list: the usual agent is always there.
  if (row === undefined && page.agents === undefined)
    return startTalk(model, { agent: model.agent, cwd: model.cwd })
  if (row === undefined) return [model, []]
  if (row.agent.state === 'ready') return startTalk(model, { agent: row.agent.id, cwd: model.cwd })
  return [{ ...model, page: { ...page, explained: row.id } }, []]
}
