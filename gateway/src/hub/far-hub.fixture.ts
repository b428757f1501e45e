/** A hub in another process, which can be killed, and ports to it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Listening, ListeningRefusal } from '@parley/acp/transport'
import { Ear, type HandPort, type Heard } from '../seat/memory-port.fixture.js'
import { AGENT } from './place.fixture.js'

const PROGRAM = fileURLToPath(new URL('../fixtures/hub-process.mjs', import.meta.url))

export class FarHub {
  readonly #child: ChildProcess
  readonly #ears = new Map<number, Ear>()
  readonly #refusals = new Map<number, (refusal: ListeningRefusal | null) => void>()
  #next = 1

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on(
      'message',
      (message: { ear?: number; text?: string; id?: string; refusal?: ListeningRefusal | null }) => {
        const { ear = 0, text, id, refusal } = message
        if (refusal !== undefined) this.#refusals.get(ear)?.(refusal)
        if (text !== undefined) void this.#ears.get(ear)?.write(text, id)
      },
    )
  }

  static async start(folder: string): Promise<FarHub> {
    const child = fork(PROGRAM, [folder, AGENT], { execArgv: [] })
    const hub = new FarHub(child)
    await once(child, 'message')
    return hub
  }

  port(): HandPort {
    const port = globalThis.crypto.randomUUID()
    const send = (message: object): void =>
      void (this.#child.connected && this.#child.send({ port, ...message }))
    const listen = async (
      where: Pick<Listening, 'session' | 'after'>,
      onHeard: (heard: Heard) => void,
    ): Promise<Ear | ListeningRefusal> => {
      const [number, ear] = [this.#next++, new Ear(onHeard)]
      this.#ears.set(number, ear)
      void ear.closed.then(() => send({ ear: number, isDropped: true }))
      const refused = new Promise<ListeningRefusal | null>(resolve => this.#refusals.set(number, resolve))
      send({ ear: number, ...where })
      return (await refused) ?? ear
    }
    const say = (message: object): void => send({ said: { jsonrpc: '2.0', ...message } })
    return { isClosed: false, say, listen, close: async () => {} }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
