/** A failure of an agent's own code as its author finds it on stderr: without secrets, and fit to be shown. */

import type { LogEntry } from '../protocol/index.js'
import { sanitizeForDisplay } from '../text/index.js'
import { redactorForThisProcess } from './redaction.js'

export async function tellFailure({ event, message, correlationId, error }: LogEntry): Promise<void> {
  const cause = error instanceof Error ? (error.stack ?? error.message) : message
  const redactor = await redactorForThisProcess()
  process.stderr.write(`${event} ${correlationId ?? ''}\n${sanitizeForDisplay(redactor.text(cause))}\n`)
}
