/** What is being done with conversations at the moment: which one is renamed or about to be deleted, and what is searched for. */

import { createStore } from 'zustand/vanilla'
import type { TalkKey } from '../state/talk.js'
import type { SessionRow } from './session-row.js'

export interface Desk {
  readonly query: string
  readonly showsArchived: boolean
  /** Somebody chooses where a new conversation is to be. */
  readonly isBeginning: boolean
  readonly deleting?: SessionRow | undefined
  /** Whose answers that last are looked at. */
  readonly answersOf?: TalkKey | undefined
  /** Where its title is being written: in the list, or over the conversation. */
  readonly renaming?: { readonly key: TalkKey; readonly in: 'list' | 'bar' } | undefined
}

export const clearDesk: Desk = { query: '', showsArchived: false, isBeginning: false }

export const desk = createStore<Desk>(() => clearDesk)
