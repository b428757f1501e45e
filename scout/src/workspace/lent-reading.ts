/**
 * What the client says of files that scout reads by itself, because the protocol has no word for it: a client that lends
 * its files decides about every read, so it is asked for one line and what it refuses stays unread.
 */

import { RpcError, type Turn } from '@parley/acp/agent'
import { reasonIn } from './refusal.js'
import type { Findings, Match } from './workspace.js'

type Files = NonNullable<Turn['files']>

const AT_ONCE = 8

/** The matches in files that the client lets be read; how many files are left out is told. */
export async function screenMatches(files: Files, found: Findings<Match>): Promise<Findings<Match>> {
  const firsts = new Map<string, number>()
  for (const { path, line } of found.items) if (!firsts.has(path)) firsts.set(path, line)
  const paths = [...firsts.keys()]
  const open = new Set<string>()
  const ask = async (path: string): Promise<void> => {
    const isOpen = await files.read(path, { line: firsts.get(path) ?? 1, limit: 1 }).then(
      () => true,
      () => false,
    )
    if (isOpen) open.add(path)
  }
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(ask))
  const leftOut = paths.length - open.size
  return { ...found, items: found.items.filter(({ path }) => open.has(path)), leftOut }
}

const DENIALS: readonly unknown[] = ['permission_denied', 'resource_access_denied']

/** Throws what the client says where it refuses. That it cannot read what is no text is no refusal. */
export async function demandLent(files: Files, path: string): Promise<void> {
  try {
    await files.read(path, { line: 1, limit: 1 })
  } catch (error) {
    if (!(error instanceof RpcError) || DENIALS.includes(reasonIn(error.data))) throw error
  }
}
