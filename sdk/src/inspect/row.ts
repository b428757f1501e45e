/** A line of the timeline: what an entry is, what it belongs to, and what was wrong with it. */

import type { Flaw } from '../schema/index.js'
import type { Heading } from './entry.js'
import type { Finding } from './finding.js'

/** What a line shows. */
export type RowKind = 'request' | 'notification' | 'result' | 'error' | 'noise' | 'stderr' | 'event'

/** One line. Small on purpose: a hundred thousand of them are held, and the messages need not be. */
export interface Row {
  /** Its place, from 0; the same as the place of its entry in the recording. A batch is one row per message. */
  readonly number: number
  /** The entry it was made of. */
  readonly entry: number
  readonly at: number
  readonly kind: RowKind
  /** Absent where nothing passed: stderr, events. */
  readonly to?: Heading | undefined
  /** Of an answer, the method that it answers. */
  readonly method?: string | undefined
  readonly id?: string | number | null | undefined
  readonly session?: string | undefined
  readonly toolCall?: string | undefined
  /** Which turn of the whole recording, from 0. */
  readonly turn?: number | undefined
  /** What the row is about, in a few clean words: the kind of an update, the beginning of a text, a title, an error. */
  readonly label: string
  readonly bytes: number
  /** Of an answer: the row of its request, and how long it took. */
  readonly asked?: number | undefined
  readonly latency?: number | undefined
  /** Of a request: the row of its answer, once it was seen. */
  readonly answer?: number | undefined
  /** What the schema has against it. */
  readonly flaws: readonly Flaw[]
  /** Which rules it breaks. May grow: what was never answered is known at the end. */
  readonly findings: readonly Finding[]
}
