/** Every message of the wire in a file: a recording, which all that reads recordings can open. */

import { secretsInArguments, secretsInEnvironment } from '@parley/acp/guard'
import type { Entry, Header } from '@parley/acp/inspect'
import { Malformed } from '@parley/acp/jsonrpc'
import { type RecordingWriter, recordingWriter } from '@parley/acp/node'
import { tap } from '@parley/acp/transport'
import { codeOf } from '../error-code.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { readVersion } from '../version.js'
import type { Watchable } from './known-calls.js'

export interface TraceMeans {
  /** The command line of the agent, and the variables that it is given. */
  readonly agent: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Learns once where it cannot be written any more. */
  tell(message: string): void
}

export class Trace {
  readonly #writer: RecordingWriter
  readonly #started: number

  private constructor(writer: RecordingWriter, started: number) {
    this.#writer = writer
    this.#started = started
  }

  static async open(path: string, { agent, env, tell }: TraceMeans): Promise<Trace> {
    const started = performance.now()
    const header: Header = {
      recording: 1,
      startedAt: Date.now(),
      by: `parley ${readVersion()}`,
      carrier: 'stdio',
      agent,
      redaction: 'secrets',
    }
    const known = [...secretsInEnvironment(env), ...secretsInArguments(agent)]
    const onFailure = (code: string): void => tell(`--trace: nothing more is written (${code})`)
    try {
      return new Trace(await recordingWriter({ header, path, known, onFailure }), started)
    } catch (error) {
      const code = codeOf(error) ?? 'unknown'
      throw new Failure(`--trace: ${path} cannot be written (${code})`, { exitCode: EXIT.usage })
    }
  }

  /** The same agent, watched. It can still be started anew, and say why it would not start. */
  around(agent: Watchable): ReturnType<typeof tap> {
    const watched = tap(agent, (direction, message) => {
      const to = direction === 'sent' ? 'agent' : 'client'
      void this.#writer.append(toEntry(message, to, performance.now() - this.#started))
    })
    return Object.assign(watched, {
      explain: agent.explain.bind(agent),
      reopen: async () => this.around(await agent.reopen()),
    })
  }

  close(): Promise<void> {
    return this.#writer.close()
  }
}

function toEntry(message: unknown, to: 'agent' | 'client', at: number): Entry {
  if (message instanceof Malformed) return { at, to, noise: message.reason, text: message.detail, bytes: 0 }
  return { at, to, message, bytes: Buffer.byteLength(JSON.stringify(message)) + 1 }
}
