/** Our agent in a process of its own, and the stream a client on the official SDK speaks to it through. */

import { type ChildProcess, spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type AnyMessage, ndJsonStream, RequestError, type Stream } from '@agentclientprotocol/sdk'
import type { Direction } from './wire.fixture.js'
import { Wire } from './wire.fixture.js'

const program = fileURLToPath(new URL('fixtures/parley-agent.mjs', import.meta.url))

/** A running agent of ours; the stream is what the official SDK's README makes of a child process. */
export class OurAgent implements AsyncDisposable {
  readonly wire = new Wire()
  readonly stream: Stream
  readonly exited: Promise<number | null>
  stderr = ''
  readonly #child: ChildProcess

  /** Versions to speak, and words for what else it is to have: see the program. */
  constructor(...given: readonly (number | string)[]) {
    const child = spawn(process.execPath, [program, ...given.map(String)], { stdio: 'pipe' })
    this.#child = child
    this.exited = new Promise(resolve => child.once('close', resolve))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    const input = Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>
    const { readable, writable } = ndJsonStream(Writable.toWeb(child.stdin), input)
    this.stream = {
      readable: readable.pipeThrough(this.#watch('received')),
      writable: this.#watchInto(writable),
    }
  }

  /** Ends the agent's input, as a client does that has nothing more to say. */
  async end(): Promise<number | null> {
    this.#child.stdin?.end()
    return this.exited
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill()
    await this.exited
  }

  #watch(direction: Direction): TransformStream<AnyMessage, AnyMessage> {
    return new TransformStream({
      transform: (message, controller) => {
        this.wire.note(direction, message)
        controller.enqueue(message)
      },
    })
  }

  #watchInto(writable: WritableStream<AnyMessage>): WritableStream<AnyMessage> {
    const watch = this.#watch('sent')
    watch.readable.pipeTo(writable).catch(() => {})
    return watch.writable
  }
}

/** The error a call was answered with; a call that succeeds is a failure of the test. */
export async function refusalOf(call: Promise<unknown>): Promise<RequestError> {
  const error = await call.then(
    result => new Error(`answered with ${JSON.stringify(result)}`),
    error => error,
  )
  if (error instanceof RequestError) return error
  throw error
}
