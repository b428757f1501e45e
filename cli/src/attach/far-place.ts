/** A gateway, a session of it, and how to prove who one is: plain data, which travels as JSON between processes of one user. */

import type { TokenPlace } from '../connect/token.js'

/** Stands for a place that only the gateway knows. */
export const NOWHERE = '/'

export interface FarPlace extends TokenPlace {
  /** Its agent, over a socket. */
  readonly url: string
  readonly origin: string
  /** Certificates to trust instead of the well-known ones, as text. */
  readonly ca?: string | undefined
  /** The file that they came from. */
  readonly caFile?: string | undefined
  /** The session to come to; none begins a new one. */
  readonly session?: string | undefined
  /** Where that one works, on the other side. */
  readonly cwd?: string | undefined
  readonly title?: string | undefined
}
