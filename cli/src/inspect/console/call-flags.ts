/** What `parley call` was told beside its words. */

import type { UrlFlags } from '../../url-options.js'
import type { Profile } from './profile.js'

export interface CallFlags extends UrlFlags {
  readonly protocol: '1' | '2'
  readonly profile: Profile
  readonly cwd?: string | undefined
  readonly timeout: string
  readonly capabilities?: string | undefined
  readonly updates?: boolean | undefined
  readonly force?: boolean | undefined
  readonly verbose?: boolean | undefined
  /** False with `--no-handshake`. */
  readonly handshake?: boolean | undefined
}
