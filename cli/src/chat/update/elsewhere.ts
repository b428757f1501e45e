/** What others do in a conversation that a gateway keeps: their prompts, their turns. */

import { boundedLine } from '@parley/acp/guard'
import { BY_META } from '@parley/acp/protocol'
import { reduce, type Thread, type ThreadUpdate } from '@parley/acp/thread'
import type { FarNews } from '../model/far.js'
import type { Talk } from '../model/talk.js'

const MOST_NAME = 60

/** Who said a prompt, as a gateway tells it. Cleaned. */
export function authorOf(update: ThreadUpdate): string | undefined {
  if (update.sessionUpdate !== 'user_message_chunk') return undefined
  const meta: Readonly<Record<string, unknown>> = Object(update._meta)
  const by = Object.hasOwn(meta, BY_META) ? meta[BY_META] : undefined
  return typeof by === 'string' ? boundedLine(by, MOST_NAME) : undefined
}

/** Who said the prompts of a conversation, by their places, while it is told. */
export class Authors {
  #known: ReadonlyMap<number, string>

  constructor(known: ReadonlyMap<number, string> = new Map()) {
    this.#known = known
  }

  get known(): ReadonlyMap<number, string> {
    return this.#known
  }

  /** This update made the second conversation of the first. */
  note(update: ThreadUpdate, before: Thread, after: Thread): void {
    const by = after.slots.length > before.slots.length ? authorOf(update) : undefined
    if (by !== undefined) this.#known = new Map([...this.#known, [before.slots.length, by]])
  }
}

/** What a gateway tells beside what is said. */
export function hearFar(talk: Talk, news: FarNews, now: number): Talk {
  if (news.is === 'turn') return hearTurn(talk, news, now)
  return talk.far === undefined ? talk : { ...talk, far: { ...talk.far, ...news.change } }
}

/** Only a turn that was begun can end: the end of our own is told to us by its answer. */
function hearTurn(
  talk: Talk,
  { state, by, stopReason = 'end_turn' }: Extract<FarNews, { readonly is: 'turn' }>,
  now: number,
): Talk {
  const { far, thread, times } = talk
  if (far === undefined) return talk
  if (state === 'running') return { ...talk, far: { ...far, turn: { by, since: now } } }
  if (far.turn === undefined) return talk
  return {
    ...talk,
    far: { ...far, turn: undefined },
    thread: reduce(thread, { type: 'end', stopReason }),
    times: { ...times, open: new Map<string, number>() },
  }
}
