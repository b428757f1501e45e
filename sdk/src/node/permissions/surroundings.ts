/** Establishes everything that a verdict depends on beside the action, and remembers what the user said. */

import { homedir } from 'node:os'
import {
  type Action,
  type AgentIdentity,
  type Circumstances,
  type Grant,
  type GrantWish,
  toGrant,
} from '../../guard/index.js'
import type { SessionRoots } from '../files/offer.js'
import type { GrantMemory } from '../grants.js'
import type { Docket } from './docket.js'
import type { Notice } from './notice.js'
import type { PolicyFiles } from './policy-files.js'

/** What does not change from one verdict to the next. */
export interface SurroundingsOptions {
  readonly policies: PolicyFiles
  /** Where sessions work: the same directories that files and terminals are lent in. */
  readonly directories: SessionRoots
  readonly grants: GrantMemory
  readonly agent?: AgentIdentity | undefined
  /** Our own folders, apart from the memory's, and the policy itself. */
  readonly own: readonly string[]
  readonly canAsk: boolean
  readonly now: () => number
  readonly onNotice: (notice: Notice) => void
}

/** The session that is judged in, and what was approved there. */
export interface Case {
  readonly session: Pick<Docket['session'], 'id' | 'roots'>
  readonly passes: Docket['passes']
  readonly commandPasses: Docket['commandPasses']
}

type Whereabouts = Pick<Circumstances, 'workspace' | 'roots' | 'isCaseInsensitive'>

export class Surroundings {
  readonly #options: SurroundingsOptions
  readonly #own: readonly string[]
  #isTold = false

  constructor(options: SurroundingsOptions) {
    this.#options = options
    const { grants, own } = options
    this.#own = [...own, grants.folder]
  }

  async of(docket: Case): Promise<Circumstances> {
    const { policies, agent, canAsk, now } = this.#options
    const [{ workspace, roots, isCaseInsensitive }, grants] = await Promise.all([
      this.#whereabouts(docket),
      this.#remembered(),
    ])
    return {
      sessionId: docket.session.id,
      workspace,
      roots,
      isCaseInsensitive,
      home: homedir(),
      own: [...this.#own, ...policies.own],
      agent,
      canAsk,
      policies: policies.policies(roots),
      grants,
      passes: docket.passes,
      commandPasses: docket.commandPasses,
      now: now(),
    }
  }

  /** The workspace is device, inode and real path of the first directory: a copy elsewhere is another one. */
  async #whereabouts({ session }: Case): Promise<Whereabouts> {
    const held = await this.#options.directories.of({ sessionId: session.id, roots: session.roots })
    const lent = held.map(result => (result.status === 'fulfilled' ? result.value : undefined))
    const [first] = lent
    return {
      workspace: first && `${first.device}:${first.inode}:${first.path}`,
      // In one that is not lent nothing is done, but its policy holds, and a claim may be about it.
      roots: session.roots.map((name, index) => lent[index]?.path ?? name),
      isCaseInsensitive: lent.some(root => root?.isCaseBlind === true),
    }
  }

  /** Whether it is remembered; what cannot be still counts this once. */
  async remember(
    action: Action,
    wish: Omit<GrantWish, 'id'>,
    circumstances: Circumstances,
  ): Promise<boolean> {
    const grant = toGrant(action, { id: crypto.randomUUID(), ...wish }, circumstances)
    if (grant === undefined) return false
    try {
      await this.#options.grants.add(grant)
      return true
    } catch (error) {
      this.#tell(error)
      return false
    }
  }

  /** Without its memory everything is asked about, and that is safe. */
  async #remembered(): Promise<readonly Grant[]> {
    try {
      return await this.#options.grants.list()
    } catch (error) {
      if (!this.#isTold) this.#tell(error)
      this.#isTold = true
      return []
    }
  }

  #tell(error: unknown): void {
    const { grants, onNotice } = this.#options
    const why = error instanceof Error ? error.message : String(error)
    const message = `what was allowed for longer is not known, and is asked about again: ${why}`
    onNotice({ kind: 'grants', path: grants.folder, message })
  }
}
