/** What `parley serve` was told. */

import type { DialectName } from '@parley/acp/dialect'
import type { Role } from '@parley/gateway'

export interface ServeFlags {
  readonly agent?: string | undefined
  readonly stdioAgent?: string | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly config?: string | undefined
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** True where no dialect was named. */
  readonly plainPost?: DialectName | true | undefined
  readonly format: 'text' | 'json'
}

export interface TokenFlags {
  readonly config?: string | undefined
  readonly principal?: string | undefined
  readonly role?: Role | undefined
  readonly days?: number | undefined
  readonly format?: 'text' | 'json' | undefined
}
