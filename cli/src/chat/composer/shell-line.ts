/** Lines that are not for the agent: with `!` before it, it is a command for the person's own shell. */

export function isShellLine(text: string): boolean {
  return text.startsWith('!')
}

/** The command of such a line; nothing where there is none. */
export function shellCommandOf(text: string): string | undefined {
  const command = isShellLine(text) ? text.slice(1).trim() : ''
  return command === '' ? undefined : command
}
