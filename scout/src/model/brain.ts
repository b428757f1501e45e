/** A model that scout can think with, as the rest of scout sees it. Knows no provider; the key stays inside. */

import type { LanguageModel } from 'ai'
import type { Price } from './price-list.js'

/** The way a server is spoken to. */
export type Wire = 'openai' | 'anthropic' | 'google'

/** What a model takes besides text. */
export interface Senses {
  readonly images: boolean
  readonly audio: boolean
  readonly documents: boolean
}

/** A model, ready to be asked. */
export interface Brain {
  /** What the setting `model` says: where it is, a slash, its own name. */
  readonly id: string
  /** For people. */
  readonly name: string
  /** Where it is, for people. */
  readonly description: string
  readonly wire: Wire
  /** The name that the server knows it by. */
  readonly model: string
  /** How many tokens it can keep in mind. */
  readonly contextSize: number
  readonly senses: Senses
  /** Absent where nobody told what it costs. */
  readonly price?: Price | undefined
  /** The variable that holds its key, for whoever has to set it. */
  readonly keyName?: string | undefined
  /** What must never be shown, in case a server says it. */
  readonly secrets: readonly string[]
  /** Loads what speaks to it. */
  open(): Promise<LanguageModel>
}
