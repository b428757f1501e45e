/** How what is being written changes, key by key. */

import type { Effect } from '../effect.js'
import type { ChatEvent } from '../event.js'
import type { Composer } from '../model/composer.js'
import type { Talk } from '../model/talk.js'
import type { Key } from '../screen/input.js'

/** What became of a key. `isTaken` is false where it means nothing here: then it is for somebody else. */
export interface Written {
  readonly composer: Composer
  readonly effects: readonly Effect[]
  readonly isTaken: boolean
}

/** Enter, Esc, Ctrl+C and the like are taken only while they mean something here: an open completion, a search. */
export function writeKey(talk: Talk, _key: Key, _columns: number): Written {
  return { composer: talk.composer, effects: [], isTaken: false }
}

export function writePaste(talk: Talk, _text: string): Written {
  return { composer: talk.composer, effects: [], isTaken: true }
}

/** Answers to what the composer asked for: suggestions, an edited text, what was remembered. */
export function hear(talk: Talk, _event: ChatEvent): Composer {
  return talk.composer
}

/** Puts a text in the place of what stands there, which can be undone. */
export function replaceText(composer: Composer, text: string): Composer {
  return { ...composer, text, cursor: text.length }
}

/** Empty, as after sending; what was sent is in the history. */
export function afterSending(composer: Composer): Composer {
  return { ...composer, text: '', cursor: 0, folds: [], completion: undefined, search: undefined }
}
