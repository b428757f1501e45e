/** Which directories each session has: those of its beginning, whatever their names lead to by now. */

import { isRpcError } from '../../protocol/index.js'
import type { SessionPlace, SessionRoots } from './offer.js'
import { denied } from './refusal.js'
import { pinRoot, type Root, type RootOptions } from './root.js'

type Held = readonly PromiseSettledResult<Root>[]

interface Holding {
  readonly names: readonly string[]
  readonly held: Promise<Held>
}

const MOST_SESSIONS = 1_024
// Each is a descriptor. A directory that was let go is known by its numbers, which is nearly as good.
const MOST_HELD = 256

export class HeldSessionRoots implements SessionRoots {
  readonly #options: RootOptions
  readonly #sessions = new Map<string, Holding>()
  readonly #open = new Set<Root>()

  constructor(options: RootOptions) {
    this.#options = options
  }

  async pin(place: SessionPlace): Promise<void> {
    for (const result of await this.of(place)) if (result.status === 'rejected') throw result.reason
  }

  /** A session that is set up anew with other directories has those, and no others. */
  of({ sessionId, roots }: SessionPlace): Promise<Held> {
    const known = this.#sessions.get(sessionId)
    if (known !== undefined && isSame(known.names, roots)) return known.held
    const held = Promise.allSettled(roots.map(root => this.#hold(root)))
    this.forget(sessionId)
    this.#sessions.set(sessionId, { names: [...roots], held })
    const [oldest] = this.#sessions.keys()
    if (oldest !== undefined && this.#sessions.size > MOST_SESSIONS) this.forget(oldest)
    return held
  }

  forget(sessionId: string): void {
    const known = this.#sessions.get(sessionId)
    this.#sessions.delete(sessionId)
    void known?.held.then(results => {
      for (const result of results) if (result.status === 'fulfilled') this.#letGo(result.value)
    })
  }

  close(): void {
    for (const sessionId of [...this.#sessions.keys()]) this.forget(sessionId)
  }

  async #hold(path: string): Promise<Root> {
    const root = await pinRoot(path, this.#options)
    this.#open.add(root)
    const [oldest] = this.#open
    if (oldest !== undefined && this.#open.size > MOST_HELD) this.#letGo(oldest)
    return root
  }

  #letGo(root: Root): void {
    this.#open.delete(root)
    root.close().catch(() => {})
  }
}

/** The directories that are lent; an error that says why where none is. `path` is what the agent wanted. */
export async function demandRoots(
  directories: SessionRoots,
  place: SessionPlace,
  path: string,
): Promise<readonly Root[]> {
  const results = await directories.of(place)
  const roots = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  if (roots.length > 0) return roots
  const [first] = results
  if (first?.status === 'rejected') throw notLent(path, first.reason)
  throw denied(path, 'The session has no directories on this side')
}

/** Why a directory is not lent, for whoever wanted something there. */
export function notLent(path: string, reason: unknown): Error {
  const why = isRpcError(reason) ? `: ${reason.message}` : ''
  return denied(path, `The directory of this session is not lent${why}`)
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}
