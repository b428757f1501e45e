/** Which flags would have allowed something: the narrowest that there is first, as they can be typed. */

import type { PermissionRequest } from '@parley/acp/client'
import { type Action, type Claim, leastLasting, readPolicy, toPolicyLine } from '@parley/acp/guard'
import { toLine } from '../agents/command-line.js'
import { readAllowance } from './allowance.js'
import { type Judgement, judge } from './flag-judge.js'
import { findShown, isForLines, isOfItsKind, type ShownAction } from './shown-action.js'

/** A flag that allows this, and one that allows more; or, where none would do, why not. */
export type NeededFlag =
  | { readonly flag: string; readonly broader: readonly string[] }
  | { readonly why: string }

const PLAIN_PATH = /^[^*?\\{}[\]:]+$/
// So many flags are typed; more are not.
const MOST_FLAGS = 4
const UNHELD = /^--allow (?:execute$|claimed)/

/** What is doubted is allowed by nothing but the broadest; what is unheld, also by a line that spells it out. */
export async function neededFlag(
  request: PermissionRequest,
  { doubt, isUnheld = false }: Pick<Judgement, 'doubt' | 'isUnheld'> = {},
): Promise<NeededFlag> {
  const { action, decision, options } = request
  const all = { flag: '--approve all', broader: [] }
  if (action === undefined || decision === undefined) return all
  if (decision.by === 'builtin:cleaned') return { why: 'No flag allows what hides characters.' }
  if (decision.by.startsWith('builtin:broken-'))
    return { why: 'Mend that file: until then everything is asked about.' }
  const isClaimed = action.action === 'agent.claimed'
  if (isClaimed && leastLasting(options, 'allow', { delegateAlways: false }) === undefined)
    return { why: 'No flag can choose between its answers: run it in a terminal.' }
  if (decision.by !== 'default:ask' || (doubt !== undefined && !isUnheld)) return all
  const flags = isClaimed
    ? await flagsForClaim(action, request)
    : [`--allow ${toLine([toRule(action)])}`, ...broaderFor(action)]
  const fit = isUnheld ? flags.filter(each => !UNHELD.test(each)) : flags
  const [flag = all.flag, ...broader] = fit
  return { flag, broader: broader.slice(0, 1) }
}

async function flagsForClaim(claim: Claim, request: PermissionRequest): Promise<readonly string[]> {
  const { actions, isKnown } = await findShown(claim, request.session.roots)
  const keys = Object.keys(Object(request.toolCall?.rawInput))
  const isSteered = !isForLines(claim, keys)
  const shown = isKnown && (!isSteered || isOfItsKind(claim)) ? actions : []
  const lines = shown.map(action => findLine(action, request))
  const isCovered =
    !isSteered && lines.length > 0 && lines.length <= MOST_FLAGS && lines.every(line => line !== undefined)
  const narrow = isCovered ? [lines.map(line => `--allow ${toLine([line ?? ''])}`).join(' ')] : []
  const word = /^[a-z_]+$/.test(claim.kind) ? `claimed:${claim.kind}` : 'claimed'
  const believing = isOfItsKind(claim) ? `--allow ${word}` : '--approve all'
  return [...narrow, ...(shown.length === 1 ? shown.flatMap(broaderFor) : []), believing]
}

/** The line for something that is shown, where it would hold. */
function findLine(action: ShownAction, { session }: PermissionRequest): string | undefined {
  const line = toShortLine(action)
  if (line === undefined) return undefined
  const [added] = readAllowance({ allow: [line] }).rules
  const reading = readPolicy(JSON.stringify({ version: 1, rules: [added?.rule] }), 'user')
  if (!('policy' in reading)) return undefined
  const facts = { sessionId: session.id, roots: session.roots, policies: [reading.policy] }
  return judge(action, facts).effect === 'allow' ? line : undefined
}

function broaderFor(action: Action): readonly string[] {
  if (action.action === 'terminal.exec') return ['--allow execute']
  return action.action === 'fs.write' && action.at.root !== undefined ? ['--approve edits'] : []
}

function toRule(action: Action): string {
  return toShortLine(action) ?? toPolicyLine(action, {}) ?? 'claimed'
}

function toShortLine(action: Action): string | undefined {
  switch (action.action) {
    case 'fs.read':
      return toPathLine('read', action.at)
    case 'fs.write':
      return toPathLine('edit', action.at)
    case 'terminal.exec': {
      const isPlain = action.argv.every(
        word => word !== '' && !/^(?:\*|\.\.\.|\\.*)$/.test(word) && !word.includes('\n'),
      )
      if (!isPlain || Object.keys(action.env).length > 0) return undefined
      return `execute:${toLine(action.argv)}`
    }
    default:
      return undefined
  }
}

function toPathLine(
  word: string,
  { path, root }: { readonly path: string; readonly root?: string | undefined },
): string | undefined {
  if (!PLAIN_PATH.test(path)) return undefined
  const isInside = root !== undefined && path.startsWith(`${root}/`)
  return `${word}:${isInside ? path.slice(root.length + 1) : path}`
}
