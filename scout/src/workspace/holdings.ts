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
  #broad: readonly string[] = []
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

  /** Throws where a directory is too broad to be looked through: the one that holds the path, or any without one. */
  async demandNarrow(path?: string): Promise<void> {
    await this.roots()
    const isMeant = (name: string): boolean => path === undefined || this.project.standing(path).root === name
    const broad = this.#broad.find(isMeant)
    if (broad !== undefined) throw tooBroad(broad)
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
    this.#broad = this.project.names.filter((_, index) => isTooBroad(results[index]))
    const [first] = results
    if (roots.length > 0 || first?.status !== 'rejected') return roots
    // Another try may find the directory again.
    this.#roots = undefined
    if (isTooBroad(first)) throw tooBroad(this.project.first)
    throw new WorkspaceError(`${this.project.first} cannot be worked in: ${wordsOf(first)}.`)
  }
}

const wordsOf = ({ reason }: PromiseRejectedResult): string =>
  reason instanceof Error ? reason.message : 'no reason was given'

const isTooBroad = (result: PromiseSettledResult<Root> | undefined): boolean =>
  result?.status === 'rejected' && /broad/.test(wordsOf(result))

/** The cure in the message of the host is for programs, not for people. */
const tooBroad = (name: string): WorkspaceError =>
  new WorkspaceError(
    `${name} cannot be worked in: it is too broad. Go to the folder of a project and begin there.`,
  )
