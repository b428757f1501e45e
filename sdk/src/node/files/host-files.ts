/** The files a client lends its agents: a session's directories are held when it starts, and its warden always asked. */

import type { Asker } from '../permissions/warden.js'
import { Turnstile } from '../turnstile.js'
import type { HostFiles, HostFilesOptions, SessionPlace } from './offer.js'
import { readInside } from './reading.js'
import { denied } from './refusal.js'
import { pinRoot, type Root } from './root.js'
import type { InsideOptions, Written } from './territory.js'
import { writeInside } from './writing.js'

interface Holding {
  readonly names: readonly string[]
  readonly held: Promise<readonly PromiseSettledResult<Root>[]>
}

// Each holds a descriptor, perhaps for as long as a person needs to read a question.
const MOST_REQUESTS = 256
const MOST_SESSIONS = 1_024

export class LentFiles implements HostFiles {
  readonly #options: HostFilesOptions
  readonly #sessions = new Map<string, Holding>()
  readonly #turnstile = new Turnstile(MOST_REQUESTS)

  constructor(options: HostFilesOptions) {
    this.#options = options
  }

  async read(request: Parameters<HostFiles['read']>[0], asker: Asker): Promise<{ readonly content: string }> {
    const { path, line, limit } = request
    return this.#enter(asker, async options => {
      const roots = await this.#rootsOf(path, asker)
      return { content: await readInside({ path, line, limit }, roots, options) }
    })
  }

  async write(request: Parameters<HostFiles['write']>[0], asker: Asker): Promise<Record<string, never>> {
    const { path, content } = request
    return this.#enter(asker, async options => {
      await writeInside({ path, content }, await this.#rootsOf(path, asker), options)
      return {}
    })
  }

  async pin(place: SessionPlace): Promise<void> {
    for (const result of await this.#hold(place)) if (result.status === 'rejected') throw result.reason
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId)
  }

  async #enter<Answer>(asker: Asker, act: (options: InsideOptions) => Promise<Answer>): Promise<Answer> {
    const { warden, onWrite } = this.#options
    const tell = ({ path, isNew }: Written): void => {
      try {
        onWrite?.({ path, sessionId: asker.sessionId, isNew })
      } catch {
        // A listener's fault must not end the process that listens.
      }
    }
    await this.#turnstile.enter()
    try {
      asker.signal.throwIfAborted()
      const admit: InsideOptions['admit'] = action => warden.admit(action, asker)
      return await act({ ...this.#options, signal: asker.signal, admit, onWrite: tell })
    } finally {
      this.#turnstile.leave()
    }
  }

  async #rootsOf(path: string, asker: Asker): Promise<readonly Root[]> {
    const results = await this.#hold(asker)
    const roots = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    if (roots.length > 0) return roots
    const [first] = results
    if (first?.status === 'rejected' && first.reason instanceof Error)
      throw denied(path, `The directory of this session is not lent: ${first.reason.message}`)
    throw denied(path, 'The session has no directories on this side')
  }

  /** A session that is set up anew with other directories has those, and no others. */
  #hold({ sessionId, roots }: SessionPlace): Holding['held'] {
    const known = this.#sessions.get(sessionId)
    if (known !== undefined && isSame(known.names, roots)) return known.held
    const held = Promise.allSettled(roots.map(root => pinRoot(root, this.#options)))
    this.#sessions.delete(sessionId)
    this.#sessions.set(sessionId, { names: [...roots], held })
    const [oldest] = this.#sessions.keys()
    if (oldest !== undefined && this.#sessions.size > MOST_SESSIONS) this.#sessions.delete(oldest)
    return held
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}
