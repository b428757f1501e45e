/** The first page of help: every command in one line. Kept apart so that nothing else is loaded for it. */

/** A command of the first level, and what it is for. */
export interface CommandLine {
  readonly name: string
  readonly summary: string
}

export const COMMANDS: readonly CommandLine[] = [
  { name: 'chat', summary: 'talk with agents in the terminal; also without any command' },
  { name: 'web', summary: 'work with agents in a browser: changes, terminals, files, the protocol' },
  { name: 'attach', summary: 'come back to a chat that was left working, or to a session of a gateway' },
  { name: 'run', summary: 'send one prompt to an agent, show what it does, and end with an exit code' },
  { name: 'agent', summary: 'be the built-in agent, scout, on stdin and stdout' },
  { name: 'agents', summary: 'list, add, install, remove, probe and examine agents' },
  { name: 'sessions', summary: 'list, show, search, export, import, fork and remove conversations' },
  { name: 'policy', summary: 'show, explain and revoke what agents may do' },
  { name: 'audit', summary: 'show and verify what was decided' },
  { name: 'conform', summary: 'prove that an agent or a client keeps the protocol' },
  { name: 'inspect', summary: 'see every message between a client and an agent, live or from a recording' },
  { name: 'call', summary: 'make one call to an agent, and print the answer' },
  { name: 'record', summary: 'stand before an agent and write down every message, without secrets' },
  { name: 'replay', summary: 'play the agent or the client of a recording, as a real peer' },
  { name: 'validate', summary: 'hold a recording against the schema and the rules' },
  { name: 'recordings', summary: 'list, show, compare, export and remove recordings; serve them over MCP' },
  { name: 'serve', summary: 'serve agents to clients elsewhere, over WebSocket and HTTP' },
  { name: 'connect', summary: 'be a remote agent on stdin and stdout, for any editor' },
  { name: 'bridge', summary: 'make an agent of version 1 speak version 2, and the other way round' },
  { name: 'setup', summary: 'print the settings with which an editor starts an agent' },
  { name: 'completions', summary: 'print completions for a shell' },
]

const GLOBAL_OPTIONS = [
  ['-V, --version', 'print the version'],
  ['-h, --help', 'print help; also behind a command'],
  ['--no-color', 'no colours (also NO_COLOR=1; FORCE_COLOR=1 demands them)'],
] as const

export function overview(): string {
  const width = Math.max(
    ...COMMANDS.map(({ name }) => name.length),
    ...GLOBAL_OPTIONS.map(([flag]) => flag.length),
  )
  const row = (left: string, right: string): string => `  ${left.padEnd(width + 2)}${right}`
  return [
    'Usage: parley [command] [options]',
    '',
    'Drives agents that speak the Agent Client Protocol, from the shell, from scripts and in CI.',
    '',
    'Commands:',
    ...COMMANDS.map(({ name, summary }) => row(name, summary)),
    '',
    'Options:',
    ...GLOBAL_OPTIONS.map(([flag, text]) => row(flag, text)),
    '',
    'Begin with: parley, or parley run "what is in this project?"',
    '',
  ].join('\n')
}
