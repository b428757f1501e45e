/** A question that an agent asks about its own doing: what it claims, which of its answers are shown, and what it hears. */

import type { PermissionChoice, PermissionRequest } from '../../client/index.js'
import { type Claim, type FileWrite, leastLasting, type ShownCommand } from '../../guard/index.js'
import { isFitForDisplay, sanitizeLine } from '../../text/index.js'
import { shareOf, toChangeLines, toPatchLines } from './change-lines.js'
import type { ClaimedChanges } from './claimed-changes.js'

interface Shown {
  readonly writes: readonly FileWrite[]
  readonly runs?: ShownCommand | undefined
}

/** What an agent says of itself, cleaned; nothing of it was checked. */
export function toClaim({ title, toolCall }: PermissionRequest, { writes, runs }: Shown): Claim {
  const kind = toolCall?.kind ?? 'other'
  const paths = writes.map(({ at }) => at.path)
  const wasCleaned = ![title, kind, ...paths, ...(runs?.argv ?? [])].every(isFitForDisplay)
  const claim = { kind: sanitizeLine(kind), title: sanitizeLine(title), wasCleaned }
  return { action: 'agent.claimed', ...claim, ...(writes.length > 0 && { writes }), ...(runs && { runs }) }
}

/** The title of the question. A command stands in it, for whoever shows only that: a yes lets it run. */
export function toClaimTitle({ title, runs }: Claim): string {
  const command = runs?.argv.join(' ') ?? ''
  return title.includes(command) ? title : sanitizeLine(`${title}: ${command}`)
}

/** The agent's answers, cleaned, without those it would not be told: its memory is not ours. */
export function toShown(
  options: readonly PermissionChoice[],
  delegateAlways: boolean,
): readonly PermissionChoice[] {
  const named = options.map(option => ({ ...option, name: sanitizeLine(option.name) }))
  if (delegateAlways) return named
  const hasReject = options.some(({ kind }) => kind === 'reject_once')
  return named.filter(({ kind }) => kind !== 'allow_always' && !(hasReject && kind === 'reject_always'))
}

/** What is told to the agent for a choice; nothing where it cannot be told for once only. */
export function toAnswer(
  options: readonly PermissionChoice[],
  chosen: PermissionChoice,
  delegateAlways: boolean,
): PermissionChoice | undefined {
  const answer = chosen.kind.startsWith('allow') ? 'allow' : 'reject'
  return leastLasting(options, answer, { delegateAlways, picked: chosen.optionId })
}

/** Where the changes would be made and what they are, for people: every place, and the beginning of each text. */
export function toShownLines({ shown, patches, writes }: ClaimedChanges): readonly string[] {
  const share = shareOf(shown.length + patches.length)
  const known = new Set(shown.map(({ path }) => path))
  const unknown = writes.filter(({ at }) => !known.has(at.path))
  return [
    ...shown.flatMap(change => [toPathLine(change.path), ...toChangeLines(change, share)]),
    ...unknown.map(({ at }) => toPathLine(at.path)),
    ...patches.flatMap(patch => toPatchLines(patch, share)),
  ]
}

const toPathLine = (path: string): string => `  writes ${sanitizeLine(path)}`
