/** The laws' known exceptions, each for one file and with its reason. One that excuses nothing is itself a flaw. */

export interface Exception {
  readonly law: string
  readonly path: string
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = []
