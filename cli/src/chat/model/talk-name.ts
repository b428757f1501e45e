/** What conversations and their agents are called. Everything here is cleaned. */

import { boundedLine } from '@parley/acp/guard'
import { itemAt } from '@parley/acp/thread'
import type { Talk } from './talk.js'

/** The person's first words stand near the beginning. */
const MOST_LOOKED_AT = 20

/** Its title, else its agent. */
export function nameOf(talk: Pick<Talk, 'facts' | 'agent'>): string {
  return titleOr(talk, agentName(talk.agent))
}

/** Its title, else something that says more where it is shown than its agent does. */
export function titleOr({ facts }: Pick<Talk, 'facts'>, otherwise: string): string {
  const title = boundedLine(facts.title ?? '', 120)
  return title === '' ? boundedLine(otherwise, 120) : title
}

/** Its title, else how it began, else its agent: tells it apart also where its agent gives no titles. */
export function subjectOf(talk: Pick<Talk, 'facts' | 'agent' | 'thread'>): string {
  return titleOr(talk, openingOf(talk) || agentName(talk.agent))
}

function openingOf({ thread: { slots } }: Pick<Talk, 'thread'>): string {
  for (let at = 0; at < Math.min(slots.length, MOST_LOOKED_AT); at++) {
    const entry = itemAt(slots, at)
    const block = entry?.kind === 'message' && entry.role === 'user' ? itemAt(entry.content, 0) : undefined
    if (block !== undefined && 'text' in block && typeof block.text === 'string') return block.text
  }
  return ''
}

export function agentName({ name, id }: Talk['agent']): string {
  return boundedLine(name ?? id, 60)
}

/** With its version, for whoever has to decide whether to trust it. */
export function fullAgentName({ id, name, version }: Talk['agent']): string {
  return boundedLine([name ?? id, version ?? ''].filter(word => word !== '').join(' '), 100)
}
