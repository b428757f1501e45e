/** What a client that does as it likes remembers of one session. */

/** What the client knows of one session. */
export interface Known {
  readonly id: string
  /** Every lasting update it was told live, in order. */
  told: string[]
  /** It may have been told less than was kept: a connection died, or it is the copy of a turn. */
  isTorn: boolean
  isOpen: boolean
  /** This connection may have opened it already. */
  isHere: boolean
  isDeleted: boolean
  /** While it is being opened: what was told before, and since. */
  opening: { readonly before: readonly string[]; readonly since: string[]; ends: number } | undefined
  /** Why it could not be opened, the last time it could not. */
  refusal?: unknown
  /** Requests about it, and how many of them were answered. */
  asked: number
  answered: number
  /** Prompts under way. */
  atWork: number
}

/** One prompt less is under way. */
export function finishOne(session: Known): void {
  session.atWork = Math.max(0, session.atWork - 1)
}

/** A session that was just opened, of which nothing was heard yet. */
export function knownAs(id: unknown): Known {
  return {
    id: String(id),
    told: [],
    isTorn: false,
    isOpen: true,
    isHere: true,
    isDeleted: false,
    opening: undefined,
    asked: 0,
    answered: 0,
    atWork: 0,
  }
}
