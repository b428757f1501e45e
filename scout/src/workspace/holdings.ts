/** What scout holds for a session when nobody lends it anything: the directories as they were, and terminals of its own. */

import type { Session } from '@parley/acp/agent'
import { type HostTerminals, hostTerminals, pinRoot, type Root, type TerminalPiece } from '@parley/acp/node'
import { ProjectRoots } from './project-roots.js'
import { WorkspaceError } from './workspace.js'

type Listener = (piece: TerminalPiece) => void

// Whoever comes this far was asked about by scout itself: nobody is asked a second time.
const ASKED_ALREADY = { admit: async () => ({ finish: async () => {} }) }

const held = new WeakMap<Session, Holdings>()

/** The holdings of a session; made once, let go with the session. */
export function holdingsOf(session: Session): Holdings {
  const known = held.get(session)
  if (known !== undefined) return known
  const holdings = new Holdings([session.cwd, ...session.additionalDirectories])
  held.set(session, holdings)
  session.onEnd(() => holdings.close())
  return holdings
}

export class Holdings {
  readonly project: ProjectRoots
  readonly #listeners = new Set<Listener>()
  #roots: Promise<readonly Root[]> | undefined
  #terminals: HostTerminals | undefined

  constructor(directories: readonly string[]) {
    this.project = new ProjectRoots(directories)
  }

  /** The directories, held as they were when they were first needed. */
  roots(): Promise<readonly Root[]> {
    this.#roots ??= this.#pin()
    return this.#roots
  }

  terminals(): HostTerminals {
    this.#terminals ??= hostTerminals({
      warden: ASKED_ALREADY,
      onOutput: piece => {
        for (const listener of this.#listeners) listener(piece)
      },
    })
    return this.#terminals
  }

  /** Hears what the terminals print until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    const roots = await this.#roots?.catch(() => [])
    await Promise.allSettled([this.#terminals?.close(), ...(roots ?? []).map(root => root.close())])
  }

  async #pin(): Promise<readonly Root[]> {
    const results = await Promise.allSettled(this.project.names.map(name => pinRoot(name)))
    const roots = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const [first] = results
    if (roots.length > 0 || first?.status !== 'rejected') return roots
    // Another try may find the directory again.
    this.#roots = undefined
    const why = first.reason instanceof Error ? first.reason.message : 'no reason was given'
    // The cure in that message is for programs, not for people.
    const words = /broad/.test(why) ? 'it is too broad. Go to the folder of a project and begin there' : why
    throw new WorkspaceError(`${this.project.first} cannot be worked in: ${words}.`)
  }
}
