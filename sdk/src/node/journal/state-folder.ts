/** The folder for state that belongs to the user, by the XDG convention. */

export function usualFolder(): string {
  const { homedir } = process.getBuiltinModule('node:os')
  const { isAbsolute, join } = process.getBuiltinModule('node:path')
  const state = process.env.XDG_STATE_HOME
  const root = state !== undefined && isAbsolute(state) ? state : join(homedir(), '.local', 'state')
  return join(root, 'parley', 'sessions')
}
