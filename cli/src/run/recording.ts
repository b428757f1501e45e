/** Finds what is kept of the conversation that a run is to take up. */

import type { Conversation } from '../record/conversation.js'
import { hereIn, pick } from '../record/find-conversation.js'
import { allConversations, withShelf } from '../record/shelf.js'
import type { Shell } from '../shell.js'

/** Which conversation somebody means. */
export interface Wanted {
  /** Only those with this agent. */
  readonly agent?: string | undefined
  readonly cwd: string
  /** The name that the user gave it here. */
  readonly label?: string | undefined
  /** Its id, or how it begins; `last` for the last one here. */
  readonly id?: string | undefined
}

export async function findRecorded(wanted: Wanted, shell: Shell): Promise<Conversation | undefined> {
  const { agent, cwd, label, id = 'last' } = wanted
  return withShelf(shell, async journal => {
    const all = await allConversations(journal)
    const fitting = agent === undefined ? all : all.filter(each => each.agent === agent)
    if (label === undefined) return pick(id, fitting, cwd)
    const isHere = hereIn(cwd)
    return fitting.find(each => each.label === label && isHere(each))
  })
}
