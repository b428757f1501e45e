/** What the console was told beside the command of the agent. */

import type { RemoteAddress } from '@parley/conformance'
import type { SealKeys } from '../../recordings/raw/seal.js'
import type { Profile } from './profile.js'

export interface ConsoleFlags {
  readonly protocol?: '1' | '2' | undefined
  readonly profile?: Profile | undefined
  /** The file of a recording; true where none is named. */
  readonly record?: string | true | undefined
  /** How the recording is encrypted that nothing is left out of. */
  readonly seal?: SealKeys | undefined
  /** False with `--no-watch`. */
  readonly watch?: boolean | undefined
  readonly cwd?: string | undefined
  readonly capabilities?: string | undefined
  /** False with `--no-handshake`. */
  readonly handshake?: boolean | undefined
  /** Where the agent is, if it is elsewhere. */
  readonly remote?: RemoteAddress | undefined
}
