/** A program of the scratch folder, run where it can be seen: in the client's terminal, else by scout in one of its own. */

import { randomUUID } from 'node:crypto'
import type { TerminalOutcome, ToolCall, Turn } from '@parley/acp/agent'
import { openWorkspace } from '../workspace/open-workspace.js'
import { tellNewer } from './newer-words.js'

/** A program for Node, and where it is run. */
export interface NodeProgram {
  readonly args: readonly string[]
  readonly cwd: string
}

const TIMEOUT_MILLISECONDS = 20_000

/** Runs it to its end and shows it in the tool call. */
export async function runNode(program: NodeProgram, turn: Turn, call: ToolCall): Promise<TerminalOutcome> {
  const workspace = openWorkspace(turn)
  const timeout = TIMEOUT_MILLISECONDS
  if (turn.terminal !== undefined)
    return workspace.run({
      command: 'node',
      ...program,
      timeout,
      onTerminal: terminal => call.progress(terminal),
    })
  const shown = showing(program, turn, call)
  const outcome = await workspace.run({
    command: process.execPath,
    ...program,
    timeout,
    onOutput: shown.print,
  })
  await shown.end(outcome)
  return outcome
}

interface Showing {
  readonly print: (text: string) => void
  readonly end: (outcome: TerminalOutcome) => Promise<void>
}

/** A terminal of the agent's own where the version has them, else plain text. */
function showing({ args, cwd }: NodeProgram, turn: Turn, call: ToolCall): Showing {
  const terminalId = randomUUID()
  const command = ['node', ...args].join(' ')
  const isShown = tellNewer(turn, { sessionUpdate: 'terminal_update', terminalId, command, cwd })
  void call.progress(isShown ? { type: 'terminal', terminalId } : undefined)
  let printed = ''
  const print = (text: string): void => {
    if (!isShown || text === '') return
    printed += text
    const data = Buffer.from(text).toString('base64')
    tellNewer(turn, { sessionUpdate: 'terminal_output_chunk', terminalId, data })
  }
  return {
    print,
    async end({ output, exitCode = null, signal = null }) {
      if (!isShown) return call.progress(output)
      // The command may be over before all it printed was heard of.
      if (output.startsWith(printed)) print(output.slice(printed.length))
      tellNewer(turn, { sessionUpdate: 'terminal_update', terminalId, exitStatus: { exitCode, signal } })
    },
  }
}
