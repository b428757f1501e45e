/** What a turn can ask of its client in version 1. */

import { type Extension, isAdvertised, type Peer, withTrace } from '../protocol/index.js'
import { elicitation } from './elicitation.js'
import type {
  Asking,
  Elicitation,
  Files,
  Means,
  PermissionSubject,
  Question,
  TerminalHandle,
  Terminals,
} from './means.js'

// A class, because an object that holds a getter is slow to make, and one is made for every turn.
export class MeansV1 implements Means {
  readonly #asking: Asking<'v1'>
  readonly #lent = new Lent()
  #files: Files | undefined

  constructor(asking: Asking<'v1'>) {
    this.#asking = asking
  }

  // Made when they are asked for: most turns need none of them.
  get files(): Files | undefined {
    this.#files ??= filesV1(this.#asking)
    return this.#files
  }

  get terminal(): Terminals | undefined {
    return terminalsV1(this.#asking, this.#lent)
  }

  get elicit(): Elicitation | undefined {
    return elicitation(this.#asking)
  }

  async ask(
    { content, ...subject }: PermissionSubject,
    { options, reason }: Question,
  ): Promise<string | undefined> {
    const { peer, session, cancellation, trace } = this.#asking
    // Version 1 has no place for a reason but the tool call itself.
    const why =
      reason === undefined
        ? []
        : [{ type: 'content' as const, content: { type: 'text' as const, text: reason } }]
    // Behind what the call shows, because what is sent here takes its place.
    const shown = [...(content ?? []), ...why]
    const toolCall = shown.length === 0 ? subject : { ...subject, content: shown }
    const request = withTrace({ sessionId: session.id, toolCall, options }, trace)
    const { outcome } = await peer.request('session/request_permission', request, { cancellation })
    return outcome.outcome === 'selected' ? outcome.optionId : undefined
  }

  call<Params, Result>(extension: Extension<Params, Result>, params: Params): Promise<Result> {
    const { peer, cancellation } = this.#asking
    return peer.call(extension, params, { cancellation })
  }

  /** Whoever creates a terminal must release it, also when its author forgot or was cancelled. */
  end(): Promise<void> {
    return this.#lent.giveBack()
  }

  isReleased(terminalId: string): boolean {
    return this.#lent.isReleased(terminalId)
  }
}

/** The terminals a turn has borrowed. */
export class Lent {
  readonly #running = new Set<TerminalHandle>()
  readonly #released = new Set<string>()

  add(terminal: TerminalHandle): void {
    this.#running.add(terminal)
  }

  release(terminalId: string): void {
    this.#released.add(terminalId)
  }

  /** The client has it back. */
  remove(terminal: TerminalHandle): void {
    this.#running.delete(terminal)
  }

  isReleased(terminalId: string): boolean {
    return this.#released.has(terminalId)
  }

  async giveBack(): Promise<void> {
    if (this.#running.size > 0)
      await Promise.allSettled([...this.#running].map(terminal => terminal.release()))
  }
}

function filesV1({ peer, session, cancellation, trace }: Asking<'v1'>): Files | undefined {
  const { id: sessionId } = session
  if (!lends(peer, 'fs.readTextFile')) return undefined
  const files: Files = {
    async read(path, window = {}) {
      // What is asked for follows what was told of it: the journal must not let it overtake.
      await session.settled()
      const request = withTrace({ sessionId, path, ...window }, trace)
      return (await peer.request('fs/read_text_file', request, { cancellation })).content
    },
  }
  if (!lends(peer, 'fs.writeTextFile')) return files
  return {
    ...files,
    async write(path, content) {
      await session.settled()
      const request = withTrace({ sessionId, path, content }, trace)
      await peer.request('fs/write_text_file', request, { cancellation })
    },
  }
}

function terminalsV1(asking: Asking<'v1'>, lent: Lent): Terminals | undefined {
  if (!lends(asking.peer, 'terminal')) return undefined
  return {
    async start(command) {
      const { startTerminal } = await import('./terminals-v1.js')
      return startTerminal(asking, lent, command)
    },
    async run(command) {
      const { runTerminal } = await import('./terminals-v1.js')
      return runTerminal(asking, lent, command)
    },
  }
}

/** Whether the client lends what the capability stands for. */
function lends(peer: Peer<'v1', 'agent'>, capability: string): boolean {
  return isAdvertised(peer.agreement?.agreed.client, capability)
}
