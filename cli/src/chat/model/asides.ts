/** What stands in the transcript and is no part of the conversation: so much of it is kept, and no more. */

import type { Aside, Talk } from './talk.js'

const MOST = 500

/** With one more at the end. What is said again right away is counted; the oldest are forgotten. */
export function withAside(talk: Talk, { kind, text }: Pick<Aside, 'kind' | 'text'>): Talk {
  const { asides, thread } = talk
  const at = thread.slots.length
  const last = asides.at(-1)
  // Whoever runs a command twice wants to see it twice.
  const isAgain = last?.at === at && last.kind === kind && last.text === text && kind !== 'shell'
  const kept = isAgain ? asides.slice(0, -1) : asides.slice(1 - MOST)
  // A new id also for what is counted: it is printed again where it was printed before.
  const aside: Aside = {
    id: (last?.id ?? -1) + 1,
    at,
    kind,
    text,
    ...(isAgain ? { count: countOf(last) + 1 } : {}),
  }
  return { ...talk, asides: [...kept, aside] }
}

export const countOf = ({ count = 1 }: Pick<Aside, 'count'>): number => count

/** The first one that was not printed yet: `from` is the id behind the last that was. */
export function asideFrom({ asides }: Pick<Talk, 'asides'>, from: number): Aside | undefined {
  return asides[asides.findLastIndex(({ id }) => id < from) + 1]
}
