/** What `parley conform` was told, as it was typed. */

import type { UrlFlags } from '../url-options.js'

export interface ConformFlags extends UrlFlags {
  readonly protocol: '1' | '2'
  readonly fixture?: string
  readonly only?: readonly string[]
  readonly expected?: string
  readonly strict?: boolean
  readonly isolated?: boolean
  readonly env?: readonly string[]
  readonly jobs?: number
  readonly json?: string
  readonly junit?: string
  readonly html?: string
  readonly badge?: string
  readonly verbose?: boolean
}

export interface ListFlags {
  readonly protocol: '1' | '2'
  readonly side?: 'agent' | 'client'
  readonly format: 'text' | 'json'
}

/** What is to be examined, and how. */
export interface ConformWish {
  readonly side: 'agent' | 'client'
  readonly words: readonly string[]
  readonly flags: ConformFlags
}

/** The version of the protocol that is meant. */
export function versionOf({ protocol }: { readonly protocol: '1' | '2' }): 1 | 2 {
  return protocol === '1' ? 1 : 2
}
