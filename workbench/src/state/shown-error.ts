/** An error that can be shown as it is: a sentence, what to do, and by which word programs know it. */

import type { Failure } from './talk.js'

export class ShownError extends Error {
  override readonly name = 'ShownError'
  readonly failure: Failure
  /** `conflict` where a file is no longer what it was; other words are the gateway's. */
  readonly reason: string | undefined

  constructor(failure: Failure, reason?: string, options?: ErrorOptions) {
    super(failure.message, options)
    this.failure = failure
    this.reason = reason
  }
}
