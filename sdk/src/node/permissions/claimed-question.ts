/** A question that an agent asks about its own doing: what it claims, which of its answers are shown, and what it hears. */

import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { PermissionChoice, PermissionRequest } from '../../client/index.js'
import { type Claim, leastLasting } from '../../guard/index.js'
import { isFitForDisplay, sanitizeForDisplay, sanitizeLine } from '../../text/index.js'
import { currentText, type Passage, toWholeText } from './approved-text.js'
import { digest } from './audit-line.js'

/** A change that the agent shows with its question: where it would really be made, and of what. */
export interface ShownChange {
  readonly path: string
  readonly sha256: string
}

/** What an agent says of itself, cleaned; nothing of it was checked. */
export function toClaim({ title, toolCall }: PermissionRequest): Claim {
  const kind = toolCall?.kind ?? 'other'
  const wasCleaned = ![title, kind].every(isFitForDisplay)
  return { action: 'agent.claimed', kind: sanitizeLine(kind), title: sanitizeLine(title), wasCleaned }
}

/** What the agent would write, with the place that the kernel says it is. */
export async function findChanges({ toolCall, session }: PermissionRequest): Promise<readonly ShownChange[]> {
  const shown = (toolCall?.content ?? []).flatMap(content => (content.type === 'diff' ? [content] : []))
  const byPath = new Map<string, Passage[]>()
  // Other versions show changes in other ways.
  for (const { path, oldText, newText } of shown.filter(isUsable)) {
    const real = await toRealPath(path)
    byPath.set(real, [...(byPath.get(real) ?? []), { oldText, newText }])
  }
  const changes = [...byPath].map(async ([path, passages]) => {
    const text = toWholeText(passages, await currentText(path, passages, session.roots))
    return text === undefined ? [] : [{ path, sha256: digest(text) }]
  })
  return (await Promise.all(changes)).flat()
}

const isUsable = ({ path, newText }: { readonly path: string; readonly newText: string }): boolean =>
  typeof newText === 'string' && isAbsolute(path)

/** The agent's answers without those it would not be told: its memory is not ours. */
export function toShown(
  options: readonly PermissionChoice[],
  delegateAlways: boolean,
): readonly PermissionChoice[] {
  if (delegateAlways) return options
  const hasReject = options.some(({ kind }) => kind === 'reject_once')
  return options.filter(({ kind }) => kind !== 'allow_always' && !(hasReject && kind === 'reject_always'))
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

/** Where the changes would be made, for people. */
export function toChangeLines(changes: readonly ShownChange[]): readonly string[] {
  return changes.map(({ path }) => sanitizeForDisplay(`  writes ${path}`))
}

/** A file is not written through a link, so its last name stays; what is not there yet has no other place. */
async function toRealPath(path: string): Promise<string> {
  const folder = dirname(path)
  if (folder === path) return path
  const real = await realpath(folder).catch(() => undefined)
  return join(real ?? (await toRealPath(folder)), basename(path))
}
