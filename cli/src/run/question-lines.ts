/** What is asked, for people: what it is once, then every fact and the change. */

import type { PermissionRequest } from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'

/** The first line, and those below it. */
export interface Question {
  readonly title: string
  readonly lines: readonly string[]
}

/** A claim is described by its head, its title and its kind, before what it shows. */
const CLAIM_LINES = 3

export function toQuestion({ title, lines = [], action }: PermissionRequest): Question {
  const first = boundedLine(title, 300)
  if (action?.action !== 'agent.claimed')
    return { title: first, lines: lines.filter((line, index) => index > 1 || !first.includes(line.trim())) }
  const whose = `  (in the agent’s words, which nobody checked; it calls this “${boundedLine(action.kind, 60)}”)`
  return { title: first, lines: [whose, ...lines.slice(CLAIM_LINES)] }
}
