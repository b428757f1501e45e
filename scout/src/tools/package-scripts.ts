/** Whether a change of a `package.json` changes the programs that its `scripts` name: others run those by themselves. */

import { basename } from 'node:path'

/** Some disks are blind to case, so this is. */
export const isPackage = (path: string): boolean => basename(path).toLowerCase() === 'package.json'

/** What cannot be read counts as a change: what other programs make of it is anybody's guess. */
export function changesScripts(before: string | undefined, after: string): boolean {
  const scripts = scriptsIn(after)
  return scripts === undefined || scripts !== (before === undefined ? NONE : scriptsIn(before))
}

const NONE = '[]'

function scriptsIn(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isRecord(parsed)) return undefined
    const { scripts = {} } = parsed
    if (!isRecord(scripts)) return undefined
    // Their order means nothing.
    return JSON.stringify(Object.entries(scripts).sort(([one], [other]) => (one < other ? -1 : 1)))
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
