/** A conversation that a gateway keeps, and others may take part in: what is known of that side of it. */

export interface Far {
  readonly sessionId: string
  /** What the gateway calls us. */
  readonly name: string
  /** Nothing can be said from here. */
  readonly isViewer: boolean
  /** We came by a link, which is worth nothing any more. */
  readonly isGuest: boolean
  /** What must be typed behind the address to be let in again: options and files, never a token. */
  readonly options: readonly string[]
  /** How many screens there are, this one with them. */
  readonly present: number
  /** Somebody else's turn, while it runs. */
  readonly turn?: { readonly by: string; readonly since: number } | undefined
  /** There is no connection, and it is being tried again: why. */
  readonly lost?: string | undefined
  /** Who said the prompts at these places of the timeline, where it was not us. */
  readonly authors: ReadonlyMap<number, string>
}

/** What a gateway tells beside what is said. */
export type FarNews =
  | { readonly is: 'change'; readonly change: Partial<Pick<Far, 'present' | 'lost'>> }
  /** Somebody else's turn begins or ends. */
  | {
      readonly is: 'turn'
      readonly state: 'running' | 'ended'
      readonly by: string
      readonly stopReason?: string | undefined
    }

/** What is known of it from the beginning. */
export type FarOpening = Pick<Far, 'sessionId' | 'name' | 'isViewer' | 'isGuest'> &
  Partial<Pick<Far, 'options'>>

export function newFar(opening: FarOpening): Far {
  return { options: [], ...opening, present: 1, authors: new Map() }
}
