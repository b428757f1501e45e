/** Redaction that learns: begins with the secrets somebody knows, and adds those that the messages tell in confidence. */

import { createRedactor, type Redactor, type RedactorOptions } from '../guard/index.js'
import type { RedactEntryOptions } from './entry-redaction.js'

/** What is known from the beginning. */
export interface LearningRedactionOptions extends Pick<RedactorOptions, 'hash' | 'known'> {
  /** Drops texts of files, images, audio and terminal output as well; their sizes stay. */
  readonly dropsContents?: boolean | undefined
}

/** How to redact the entries of one wire, and its header. */
export function learningRedaction(options: LearningRedactionOptions): RedactEntryOptions {
  const { hash, known = [], dropsContents } = options
  const learn = (told: readonly string[]): Redactor => createRedactor({ hash, known: [...known, ...told] })
  return { redactor: learn([]), learn, dropsContents, hash }
}
