/** Whether a new text of a `package.json` would change the programs that its `scripts` run by themselves. Pure text. */

/** Files that name such programs. Volumes may be blind to case, so this is. */
export const namesScripts = (name: string): boolean => name.toLowerCase() === 'package.json'

/** A text that cannot be read is a change: what other programs make of it is anybody's guess. */
export function changesScripts(before: string | undefined, after: string): boolean {
  const old = before === undefined ? NONE : scriptsOf(before)
  const scripts = scriptsOf(after)
  return scripts === undefined || old !== scripts
}

const NONE = '{}'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function scriptsOf(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isRecord(parsed)) return undefined
    return 'scripts' in parsed ? toCanonical(parsed.scripts) : NONE
  } catch {
    return undefined
  }
}

/** The order of scripts means nothing. */
function toCanonical(scripts: unknown): string | undefined {
  if (!isRecord(scripts)) return undefined
  const entries = Object.entries(scripts).sort(([left], [right]) => (left < right ? -1 : 1))
  if (entries.length === 0) return NONE
  return entries.every(([, command]) => typeof command === 'string') ? JSON.stringify(entries) : undefined
}
