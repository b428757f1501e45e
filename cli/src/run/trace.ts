/** Every message of the wire in a file, one line of JSON each, without the secrets that can be told by look, name or place. */

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createRedactor } from '@parley/acp/guard'
import { tap } from '@parley/acp/transport'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { toSafeJson } from '../listing/safe-json.js'
import type { Watchable } from './known-calls.js'

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants

// A disk that is slower than the agent gets what it can take; what is left out is counted.
const MOST_WAITING = 64 * 1024 * 1024

export class Trace {
  readonly #file: FileHandle
  readonly #redactor = createRedactor()
  readonly #tell: (message: string) => void
  #lines: string[] = []
  #characters = 0
  /** How many messages were left out since the last line. */
  #omitted = 0
  #isFailed = false
  #writing: Promise<void> | undefined

  private constructor(file: FileHandle, tell: (message: string) => void) {
    this.#file = file
    this.#tell = tell
  }

  /** `tell` learns once where it cannot be written any more. */
  static async open(path: string, tell: (message: string) => void): Promise<Trace> {
    try {
      // Not through a link that somebody left there, and for nobody else to read, whoever made the file.
      const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
      if ((await file.stat()).isFile()) await file.chmod(0o600)
      return new Trace(file, tell)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      throw new Failure(`--trace: ${path} cannot be written (${code})`, { exitCode: EXIT.usage })
    }
  }

  /** The same agent, watched. It can still be started anew, and say why it would not start. */
  around(agent: Watchable): ReturnType<typeof tap> {
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
    if (this.#isFailed) return
    if (this.#characters > MOST_WAITING) {
      this.#omitted++
      return
    }
    const time = new Date().toISOString()
    if (this.#omitted > 0) this.#put({ time, omitted: this.#omitted })
    this.#omitted = 0
    this.#put({ time, direction, message: this.#redactor.value(message) })
    this.#writing ??= this.#write()
  }

  #put(value: object): void {
    const line = `${toSafeJson(value)}\n`
    this.#lines.push(line)
    this.#characters += line.length
  }

  async #write(): Promise<void> {
    // What comes within one turn of the loop is written at once.
    await Promise.resolve()
    while (this.#lines.length > 0 && !this.#isFailed) {
      const text = this.#lines.join('')
      this.#lines = []
      try {
        await this.#file.appendFile(text)
      } catch (error) {
        this.#fail(error)
      }
      this.#characters -= text.length
    }
    this.#writing = undefined
  }

  #fail(error: unknown): void {
    this.#isFailed = true
    this.#lines = []
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    this.#tell(`--trace: nothing more is written (${code})`)
  }
}
