/** Carries out effects, and tells as events what came of them. */

import type { Effect } from '../effect.js'
import type { ChatEvent } from '../event.js'

export type Tell = (event: ChatEvent) => void

/** One of those who do things. */
export interface Hands {
  /** False where it is somebody else's. Whatever goes wrong is told as an event, never thrown. */
  take(effect: Effect): boolean
  /** Ends everything that was begun, agents first. */
  close(): Promise<void>
}
