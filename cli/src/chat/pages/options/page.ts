/** A page: the settings that the agent offers. */

import type { List } from '../list.js'

export interface OptionsPage {
  readonly is: 'options'
  readonly list: List
  /** The setting whose values are looked at. */
  readonly open?: { readonly id: string; readonly list: List } | undefined
  readonly note?: string | undefined
}
