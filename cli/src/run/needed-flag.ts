/** Which flag would have allowed something: the narrowest that there is, as it can be typed. */

import type { PermissionRequest } from '@parley/acp/client'
import { type Action, leastLasting, toPolicyLine } from '@parley/acp/guard'
import { toLine } from '../agents/command-line.js'

const PLAIN_PATH = /^[^*?\\{}[\]:]+$/

/** The flag; or, where none would do, why not. */
export function neededFlag({
  action,
  decision,
  options,
}: PermissionRequest): { flag: string } | { why: string } {
  if (action === undefined || decision === undefined) return { flag: '--approve all' }
  if (decision.by === 'builtin:cleaned') return { why: 'No flag allows what hides characters.' }
  if (decision.by.startsWith('builtin:broken-'))
    return { why: 'Mend that file: until then everything is asked about.' }
  if (
    action.action === 'agent.claimed' &&
    leastLasting(options, 'allow', { delegateAlways: false }) === undefined
  )
    return { why: 'No flag can choose between its answers: run it in a terminal.' }
  if (decision.by !== 'default:ask') return { flag: '--approve all' }
  return { flag: `--allow ${toLine([toRule(action)])}` }
}

function toRule(action: Action): string {
  const line = toShortLine(action)
  return line ?? toPolicyLine(action, {}) ?? 'claimed'
}

function toShortLine(action: Action): string | undefined {
  switch (action.action) {
    case 'agent.claimed':
      return /^[a-z_]+$/.test(action.kind) ? `claimed:${action.kind}` : 'claimed'
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
