/** A whole recording, redacted once more: it may have been made by others, or before a secret was known. */

import {
  createEntryRedactor,
  type Recording,
  type RedactEntryOptions,
  redactHeader,
} from '@parley/acp/inspect'

export function redactRecording({ header, entries, flaws }: Recording, means: RedactEntryOptions): Recording {
  const redactor = createEntryRedactor(means)
  const redacted = [...entries.flatMap(entry => redactor.push(entry)), ...redactor.end()]
  return { header: redactHeader(header, means), entries: redacted, flaws }
}
