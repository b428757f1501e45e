/** A command in the client's terminal, as version 1 lends it. Loaded by the first agent that starts one. */

import type { v1 } from '../schema/index.js'
import type { Speaking, TerminalHandle, TerminalStart } from './voice.js'

export async function startTerminal(
  speaking: Speaking<'v1'>,
  { args, env, ...start }: TerminalStart & Pick<v1.CreateTerminalRequest, '_meta'>,
): Promise<TerminalHandle> {
  const { peer, session, cancellation } = speaking
  const request = {
    ...start,
    sessionId: session.id,
    args: args ?? [],
    env: Object.entries(env ?? {}).map(([name, value]) => ({ name, value })),
  }
  const created = peer
    .request('terminal/create', request)
    .then(({ terminalId }) => toHandle(speaking, { sessionId: session.id, terminalId }))
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

function toHandle(
  { peer, cancellation }: Speaking<'v1'>,
  names: { readonly sessionId: string; readonly terminalId: string },
): TerminalHandle {
  let released: Promise<unknown> | undefined
  const release = async (): Promise<void> => {
    released ??= peer.request('terminal/release', names)
    await released
  }
  return {
    id: names.terminalId,
    output: () => peer.request('terminal/output', names, { cancellation }),
    exited: () => peer.request('terminal/wait_for_exit', names, { cancellation }),
    async kill() {
      await peer.request('terminal/kill', names)
    },
    release,
    [Symbol.asyncDispose]: release,
  }
}
