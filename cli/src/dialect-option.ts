/** The option that says how an agent spells the protocol. Loads nothing: it is declared whenever the command is typed. */

import type { DialectName } from '@parley/acp/dialect'
import { Option } from 'commander'

/** As `dialectNames` of the library lists them, which is too much to load for a word; the compiler demands each of them. */
const NAMES: Readonly<Record<DialectName, true>> = { '003': true, '004': true }

/** The spellings that an agent may have. */
export const DIALECTS = Object.keys(NAMES).sort() as readonly DialectName[]

export const dialectOption = (): Option =>
  new Option('--dialect <number>', 'it spells the protocol as this document does').choices(DIALECTS)
