/** A program of the scratch folder, run where it can be seen: in the client's terminal, else by scout in one of its own. */

import { randomUUID } from 'node:crypto'
import type { ToolCall, Turn } from '@parley/acp/agent'
import { hostTerminals, type Warden } from '@parley/acp/node'
import { tellNewer } from './newer-words.js'

/** A program for Node, and where it is run. */
export interface NodeProgram {
  readonly args: readonly string[]
  readonly cwd: string
}

/** What came of it. */
export interface Ran {
  readonly output: string
  readonly exitCode: number | undefined
  readonly where: 'the client’s terminal' | 'a process of mine'
}

const TIMEOUT_MILLISECONDS = 20_000

/** Runs it to its end and shows it in the tool call. */
export async function runNode(program: NodeProgram, turn: Turn, call: ToolCall): Promise<Ran> {
  if (turn.terminal === undefined) return runOwn(program, turn, call)
  const { output, exitCode } = await turn.terminal.run({
    command: 'node',
    ...program,
    timeout: TIMEOUT_MILLISECONDS,
    onStart: terminal => call.progress(terminal),
  })
  return { output, exitCode, where: 'the client’s terminal' }
}

// The visitor was asked before; what is asked of the client is the client's to judge, and this is not.
const consented: Warden = { admit: async () => ({ finish: async () => {} }) }

async function runOwn(program: NodeProgram, turn: Turn, call: ToolCall): Promise<Ran> {
  const { args, cwd } = program
  const show = showing(program, turn, call)
  const sessionId = turn.session.id
  const context = { sessionId, roots: [cwd], signal: turn.signal }
  let isEnded: () => void = () => {}
  const ended = new Promise<void>(resolve => {
    isEnded = resolve
  })
  const terminals = hostTerminals({
    warden: consented,
    limits: { wallMilliseconds: TIMEOUT_MILLISECONDS },
    onOutput: ({ text }) => show.output(text),
    onEnd: isEnded,
  })
  try {
    const request = { sessionId, command: process.execPath, args, cwd }
    const { terminalId } = await terminals.create(request, context)
    const named = { sessionId, terminalId }
    const { exitCode } = await terminals.waitForExit(named, context)
    await ended
    const { output } = await terminals.output(named, context)
    await show.end(output, exitCode ?? undefined)
    return { output, exitCode: exitCode ?? undefined, where: 'a process of mine' }
  } finally {
    await terminals.close()
  }
}

interface Showing {
  output(text: string): void
  end(output: string, exitCode: number | undefined): Promise<void>
}

/** A terminal of the agent's own where the version has them, else plain text. */
function showing({ args, cwd }: NodeProgram, turn: Turn, call: ToolCall): Showing {
  const terminalId = randomUUID()
  const command = ['node', ...args].join(' ')
  const isShown = tellNewer(turn, { sessionUpdate: 'terminal_update', terminalId, command, cwd })
  void call.progress(isShown ? { type: 'terminal', terminalId } : undefined)
  return {
    output(text) {
      const data = Buffer.from(text).toString('base64')
      if (isShown) tellNewer(turn, { sessionUpdate: 'terminal_output_chunk', terminalId, data })
    },
    async end(output, exitCode) {
      const exitStatus = { exitCode: exitCode ?? null }
      if (isShown) tellNewer(turn, { sessionUpdate: 'terminal_update', terminalId, exitStatus })
      else await call.progress(output)
    },
  }
}
