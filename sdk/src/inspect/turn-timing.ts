/** A turn as a waterfall: when something was first heard, how long each tool took, how fast the words came. */

/** A piece of a turn that took time; all times in milliseconds since the turn began. */
export interface Span {
  readonly kind: 'tool' | 'permission' | 'file' | 'terminal' | 'elicitation' | 'silence'
  readonly label: string
  readonly from: number
  /** Absent while it goes on. */
  readonly until?: number | undefined
  /** The row it began with. */
  readonly row: number
}

/** One turn. */
export interface TurnTiming {
  /** Its place among all turns of the recording. */
  readonly turn: number
  readonly session: string
  /** The row of the prompt, and of what ended the turn. */
  readonly prompt: number
  readonly end?: number | undefined
  /** Since the recording began. */
  readonly at: number
  readonly duration?: number | undefined
  readonly stopReason?: string | undefined
  /** Until anything was heard of it, and until the first piece of a message. */
  readonly firstUpdate?: number | undefined
  readonly firstChunk?: number | undefined
  readonly chunks: number
  readonly characters: number
  /** Pieces of messages per second, from the first to the last. */
  readonly chunkRate?: number | undefined
  readonly bytes: number
  readonly spans: readonly Span[]
}
