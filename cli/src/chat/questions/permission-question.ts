/** A request for leave as a question: what is a fact, what is a claim, what each answer would be remembered as. Bounded. */

import type { PermissionChange, PermissionChoice, PermissionRequest } from '@parley/acp/client'
import { boundedLine, describeAction, sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import { toQuestion } from '../../run/question-lines.js'
import type { AnswerOption, PermissionQuestion } from '../model/question.js'
import { withCommandOnce } from './command-lines.js'
import { isCreation, isDestructive } from './destructive.js'
import { aboutShown } from './shown-change.js'

const MOST_LINES = 4_000
const MOST_CHARACTERS = 200_000
const MOST_OPTIONS = 16

export function toPermissionQuestion(
  id: string,
  request: PermissionRequest,
  roots: readonly string[],
): PermissionQuestion {
  const { action, decision, toolCall, description, changes = [], options } = request
  const whole = toQuestion({ ...request, lines: factsOf(request, changes) })
  const { title, lines } = withCommandOnce(whole, request)
  const reason = decision?.reason
  const isClaimed = action?.action === 'agent.claimed'
  const isUnjudged = action === undefined && changes.length === 0
  return {
    is: 'permission',
    id,
    title,
    lines: bounded(lines),
    ...(isClaimed && { claimed: countClaims(lines) }),
    // What this side asks about is described by the reason.
    description:
      description === undefined || description === reason ? undefined : boundedLine(description, 500),
    action: action?.action,
    callId: toolCall?.toolCallId,
    claimedKind: isClaimed ? action.kind : action === undefined ? (toolCall?.kind ?? 'other') : undefined,
    reason: reason === undefined ? undefined : boundedLine(reason, 300),
    isDestructive: isDestructive(request),
    ...(isCreation(request) && { isCreation: true }),
    cwd: roots[0] ?? '',
    changes,
    ...(isUnjudged && aboutShown(toolCall?.content ?? [])),
    options:
      isClaimed || !action
        ? options.slice(0, MOST_OPTIONS).map(toTheirOption)
        : inOwnOrder(options).slice(0, MOST_OPTIONS).map(toOwnOption),
  }
}

/** What is said besides the texts of changes, which are shown from the changes themselves. */
function factsOf({ action, lines = [], toolCall }: PermissionRequest, changes: readonly PermissionChange[]) {
  // A patch stands nowhere else.
  const hasPatch = (toolCall?.content ?? []).some(each => each.type === 'diff' && !('newText' in each))
  if (action === undefined || changes.length === 0 || hasPatch) return lines
  const facts = describeAction(action).reduce((sum, fact) => sum + breaksOf(fact) + 1, 0)
  const shown = new Set(changes.map(({ path }) => `  writes ${sanitizeLine(path)}`))
  const isTold = (line: string): boolean =>
    line.startsWith('  (') || (line.startsWith('  writes ') && !shown.has(line))
  return [...lines.slice(0, facts), ...new Set(lines.slice(facts).filter(isTold))]
}

/** How many of the first lines say only whose words they are, and what these say. */
function countClaims(lines: readonly string[]): number {
  const found = lines.findIndex((line, index) => index > 0 && !line.startsWith('  “'))
  return found < 0 ? lines.length : found
}

const breaksOf = (fact: string): number => sanitizeForDisplay(fact).split('\n').length - 1

function bounded(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let characters = 0
  for (const line of lines) {
    characters += line.length
    if (kept.length === MOST_LINES || characters > MOST_CHARACTERS)
      return [
        ...kept,
        `  … ${lines.length - kept.length} more lines are too long to be shown: do not allow it`,
      ]
    kept.push(line)
  }
  return kept
}

const KINDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always']

/** As agents order theirs, so that a digit means about the same whoever asks. Those of one kind stay as they are. */
function inOwnOrder(options: readonly PermissionChoice[]): readonly PermissionChoice[] {
  const rankOf = ({ kind }: PermissionChoice): number => KINDS.indexOf(kind)
  return options.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** The answers of this side are called by the rule that they would write. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  session: 'Allow in this session',
  'session-folder': 'Allow in its folder, in this session',
  workspace: 'Allow in this workspace, for 30 days',
  always: 'Allow always',
}

function toOwnOption({ optionId, name, kind }: PermissionChoice): AnswerOption {
  const short = Object.hasOwn(OWN_NAMES, optionId) ? OWN_NAMES[optionId] : undefined
  if (!kind.endsWith('_always') || short === undefined) return { id: optionId, name, kind }
  const isLasting = !optionId.startsWith('session')
  return { id: optionId, name: short, kind, rule: name, ...(isLasting && { isLasting }) }
}

const THEIR_YES =
  'the agent remembers it, not this side: what it covers, and for how long, only the agent knows'
const THEIR_NO = 'the agent may remember it; this side does not'

/** What an agent is told to remember is out of our hands. */
function toTheirOption({ optionId, name, kind }: PermissionChoice): AnswerOption {
  if (kind === 'reject_always') return { id: optionId, name, kind, rule: THEIR_NO }
  if (kind !== 'allow_always') return { id: optionId, name, kind }
  return { id: optionId, name, kind, rule: THEIR_YES, isLasting: true }
}
