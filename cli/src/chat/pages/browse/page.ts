/** A page: the whole conversation, to go through. */

/** A line of a conversation: which entry, and which line of it. */
export interface Anchor {
  readonly slot: number
  readonly line: number
}

/** What is looked at: which entry is chosen, which line is the first on the screen. */
export interface Place {
  readonly chosen: number
  readonly top: Anchor
}

export interface BrowsePage {
  readonly is: 'browse'
  /** `end`: the last entry is chosen and the last line shown, also when more comes. */
  readonly place: Place | 'end'
  /** Entries that are open where they would be closed, and closed where they would be open. */
  readonly turned: ReadonlySet<number>
  /** How long the timeline was when its end was last seen. */
  readonly seen: number
  /** What is searched for; while it is being written, nothing has been searched yet. */
  readonly search?: { readonly query: string; readonly isWriting: boolean } | undefined
  readonly note?: string | undefined
}
