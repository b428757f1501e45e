/** What is asked, for people: what it is once, then every fact and the change. */

import type { PermissionRequest } from '@parley/acp/client'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'

/** The first line, and those below it. */
export interface Question {
  readonly title: string
  readonly lines: readonly string[]
}

/** A claim is described by its head, its title and its kind, before what it shows. */
const CLAIM_LINES = 3
const MOST_SAID = 4_000

export function toQuestion(request: PermissionRequest): Question {
  const { title, lines = [], action } = request
  const first = boundedLine(title, 300)
  if (action?.action !== 'agent.claimed')
    return { title: first, lines: lines.filter((line, index) => index > 1 || !first.includes(line.trim())) }
  const whose = `  (in the agent’s words, which nobody checked; it calls this “${boundedLine(action.kind, 60)}”)`
  return { title: first, lines: [whose, ...saidIn(request), ...lines.slice(CLAIM_LINES)] }
}

/** What an agent says of it besides, where it shows neither a change nor a command: some name the command only there. */
function saidIn({ action, changes = [], toolCall }: PermissionRequest): readonly string[] {
  if (action?.action !== 'agent.claimed' || action.runs !== undefined || changes.length > 0) return []
  const texts = (toolCall?.content ?? []).flatMap(each =>
    each.type === 'content' && each.content.type === 'text' ? [String(each.content.text)] : [],
  )
  const lines = sanitizeForDisplay(texts.join('\n').slice(0, MOST_SAID)).split('\n')
  return lines.filter(line => line.trim() !== '').map(line => `  “${line.trim()}”`)
}
