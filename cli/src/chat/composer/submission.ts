/** What is sent of what was written: whole texts in the place of their marks, and the files and conversations it points at. */

import type { Composer } from '../model/composer.js'
import type { Submission } from '../model/talk.js'

/** Nothing where there is nothing to send. */
export function toSubmission({ text }: Composer, _cwd: string): Submission | undefined {
  return text.trim() === '' ? undefined : { text, files: [], talks: [] }
}

export function isShellLine(text: string): boolean {
  return text.startsWith('!')
}
