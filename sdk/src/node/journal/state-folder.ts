/** The folders for state and settings that belong to the user, by the XDG convention. */

/** Where the sessions stand. */
export function usualFolder(): string {
  return stateFolder('sessions')
}

/** A folder of ours for what programs keep. */
export function stateFolder(name: string): string {
  const { join } = process.getBuiltinModule('node:path')
  return join(homeFor(process.env.XDG_STATE_HOME, ['.local', 'state']), 'parley', name)
}

/** A file of ours for what people write. */
export function configFile(name: string): string {
  const { join } = process.getBuiltinModule('node:path')
  return join(homeFor(process.env.XDG_CONFIG_HOME, ['.config']), 'parley', name)
}

/** Everything of ours: no agent's business. */
export function ownFolders(): readonly string[] {
  return [stateFolder(''), configFile('')]
}

/** The convention says that a relative path is to be ignored. */
function homeFor(named: string | undefined, usual: readonly string[]): string {
  const { homedir } = process.getBuiltinModule('node:os')
  const { isAbsolute, join } = process.getBuiltinModule('node:path')
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), ...usual)
}
