/** Scout's tools as a model is offered them: names that every provider takes, and what the mode allows. */

import type { ToolSet } from 'ai'
import type { Errand } from '../errand.js'
import type { Tool } from '../tools/tool.js'
import { toolbox } from '../tools/use-tool.js'
import { toPlain } from './model-messages.js'

export interface Toolset {
  /** For the model. */
  readonly offered: ToolSet
  /** The tool behind a name that the model uses. */
  find(name: string): Tool | undefined
}

/** The tools at this moment: the mode and the servers may change between two steps. */
export const openToolset = async (errand: Errand): Promise<Toolset> => {
  const { loadPackage } = await import('./wires.js')
  const { jsonSchema, tool: offer } = await loadPackage()
  const byName = new Map<string, Tool>()
  for (const tool of await toolbox(errand))
    if (isAllowed(errand, tool)) byName.set(freeName(tool.name, byName), tool)
  const offered: ToolSet = {}
  for (const [name, { description, parameters }] of byName)
    offered[name] = offer({ description, inputSchema: jsonSchema({ ...parameters }) })
  return { offered, find: name => byName.get(name) }
}

/** What would be refused in any case is not offered. */
const isAllowed = ({ turn }: Errand, { effect }: Tool): boolean =>
  turn.session.mode !== 'architect' || effect === 'look' || effect === 'talk'

const freeName = (name: string, taken: ReadonlyMap<string, Tool>): string => {
  const plain = toPlain(name)
  for (let number = 2; ; number++) {
    const free = number === 2 ? plain : `${plain}_${number - 1}`
    if (!taken.has(free)) return free
  }
}
