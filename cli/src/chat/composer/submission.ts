/** What is sent of what was written: whole texts in the place of their marks, and the files and conversations it points at. */

import { isAbsolute, join, resolve } from 'node:path'
import type { Composer } from '../model/composer.js'
import type { Submission } from '../model/talk.js'
import { unfold, withoutFolds } from './folds.js'
import { mentionedFiles, mentionedTalks } from './mentions.js'

/** Nothing where there is nothing to send. What was folded is text and points at nothing: nobody has looked through it. */
export function toSubmission(
  { text, folds }: Pick<Composer, 'text' | 'folds'>,
  cwd: string,
  home?: string,
): Submission | undefined {
  const whole = unfold(text, folds)
  if (whole.trim() === '') return undefined
  const seen = withoutFolds(text, folds)
  const files = mentionedFiles(seen).map(path => toAbsolute(path, cwd, home))
  return { text: whole, files: [...new Set(files)], talks: mentionedTalks(seen) }
}

function toAbsolute(path: string, cwd: string, home: string | undefined): string {
  if (home !== undefined && (path === '~' || path.startsWith('~/'))) return join(home, path.slice(1))
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path)
}
