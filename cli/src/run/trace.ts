/** Every message of the wire in a file, one line of JSON each, without the secrets that can be told by look, name or place. */

import { type FileHandle, open } from 'node:fs/promises'
import { createRedactor } from '@parley/acp/guard'
import type { AgentProcess } from '@parley/acp/node'
import { tap } from '@parley/acp/transport'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

export class Trace {
  readonly #file: FileHandle
  readonly #redactor = createRedactor()
  #lines: string[] = []
  #writing: Promise<void> | undefined

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(path: string): Promise<Trace> {
    try {
      return new Trace(await open(path, 'w', 0o600))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      throw new Failure(`--trace: ${path} cannot be written (${code})`, { exitCode: EXIT.usage })
    }
  }

  /** The same agent, watched. It can still be started anew, and say why it would not start. */
  around(agent: AgentProcess): ReturnType<typeof tap> {
    const watched = tap(agent, (direction, message) => this.#add(direction, message))
    return Object.assign(watched, {
      explain: agent.explain.bind(agent),
      reopen: async () => this.around(await agent.reopen()),
    })
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  #add(direction: string, message: unknown): void {
    const line = JSON.stringify({
      time: new Date().toISOString(),
      direction,
      message: this.#redactor.value(message),
    })
    this.#lines.push(`${line}\n`)
    this.#writing ??= this.#write()
  }

  async #write(): Promise<void> {
    // What comes within one turn of the loop is written at once.
    await Promise.resolve()
    while (this.#lines.length > 0) {
      const text = this.#lines.join('')
      this.#lines = []
      await this.#file.appendFile(text).catch(() => {})
    }
    this.#writing = undefined
  }
}
