/**
 * The judgement. Built-in deny, then the user's deny, then the project's, then what must be asked every time, then the
 * most specific allow, then the question. Over facts alone: what the agent says about itself grants nothing.
 */

import type { Action, Claim } from './action.js'
import type { Circumstances } from './circumstances.js'
import { findCommandPass, waysToRun } from './command-pass.js'
import { cureOf, whereIs } from './cure.js'
import type { Decision } from './decision.js'
import { findPass } from './edit-pass.js'
import { matchesGrant } from './grant.js'
import { isInside } from './place.js'
import type { PolicySource, Rule } from './policy.js'
import { placesOf } from './protected-paths.js'
import { findQuestion, linesFor } from './questions.js'
import { weightOf } from './rule-match.js'
import { hidesText, scopesOf } from './scopes.js'
import { findOverload, findRefusal, type Verdict } from './verdicts.js'

const deny = ({ by, reason }: Verdict): Decision => ({ effect: 'deny', by, reason, scopes: [] })
const allow = (by: string, reason: string): Decision => ({ effect: 'allow', by, reason, scopes: [] })

const isOf = (source: PolicySource, { id }: Rule): boolean => id.startsWith(`${source}:`)

function findDenial(action: Action, circumstances: Circumstances): Verdict | undefined {
  const lines = linesFor(action, circumstances, 'deny')
  const users = lines.find(line => isOf('user', line))
  if (users !== undefined)
    return { by: users.id, reason: `The user policy denies it: ${whereIs(users, circumstances)}.` }
  const rejected = circumstances.grants.find(
    grant => grant.effect === 'reject' && matchesGrant(grant, action, circumstances),
  )
  if (rejected !== undefined) return { by: `grant:${rejected.id}`, reason: 'The user rejected this before.' }
  const [projects] = lines
  return (
    projects && {
      by: projects.id,
      reason: `The project policy denies it: ${whereIs(projects, circumstances)}.`,
    }
  )
}

function findAllowance(action: Action, circumstances: Circumstances): Decision | undefined {
  const grant = circumstances.grants.find(
    each => each.effect === 'allow' && matchesGrant(each, action, circumstances),
  )
  if (grant !== undefined) return allow(`grant:${grant.id}`, 'The user allowed this before.')
  // Only the user's lines allow; that a project has none was checked when it was read, and is not relied on.
  const lines = linesFor(action, circumstances, 'allow').filter(line => isOf('user', line))
  const [line] = lines.toSorted((one, other) => weightOf(other) - weightOf(one))
  if (line !== undefined) return allow(line.id, 'A line of the user policy allows it.')
  if (action.action !== 'fs.read' || !isInside(action.at)) return undefined
  return allow('default:read-in-root', 'Files inside the session’s directories may be read.')
}

function whyAskClaim({ writes = [], runs }: Claim): string {
  if (writes.length === 0 && runs !== undefined) return 'A yes covers one run of exactly this command.'
  // Without its digest nobody can tell whether the change that is made is the one that was shown.
  if (writes.length === 0 || writes.some(({ sha256 }) => sha256 === ''))
    return 'The agent does this by itself, and nobody can check what it says.'
  return writes.length === 1
    ? 'A yes covers only this change, to this file.'
    : 'A yes covers only these changes, to these files.'
}

function whyAsk(action: Action): string {
  if (action.action === 'agent.claimed') return whyAskClaim(action)
  const places = action.action === 'terminal.exec' ? [action.cwd] : placesOf(action)
  if (!places.every(isInside)) return 'It lies outside the session’s directories.'
  const isHiding = action.action === 'fs.write' && hidesText(action)
  return isHiding ? 'It holds characters that cannot be seen: a yes counts once.' : 'Nothing allows it yet.'
}

/** A question becomes a refusal when nobody is there, and says what would have spared it. */
function ask(question: Decision, { canAsk }: Circumstances, toCure: () => string): Decision {
  if (canAsk) return question
  return deny({ by: 'default:nobody-to-ask', reason: `${question.reason} Nobody can be asked. ${toCure()}` })
}

/** An action, and the changes that it shows: what stops one of them stops it all. */
const partsOf = (action: Action): readonly Action[] =>
  action.action === 'agent.claimed' ? [action, ...(action.writes ?? [])] : [action]

/** The first verdict on any part of an action. */
function findAny(action: Action, find: (part: Action) => Verdict | undefined): Verdict | undefined {
  for (const part of partsOf(action)) {
    const verdict = find(part)
    if (verdict !== undefined) return verdict
  }
  return undefined
}

/** What cannot be read cannot be held against a line: where any denies commands, it is denied. */
function findUnreadableDenial({ policies }: Circumstances): Verdict | undefined {
  const isDenying = policies.some(({ rules }) =>
    rules.some(({ effect, action }) => effect === 'deny' && action === 'terminal.exec'),
  )
  if (!isDenying) return undefined
  return { by: 'builtin:unreadable', reason: 'It shows a command that nobody can read, and some are denied.' }
}

/** A command that is denied may not be asked about either: whoever says yes to it would be wrong. */
function findShownDenial(action: Action, circumstances: Circumstances): Verdict | undefined {
  if (action.action !== 'agent.claimed') return undefined
  if (action.hasUnreadableCommand === true) return findUnreadableDenial(circumstances)
  if (action.runs === undefined) return undefined
  for (const run of waysToRun(action.runs, circumstances.roots)) {
    const denial = findDenial(run, circumstances)
    if (denial !== undefined) return denial
  }
  return undefined
}

/** A line that allows what agents do by themselves does not mean the whole disk. */
function findShownOutside(part: Action, circumstances: Circumstances): Verdict | undefined {
  if (part.action !== 'fs.write' || isInside(part.at)) return undefined
  if (findAllowance(part, circumstances) !== undefined) return undefined
  return { by: 'builtin:outside', reason: `${part.at.path} lies outside the session’s directories.` }
}

function findAnyQuestion(action: Action, circumstances: Circumstances): Verdict | undefined {
  const demanded = findAny(action, part => findQuestion(part, circumstances))
  if (demanded !== undefined || action.action !== 'agent.claimed') return demanded
  return findAny(action, part => findShownOutside(part, circumstances))
}

/** The verdict on an action: whether it may happen, must be asked about, or may not; on whose word, and for how long. */
export function decide(action: Action, circumstances: Circumstances): Decision {
  const denial =
    findRefusal(action) ??
    findOverload(action, circumstances) ??
    findAny(action, part => findDenial(part, circumstances)) ??
    findShownDenial(action, circumstances)
  if (denial !== undefined) return deny(denial)
  if (
    action.action === 'fs.write' &&
    findPass(circumstances.passes ?? [], action, circumstances) !== undefined
  )
    return allow('pass:edit', 'The user approved this very change.')
  if (
    action.action === 'terminal.exec' &&
    findCommandPass(circumstances.commandPasses ?? [], action, circumstances) !== undefined
  )
    return allow('pass:command', 'The user approved this very command.')
  const question = findAnyQuestion(action, circumstances)
  if (question !== undefined) {
    const { by, reason, cure = 'No policy line can allow this.' } = question
    return ask({ effect: 'ask', by, reason, scopes: ['once'] }, circumstances, () => cure)
  }
  const allowance = findAllowance(action, circumstances)
  if (allowance !== undefined) return allowance
  const reason = whyAsk(action)
  const open: Decision = { effect: 'ask', by: 'default:ask', reason, scopes: scopesOf(action, circumstances) }
  return ask(open, circumstances, () => cureOf(action, circumstances))
}
