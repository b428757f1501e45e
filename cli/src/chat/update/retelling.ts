/** A conversation that is told again from its beginning: what is known of its places is found out anew. */

import { RETELLING, type Retelling, reduce, type ThreadUpdate } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'

const isRetelling = (update: ThreadUpdate): update is Retelling => update.sessionUpdate === RETELLING

/** What comes before it is told again, if it is, and what comes behind that. */
export function cutAtRetelling(
  updates: readonly ThreadUpdate[],
): readonly [readonly ThreadUpdate[], Retelling | undefined, readonly ThreadUpdate[]] {
  const at = updates.findIndex(isRetelling)
  const retelling = updates[at]
  if (retelling === undefined || !isRetelling(retelling)) return [updates, undefined, []]
  return [updates.slice(0, at), retelling, updates.slice(at + 1)]
}

/** Only prompts of ours are kept when it begins, and only such are put behind what was told when it ends. */
export function tellAgain(talk: Talk, retelling: Retelling): Talk {
  const { far, said = [], asides } = talk
  const isBeginning = retelling.state === 'begins'
  const thread = reduce(talk.thread, retelling)
  const first = isBeginning ? 0 : talk.thread.slots.length
  const own = Array.from({ length: Math.max(0, thread.slots.length - first) }, (_, index) => first + index)
  if (!isBeginning) return { ...talk, thread, said: [...said, ...own] }
  const unknown = far && { far: { ...far, turn: undefined, authors: new Map<number, string>() } }
  // Where they stood is no place any more.
  const above = asides.map(aside => ({ ...aside, at: 0 }))
  return { ...talk, thread, said: own, retold: undefined, asides: above, ...unknown }
}

/** Whether what was printed is not what is: at the end only prompts of ours take another place. */
export function isPrintedAnew({ thread }: Talk, updates: readonly ThreadUpdate[]): boolean {
  const states = updates.filter(isRetelling).map(({ state }) => state)
  return states.includes('begins') || (states.length > 0 && (thread.held ?? []).length > 0)
}
