/** A question that an agent asks about its own doing: what it claims, which of its answers are shown, and what it hears. */

import type { PermissionChoice, PermissionRequest } from '../../client/index.js'
import {
  type Claim,
  type FileWrite,
  leastLasting,
  type ShownCommand,
  withBlanksCounted,
} from '../../guard/index.js'
import { isFitForDisplay, sanitizeLine } from '../../text/index.js'
import { shareOf, toChangeLines, toPatchLines } from './change-lines.js'
import type { ClaimedChanges } from './claimed-changes.js'

// Nobody writes a command like that, unless its end is not to be seen.
const isPadded = (word: string): boolean => withBlanksCounted(word) !== word

interface Shown {
  readonly writes: readonly FileWrite[]
  readonly runs?: ShownCommand | undefined
}

/** What an agent says of itself, cleaned; nothing of it was checked. */
export function toClaim({ title, toolCall }: PermissionRequest, { writes, runs }: Shown): Claim {
  const kind = toolCall?.kind ?? 'other'
  const paths = writes.map(({ at }) => at.path)
  const words = runs === undefined ? [] : [...runs.argv, runs.cwd]
  const wasCleaned = ![title, kind, ...paths, ...words].every(isFitForDisplay) || words.some(isPadded)
  const claim = { kind: sanitizeLine(kind), title: sanitizeLine(title), wasCleaned }
  return { action: 'agent.claimed', ...claim, ...(writes.length > 0 && { writes }), ...(runs && { runs }) }
}

/** The title of the question. A command stands in it, for whoever shows only that: a yes lets it run. */
export function toClaimTitle({ title, runs }: Claim): string {
  const command = withBlanksCounted(runs?.argv.join(' ') ?? '')
  return title.includes(command) ? title : sanitizeLine(`${title}: ${command}`)
}

/** The agent's answers, cleaned, without those it would not be told: its memory is not ours. */
export function toShown(
  options: readonly PermissionChoice[],
  delegateAlways: boolean,
): readonly PermissionChoice[] {
  const named = options.map(option => ({ ...option, name: toOptionName(option) }))
  if (delegateAlways) return named
  const hasReject = options.some(({ kind }) => kind === 'reject_once')
  return named.filter(({ kind }) => kind !== 'allow_always' && !(hasReject && kind === 'reject_always'))
}

const MEANING: Readonly<Record<string, string>> = {
  allow_once: 'Allow once',
  allow_always: 'Allow always',
  reject_once: 'Reject',
  reject_always: 'Reject always',
}
const SOUNDS_LIKE_NO = /\b(?:reject|deny|decline|cancel|no|never|stop|abort|refuse)\b/i
const SOUNDS_LIKE_YES = /\b(?:allow|approve|accept|yes|ok|okay|proceed|continue|confirm)\b/i

/** The agent's word for an answer; ours beside it where that could be taken for the opposite. */
function toOptionName({ kind, name }: PermissionChoice): string {
  const shown = sanitizeLine(name)
  const opposite = kind.startsWith('allow') ? SOUNDS_LIKE_NO : SOUNDS_LIKE_YES
  const same = kind.startsWith('allow') ? SOUNDS_LIKE_YES : SOUNDS_LIKE_NO
  const isClear = shown !== '' && (!opposite.test(shown) || same.test(shown.split(/[\s,]/)[0] ?? ''))
  return isClear ? shown : `${MEANING[kind] ?? kind} (the agent calls it “${shown}”)`
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
