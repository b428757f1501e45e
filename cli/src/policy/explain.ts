/** `parley policy explain`: what would be decided, and on whose word, by the judge that really decides. Changes nothing. */

import { resolve } from 'node:path'
import {
  type Action,
  type Decision,
  decide,
  describeAction,
  describeGrant,
  type Policy,
  sanitizeForDisplay,
  sanitizeLine,
} from '@parley/acp/guard'
import type { Foresight } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import { toSafeJson, toSafeJsonText } from '../listing/safe-json.js'
import type { Shell } from '../shell.js'
import { toAction } from './asked-action.js'
import { isHint, look, type PlaceOptions } from './policy-place.js'
import { lineOf } from './policy-text.js'

export interface ExplainOptions extends PlaceOptions {
  readonly format: 'text' | 'json'
}

/** What becomes of an action where somebody can be asked, and where nobody can. */
interface Verdicts {
  readonly action: Action
  readonly asked: Decision
  readonly headless: Decision
  /** Why nothing of it would even be judged. */
  readonly refusal?: string | undefined
  /** What becomes of the question of an agent that asks before it does this, which only says that it is this. */
  readonly claim?: { readonly kind: string; readonly decision: Decision } | undefined
}

export async function explainPolicy(
  words: readonly string[],
  options: ExplainOptions,
  shell: Shell,
): Promise<number> {
  const foresight = await look(options, shell)
  const { circumstances, notices } = foresight
  const action = await toAction({ words, cwd: resolve(shell.cwd, options.cwd ?? '.'), foresight })
  const headless = { ...circumstances, canAsk: false }
  const refusal = refusalOf(action, foresight)
  const verdicts: Verdicts =
    refusal === undefined
      ? {
          ...{ action, asked: decide(action, circumstances), headless: decide(action, headless) },
          claim: claimFor(action, headless),
        }
      : { action, asked: refusedBy(refusal), headless: refusedBy(refusal), refusal }
  for (const notice of notices.filter(each => !isHint(each)))
    await print(shell.stderr, `parley: ${sanitizeLine(notice.path)}: ${sanitizeForDisplay(notice.message)}\n`)
  const isJson = options.format === 'json'
  await print(shell.stdout, isJson ? toJson(verdicts, foresight) : toText(verdicts, foresight))
  return EXIT.ok
}

/** Files and commands are lent inside the session's directories alone, whatever a policy says. */
function refusalOf(action: Action, { notices }: Foresight): string | undefined {
  const places =
    action.action === 'terminal.exec'
      ? [action.cwd]
      : action.action === 'fs.read' || action.action === 'fs.write'
        ? [action.at]
        : []
  if (places.every(({ root }) => root !== undefined)) return undefined
  const unlent = notices.find(({ kind }) => kind === 'directory')
  return unlent === undefined
    ? 'It lies outside the session’s directories, which alone are lent: it is refused before anything is judged.'
    : 'The directory of the session is not lent: it is refused before anything is judged.'
}

/** Whatever the policies say, this is how it ends. */
function refusedBy(reason: string): Decision {
  return { effect: 'deny', by: 'host', reason, scopes: [] }
}

const KINDS: Readonly<Partial<Record<Action['action'], string>>> = {
  'fs.write': 'edit',
  'fs.delete': 'delete',
  'fs.move': 'move',
  'terminal.exec': 'execute',
  'net.fetch': 'fetch',
}

/** A line about the deed does not answer the question: what an agent says of itself is judged by lines of its own. */
function claimFor({ action }: Action, headless: Foresight['circumstances']): Verdicts['claim'] {
  const kind = KINDS[action]
  if (kind === undefined) return undefined
  const claim: Action = { action: 'agent.claimed', kind, title: '', wasCleaned: false }
  return { kind, decision: decide(claim, headless) }
}

const VERBS: Readonly<Record<Decision['effect'], string>> = {
  allow: 'It is allowed',
  ask: 'It is asked about',
  deny: 'It is denied',
}

function toText(verdicts: Verdicts, { circumstances }: Foresight): string {
  const { action, asked, headless, refusal } = verdicts
  const verdict =
    refusal === undefined
      ? [
          `${VERBS[asked.effect]}: ${asked.reason}`,
          `  by ${asked.by}${wordOf(asked, circumstances)}`,
          ...(asked.effect === 'ask' ? [`  a yes may last: ${asked.scopes.join(', ')}`] : []),
          ...(asked.effect === headless.effect
            ? []
            : [`Where nobody can be asked, it is denied: ${headless.reason}`]),
          ...claimLines(verdicts),
        ]
      : [refusal]
  const lines = [...describeAction(action), '', ...verdict]
  return `${lines.map(line => sanitizeForDisplay(line)).join('\n')}\n`
}

function claimLines({ asked, claim }: Verdicts): readonly string[] {
  // What must be asked every time no line answers, neither of the deed nor of the question.
  if (asked.effect === 'deny' || asked.by.startsWith('builtin:')) return []
  if (claim === undefined || claim.decision.effect === 'allow') return []
  return [
    `An agent that asks before it acts needs a line for agent.claimed as well, or \`parley run --allow claimed:${claim.kind}\`.`,
  ]
}

/** The line or the earlier answer that decided. */
function wordOf(
  { by }: Decision,
  { policies, grants }: { readonly policies: readonly Policy[] } & Pick<Foresight['circumstances'], 'grants'>,
): string {
  const found = lineOf(by, policies)
  if (found !== undefined) return `, ${found.where}: ${toSafeJson(found.line)}`
  const grant = grants.find(({ id }) => by === `grant:${id}`)
  return grant === undefined ? '' : `: ${describeGrant(grant)}`
}

function toJson({ action, asked, headless, refusal, claim }: Verdicts, { circumstances }: Foresight): string {
  const found = lineOf(asked.by, circumstances.policies)
  const isRefused = refusal !== undefined
  return toSafeJsonText({
    ...{ action, decision: asked, headless },
    ...(found === undefined ? {} : { line: found.line, where: found.where }),
    ...(claim === undefined ? {} : { claimed: claim }),
    ...(isRefused ? { refusal } : {}),
  })
}
