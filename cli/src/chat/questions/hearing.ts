/** When a question hears keys: not before it could be read, and not while somebody types on into it. */

import { READING_MILLISECONDS } from '../../reading-time.js'
import type { Question } from '../model/question.js'

/** So long after it came, and after any key that fell into that time, a key is meant for something else. */
export const DEAF_MILLISECONDS = READING_MILLISECONDS

export function isDeaf({ shownAt, deafUntil }: Question, now: number): boolean {
  if (shownAt === undefined) return true
  return now < shownAt + DEAF_MILLISECONDS || (deafUntil !== undefined && now < deafUntil)
}

/** The same after a key that it did not hear. */
export function afterUnheard<Q extends Question>(question: Q, now: number): Q {
  return { ...question, deafUntil: now + DEAF_MILLISECONDS }
}
