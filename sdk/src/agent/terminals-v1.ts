/** A command in the client's terminal, as version 1 lends it. Loaded by the first agent that starts one. */

import type { Cancellation } from '../jsonrpc/index.js'
import { withTrace } from '../protocol/index.js'
import type { Asking, TerminalHandle, TerminalOutcome, TerminalRun, TerminalStart } from './means.js'
import type { Lent } from './means-v1.js'

export async function startTerminal(
  asking: Asking<'v1'>,
  lent: Lent,
  { command, cwd, outputByteLimit, args, env }: TerminalStart,
): Promise<TerminalHandle> {
  const { peer, session, cancellation, trace } = asking
  // The tool call that it is for is told first.
  await session.settled()
  cancellation.signal.throwIfAborted()
  const request = {
    sessionId: session.id,
    command,
    args: args ?? [],
    env: Object.entries(env ?? {}).map(([name, value]) => ({ name, value })),
    ...(cwd === undefined ? {} : { cwd }),
    ...(outputByteLimit === undefined ? {} : { outputByteLimit }),
  }
  const created = peer
    .request('terminal/create', withTrace(request, trace))
    .then(({ terminalId }) => toHandle(asking, lent, terminalId))
  return new Promise((resolve, reject) => {
    // The turn does not wait any longer, but a terminal that is made all the same must still be released.
    const stop = (): void => {
      reject(cancellation.signal.reason)
      created.then(terminal => terminal.release()).catch(() => {})
    }
    cancellation.onCancel(stop)
    created.then(resolve, reject).finally(() => cancellation.offCancel(stop))
  })
}

/** Kill, then read, then release: the output of a killed command is still worth having. */
export async function runTerminal(
  asking: Asking<'v1'>,
  lent: Lent,
  { timeout, onStart, ...command }: TerminalRun,
): Promise<TerminalOutcome> {
  const terminal = await startTerminal(asking, lent, command)
  try {
    await onStart?.(terminal)
    const exited = terminal.exited()
    const isTimedOut = !(await isDoneWithin(timeout, exited))
    if (isTimedOut) await terminal.kill()
    const { exitCode, signal } = await exited
    const { output, truncated } = await terminal.output()
    return {
      output,
      isTruncated: truncated,
      exitCode: exitCode ?? undefined,
      signal: signal ?? undefined,
      isTimedOut,
    }
  } finally {
    await terminal.release()
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

/** A cancelled turn asks for the end of a command, but waits for no client that does not say so. */
function untilCancelled(cancellation: Cancellation, answer: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined)
    answer.then(resolve, reject).finally(() => cancellation.offCancel(stop))
    if (cancellation.isCancelled) stop()
    else cancellation.onCancel(stop)
  })
}

function toHandle(
  { peer, session, cancellation }: Asking<'v1'>,
  lent: Lent,
  terminalId: string,
): TerminalHandle {
  const names = { sessionId: session.id, terminalId }
  const orCancelled = (answer: Promise<unknown>): Promise<unknown> => untilCancelled(cancellation, answer)
  let released: Promise<unknown> | undefined
  const release = async (): Promise<void> => {
    lent.release(terminalId)
    released ??= peer.request('terminal/release', names).finally(() => lent.remove(handle))
    await orCancelled(released)
  }
  const handle: TerminalHandle = {
    id: terminalId,
    output: () => peer.request('terminal/output', names, { cancellation }),
    exited: () => peer.request('terminal/wait_for_exit', names, { cancellation }),
    async kill() {
      await orCancelled(peer.request('terminal/kill', names))
    },
    release,
    [Symbol.asyncDispose]: release,
  }
  lent.add(handle)
  return handle
}
