/** What of our environment a program we start gets to see: an allow-list, plus what the caller names. */

const ALLOWED = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG TZ TERM TMPDIR CI ' +
    // Without these most programs do not start on Windows.
    'SYSTEMROOT SYSTEMDRIVE COMSPEC PATHEXT WINDIR TEMP TMP USERPROFILE USERNAME APPDATA LOCALAPPDATA PROGRAMFILES'
  ).split(' '),
)

/** Variables by name; one without a value is left out. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The allowed part of `from`, then everything in `more`. */
export function allowedEnvironment(
  more: Environment = {},
  from: Environment = process.env,
): Record<string, string> {
  const chosen: Record<string, string> = {}
  for (const [name, value] of Object.entries(from))
    if (value !== undefined && (ALLOWED.has(name.toUpperCase()) || name.startsWith('LC_')))
      chosen[name] = name.toUpperCase() === 'PATH' ? absoluteFolders(value) : value
  for (const [name, value] of Object.entries(more)) if (value !== undefined) chosen[name] = value
  return chosen
}

/** A folder that is not spelt from the root is whatever the working directory makes of it: a repository's, perhaps. */
function absoluteFolders(path: string): string {
  const { delimiter, isAbsolute } = process.getBuiltinModule('node:path')
  return path
    .split(delimiter)
    .filter(folder => isAbsolute(folder))
    .join(delimiter)
}
