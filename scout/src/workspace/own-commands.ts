/** Runs a command with scout's own hands: whole output streamed, the whole family ended with the turn. */

import type { TerminalOutcome, Turn } from '@parley/acp/agent'
import type { Holdings } from './holdings.js'
import type { CommandRun } from './workspace.js'

/** What is kept of the output, whoever runs a command. */
export const OUTPUT_BYTES = 1_024 * 1_024

/** Runs it to its end. Throws when the turn is cancelled; nothing of it is alive then. */
export async function runOwn(turn: Turn, holdings: Holdings, run: CommandRun): Promise<TerminalOutcome> {
  const terminals = holdings.terminals()
  const { session, signal } = turn
  const context = { sessionId: session.id, roots: holdings.project.names, signal }
  // Output may come before its terminal has a name here.
  let terminalId: string | undefined
  const early: { readonly terminalId: string; readonly text: string }[] = []
  const stop = holdings.listen(piece => {
    if (terminalId === undefined) early.push(piece)
    else if (piece.terminalId === terminalId) run.onOutput?.(piece.text)
  })
  try {
    const { command, args, cwd = holdings.project.first } = run
    const names = { sessionId: session.id, command, args: [...args], cwd, outputByteLimit: OUTPUT_BYTES }
    terminalId = (await terminals.create(names, context)).terminalId
    for (const piece of early) if (piece.terminalId === terminalId) run.onOutput?.(piece.text)
    return await settle(turn, holdings, { terminalId, timeout: run.timeout })
  } finally {
    stop()
    if (terminalId !== undefined)
      await terminals.release({ sessionId: session.id, terminalId }, { ...context, signal: NEVER })
  }
}

const NEVER = new AbortController().signal

async function settle(
  { session, signal }: Turn,
  holdings: Holdings,
  { terminalId, timeout }: { readonly terminalId: string; readonly timeout: number | undefined },
): Promise<TerminalOutcome> {
  const terminals = holdings.terminals()
  const names = { sessionId: session.id, terminalId }
  const context = { sessionId: session.id, roots: holdings.project.names, signal }
  const exited = terminals.waitForExit(names, context)
  const isTimedOut = !(await isDoneWithin(timeout, exited))
  if (isTimedOut) await terminals.kill(names, context)
  const { exitCode, signal: killedBy } = await exited
  const { output, truncated } = await terminals.output(names, context)
  return {
    output,
    isTruncated: truncated,
    exitCode: exitCode ?? undefined,
    signal: killedBy ?? undefined,
    isTimedOut,
  }
}

async function isDoneWithin(timeout: number | undefined, work: Promise<unknown>): Promise<boolean> {
  const done = work.then(() => true)
  if (timeout === undefined) return done
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), timeout)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
