/** The files a client lends its agents: a session's directories are held when it starts, and its warden always asked. */

import { rpcError } from '../../protocol/index.js'
import type { Asker } from '../permissions/warden.js'
import { Turnstile } from '../turnstile.js'
import type { HostFiles, HostFilesOptions, SessionPlace, SessionRoots } from './offer.js'
import { readInside } from './reading.js'
import { demandRoots, HeldSessionRoots } from './session-roots.js'
import type { InsideOptions, Written } from './territory.js'
import { writeInside } from './writing.js'

// Each holds a descriptor, perhaps for as long as a person needs to read a question.
const MOST_AT_ONCE = 128
const MOST_REQUESTS = 1_024

/** One for each session: what one has to wait for is nothing to the others. */
interface Gate {
  readonly turnstile: Turnstile
  requests: number
}

export class LentFiles implements HostFiles {
  readonly #options: HostFilesOptions
  readonly #directories: SessionRoots
  readonly #gates = new Map<string, Gate>()

  constructor(options: HostFilesOptions) {
    this.#options = options
    this.#directories = options.directories ?? new HeldSessionRoots(options)
  }

  async read(request: Parameters<HostFiles['read']>[0], asker: Asker): Promise<{ readonly content: string }> {
    const { path, line, limit } = request
    return this.#enter(asker, async options => {
      const roots = await demandRoots(this.#directories, asker, path)
      return { content: await readInside({ path, line, limit }, roots, options) }
    })
  }

  async write(request: Parameters<HostFiles['write']>[0], asker: Asker): Promise<Record<string, never>> {
    const { path, content } = request
    return this.#enter(asker, async options => {
      const roots = await demandRoots(this.#directories, asker, path)
      await writeInside({ path, content }, roots, options)
      return {}
    })
  }

  async pin(place: SessionPlace): Promise<void> {
    await this.#directories.pin(place)
  }

  forget(sessionId: string): void {
    this.#directories.forget(sessionId)
  }

  async #enter<Answer>(asker: Asker, act: (options: InsideOptions) => Promise<Answer>): Promise<Answer> {
    const { warden, onWrite } = this.#options
    const { sessionId, signal } = asker
    const gate = this.#gates.get(sessionId) ?? { turnstile: new Turnstile(MOST_AT_ONCE), requests: 0 }
    if (gate.requests >= MOST_REQUESTS)
      throw rpcError('rate_limited', `One session has at most ${MOST_REQUESTS} requests for files at once`)
    this.#gates.set(sessionId, gate)
    gate.requests++
    try {
      return await gate.turnstile.through(signal, () => {
        const admit: InsideOptions['admit'] = action => warden.admit(action, asker)
        const tell = (written: Written): void => onWrite?.({ ...written, sessionId })
        return act({ ...this.#options, signal, admit, onWrite: tell })
      })
    } catch (error) {
      throw signal.aborted && error === signal.reason ? unwanted() : error
    } finally {
      if (--gate.requests === 0) this.#gates.delete(sessionId)
    }
  }
}

function unwanted(): Error {
  return rpcError('request_cancelled', 'Nobody waits for the file any more')
}
