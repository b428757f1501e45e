/** What a grant covers: the very facts that were approved, or files under one folder that the user named by a pattern. */

import type { Action } from './action.js'
import type { Circumstances } from './circumstances.js'
import { matchesNames, toPathGlob } from './path-glob.js'
import { namesBelow } from './place.js'

/** The facts of an action to the letter, or the files of one folder that match a pattern. */
export type Coverage = { readonly facts: string } | { readonly folder: string; readonly glob: string }

const sorted = (entries: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1))

/** The facts of an action in one spelling: equal texts are equal actions. Content is left out: the path is approved. */
function factsOf(action: Action): readonly unknown[] {
  switch (action.action) {
    case 'fs.read':
    case 'fs.write':
      return [action.at.path]
    case 'fs.delete':
      return [action.isFolder, ...action.at.map(({ path }) => path).sort()]
    case 'fs.move':
      return [action.from.path, action.to.path]
    case 'terminal.exec':
      return [action.argv, action.isShell, action.cwd.path, sorted(action.env)]
    case 'net.fetch':
      return [action.url]
    case 'mcp.call':
      return [action.server, action.tool, action.schema]
    case 'mcp.start':
      return [action.server, action.argv]
    case 'agent.mode':
      return [action.mode]
    case 'agent.claimed':
      return [action.kind, action.title]
  }
}

const toFactsText = (action: Action): string => JSON.stringify([action.action, ...factsOf(action)])

/** What covers exactly this action. */
export const coverageOf = (action: Action): Coverage => ({ facts: toFactsText(action) })

// `{root}/**` names nothing.
const NAMED = /[^*?/]/

/** What covers the files of one root that match a pattern; nothing unless it names something and covers this action. */
export function toGlobCoverage(
  action: Action,
  text: string,
  circumstances: Circumstances,
): Coverage | undefined {
  if (action.action !== 'fs.read' && action.action !== 'fs.write') return undefined
  const glob = toPathGlob(text)
  // The root is written out: a pattern agreed to here must not hold in the next workspace.
  if ('expected' in glob || glob.start !== 'root' || action.at.root === undefined) return undefined
  if (!NAMED.test(text.slice('{root}'.length))) return undefined
  const coverage = { folder: action.at.root, glob: text }
  return covers(coverage, action, circumstances) ? coverage : undefined
}

/** Whether a coverage holds an action, apart from whom and when. */
export function covers(
  coverage: Coverage,
  action: Action,
  ground: Pick<Circumstances, 'isCaseInsensitive'>,
): boolean {
  if ('facts' in coverage) return coverage.facts === toFactsText(action)
  if (action.action !== 'fs.read' && action.action !== 'fs.write') return false
  const glob = toPathGlob(coverage.glob)
  const names = namesBelow(action.at.path, coverage.folder, ground.isCaseInsensitive)
  return (
    !('expected' in glob) && names !== undefined && matchesNames(names, glob.names, ground.isCaseInsensitive)
  )
}
