/** `parley policy show`: which files hold here, what is wrong with them, and what was allowed for longer than once. */

import { existsSync } from 'node:fs'
import { describeGrant, type Grant, type Policy, sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import type { Notice } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { toIso } from '../listing/moment.js'
import { print } from '../listing/print.js'
import { toSafeJson, toSafeJsonText } from '../listing/safe-json.js'
import type { Shell } from '../shell.js'
import { isHint, look, type PlaceOptions, policyFiles } from './policy-place.js'
import { linesOf } from './policy-text.js'

export interface ShowOptions extends PlaceOptions {
  readonly format: 'text' | 'json'
}

/** A policy file as it stands here. */
interface Held {
  readonly source: Policy['source']
  readonly file: string
  readonly isThere: boolean
  readonly isBroken: boolean
  readonly notices: readonly Notice[]
  readonly lines: readonly unknown[]
}

export async function showPolicy(options: ShowOptions, shell: Shell): Promise<number> {
  const { circumstances, notices } = await look(options, shell)
  const files = policyFiles(options, shell)
  const held = circumstances.policies.map((policy): Held => {
    const file = policy.file ?? files[policy.source]
    const { source, isBroken } = policy
    // Who can read a file that does not count is the least of its troubles.
    const own = notices.filter(notice => notice.path === file && !(isBroken && isHint(notice)))
    return { source, file, isThere: existsSync(file), isBroken, notices: own, lines: linesOf(policy, file) }
  })
  const others = notices.filter(({ path }) => held.every(({ file }) => file !== path))
  const { grants } = circumstances
  if (options.format === 'json') await print(shell.stdout, toSafeJsonText(toJson(held, others, grants)))
  else await print(shell.stdout, toText(held, others, grants))
  return held.some(({ isBroken }) => isBroken) ? EXIT.error : EXIT.ok
}

function toJson(held: readonly Held[], others: readonly Notice[], grants: readonly Grant[]): object {
  return {
    policies: held.map(({ notices, ...rest }) => ({
      ...rest,
      notices: notices.map(({ message }) => message),
    })),
    notices: others,
    grants: grants.map(grant => ({
      ...grant,
      createdAt: toIso(grant.createdAt),
      ...(grant.expiresAt === undefined ? {} : { expiresAt: toIso(grant.expiresAt) }),
      description: describeGrant(grant),
    })),
  }
}

function toText(held: readonly Held[], others: readonly Notice[], grants: readonly Grant[]): string {
  return [
    ...held.flatMap(describeFile),
    ...others.map(({ path, message }) => `! ${sanitizeLine(path)}: ${sanitizeForDisplay(message)}`),
    grants.length === 0
      ? 'Nothing was allowed for longer than once.'
      : 'Allowed or rejected for longer than once:',
    ...grants.map(grant => `  ${grant.id}  ${sanitizeLine(describeGrant(grant))}${until(grant)}`),
    '',
  ].join('\n')
}

const HINT = 'others can read it; if they should not: chmod 600'

function describeFile({ source, file, isThere, isBroken, notices, lines }: Held): readonly string[] {
  const whose = source === 'user' ? 'User policy' : 'Project policy'
  const state = isThere ? (isBroken ? 'does not count' : `${lines.length} lines`) : 'not there'
  return [
    `${whose}: ${sanitizeLine(file)} (${state === '1 lines' ? '1 line' : state})`,
    ...notices.map(notice => (isHint(notice) ? `  (${HINT})` : `  ! ${sanitizeForDisplay(notice.message)}`)),
    ...lines.map((line, index) => `  $.rules[${index}]  ${toSafeJson(line)}`),
    '',
  ]
}

function until({ expiresAt }: Grant): string {
  return expiresAt === undefined ? '' : ` (until ${toIso(expiresAt).slice(0, 10)})`
}
