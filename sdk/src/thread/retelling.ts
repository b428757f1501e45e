/** A conversation that is told again from its beginning: something of it was lost on the way, and nobody knows what. */

import { awaitEcho, isAmong, ownPrompts, placePrompt } from './echo.js'
import type { Message } from './entry.js'
import type { Fields } from './fields.js'
import { terminalsOf } from './selectors.js'
import { addEntry, emptyThread, entryAt, isOfKind, replaceEntry, type Thread } from './thread.js'
import { assign } from './tree.js'

/** The name of an update that no agent sends: the kit of the client puts it where it belongs among the others. */
export const RETELLING = '_parley/retelling'

/**
 * What was heard of a session before is told again from its beginning, or all of that has been told by now. The end is
 * told with whatever comes behind it, at the latest.
 */
// An alias, because only that may stand where any update of one's own may.
export type Retelling = {
  readonly sessionUpdate: typeof RETELLING
  readonly state: 'begins' | 'ends'
}

export function retell(thread: Thread, { state }: Fields): Thread | undefined {
  if (state === 'begins') return begin(thread)
  return state === 'ends' ? end(thread) : undefined
}

/**
 * What only this side knows stays: settings, its own terminals, and in front of everything the prompts of which the
 * other side may know nothing.
 */
function begin(thread: Thread): Thread {
  const { slots, places, awaited } = emptyThread(thread.version)
  const own = terminalsOf(thread).filter(({ output }) => output.unit === 'character')
  const held = [...(thread.held ?? []), ...ownPrompts(thread)]
  const empty: Thread = {
    ...thread,
    ...{ slots, places, awaited, held, current: undefined, asked: undefined, state: undefined },
    terminals: own.reduce<Thread['terminals']>((all, each) => assign(all, each.terminalId, each), undefined),
  }
  return held.reduce((all, { said }) => addEntry(all, said), empty)
}

/** A server that tells what users say has told our prompts too, each in its place, or they have not arrived yet. */
function end({ held = [], ...rest }: Thread): Thread {
  const told = messagesBehind(rest, held.length)
  if (told.length === 0) return held.reduce<Thread>(awaitEcho, rest)
  const missing = held.filter(prompt => !isAmong(told.slice(-held.length), prompt))
  const cleared = held.reduce<Thread>((all, _, place) => replaceEntry(all, place, undefined), rest)
  return missing.reduce<Thread>(placePrompt, cleared)
}

/** What users are known to have said, from this place on. */
function messagesBehind(thread: Thread, place: number): readonly Message[] {
  const messages: Message[] = []
  for (let at = place; at < thread.slots.length; at++) {
    const entry = entryAt(thread, at)
    if (isOfKind(entry, 'message') && entry.role === 'user') messages.push(entry)
  }
  return messages
}
