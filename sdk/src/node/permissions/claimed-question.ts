/** A question that an agent asks about its own doing: what it claims, which of its answers are shown, and what it hears. */

import type { PermissionChoice, PermissionRequest } from '../../client/index.js'
import {
  type Claim,
  type FileWrite,
  leastLasting,
  type ShownCommand,
  withBlanksCounted,
} from '../../guard/index.js'
import { isFitForDisplay, lineWithin, sanitizeLine } from '../../text/index.js'
import { shareOf, toChangeLines, toPatchLines } from './change-lines.js'
import type { ClaimedChanges } from './claimed-changes.js'

// Nobody writes a command like that, unless its end is not to be seen.
const isPadded = (word: string): boolean => withBlanksCounted(word) !== word

interface Shown {
  readonly writes: readonly FileWrite[]
  readonly runs?: ShownCommand | undefined
  readonly isUnreadable?: boolean | undefined
}

/** What an agent says of itself, cleaned; nothing of it was checked. */
export function toClaim(
  { title, toolCall }: PermissionRequest,
  { writes, runs, isUnreadable }: Shown,
): Claim {
  const kind = toolCall?.kind ?? 'other'
  const paths = writes.map(({ at }) => at.path)
  const words = runs === undefined ? [] : [...runs.argv, runs.cwd]
  const wasCleaned = ![title, kind, ...paths, ...words].every(isFitForDisplay) || words.some(isPadded)
  const claim = { kind: sanitizeLine(kind), title: sanitizeLine(title), wasCleaned }
  return {
    action: 'agent.claimed',
    ...claim,
    ...(writes.length > 0 && { writes }),
    ...(runs && { runs }),
    ...(isUnreadable && { hasUnreadableCommand: true }),
  }
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

const LONGEST_NAME = 60

const MEANING: Readonly<Record<string, string>> = {
  allow_once: 'Allow once',
  allow_always: 'Allow always',
  reject_once: 'Reject',
  reject_always: 'Reject always',
}
/** Names that everybody reads as what they mean. */
const PLAIN_NAMES: Readonly<Record<string, RegExp>> = {
  allow_once:
    /^(?:yes|ok|okay|allow|approve|accept|run|proceed|continue)(?:,? (?:once|it|this|edit|command|this time))*$/i,
  allow_always:
    /^(?:yes|allow|approve|accept)(?:,? (?:always|all|all edits|for this session|edit|for session|and don['’]t ask again))*$/i,
  reject_once: /^(?:no|reject|deny|decline|cancel|skip|refuse)(?:,? (?:once|it|this|edit|command))*$/i,
  reject_always: /^(?:no|reject|deny|never|decline)(?:,? (?:always|all|it|this))*$/i,
}

/** The agent's word for an answer, behind ours wherever it could be taken for anything else. */
function toOptionName({ kind, name }: PermissionChoice): string {
  const shown = withBlanksCounted(sanitizeLine(name)).trim()
  const isPlain = Object.hasOwn(PLAIN_NAMES, kind) && PLAIN_NAMES[kind]?.test(shown) === true
  if (isPlain) return shown
  return `${MEANING[kind] ?? kind}: “${lineWithin(shown, LONGEST_NAME)}”`
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
export function toShownLines(changes: ClaimedChanges): readonly string[] {
  const { shown, patches } = changes
  const share = shareOf(shown.length + patches.length)
  return [
    ...shown.flatMap(change => [toPathLine(change.path), ...toChangeLines(change, share)]),
    ...toUnshownLines(changes),
  ]
}

/** What is said of changes whose whole text nobody has: where they are, and patches as the agent wrote them. */
export function toUnshownLines({ shown, patches, writes }: ClaimedChanges): readonly string[] {
  const share = shareOf(shown.length + patches.length)
  const known = new Set(shown.map(({ path }) => path))
  const unknown = writes.filter(({ at }) => !known.has(at.path))
  return [
    ...unknown.map(({ at }) => toPathLine(at.path)),
    ...patches.flatMap(patch => toPatchLines(patch, share)),
  ]
}

/** Something in the changes cannot be seen: a yes to that is for once. */
export const hidesAnything = ({ shown, patches }: ClaimedChanges): boolean =>
  ![...shown.map(({ newText }) => newText), ...patches].every(isFitForDisplay)

const toPathLine = (path: string): string => `  writes ${sanitizeLine(path)}`
