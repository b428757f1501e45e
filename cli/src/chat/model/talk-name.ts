/** What conversations and their agents are called. Everything here is cleaned. */

import { boundedLine } from '@parley/acp/guard'
import type { Talk } from './talk.js'

/** Its title, else its agent. */
export function nameOf(talk: Pick<Talk, 'facts' | 'agent'>): string {
  return titleOr(talk, agentName(talk.agent))
}

/** Its title, else something that says more where it is shown than its agent does. */
export function titleOr({ facts }: Pick<Talk, 'facts'>, otherwise: string): string {
  const title = boundedLine(facts.title ?? '', 120)
  return title === '' ? boundedLine(otherwise, 120) : title
}

export function agentName({ name, id }: Talk['agent']): string {
  return boundedLine(name ?? id, 60)
}

/** With its version, for whoever has to decide whether to trust it. */
export function fullAgentName({ id, name, version }: Talk['agent']): string {
  return boundedLine([name ?? id, version ?? ''].filter(word => word !== '').join(' '), 100)
}
