/** What an agent lets its user know beside the conversation, in one line. */

import { boundedLine } from '@parley/acp/guard'
import type { Remark } from '../state/talk.js'
import { fieldsOf } from './fields.js'

const MOST_CHARACTERS = 1_000

/** Nothing where it says nothing. */
export function wordsForNotice(update: object): Pick<Remark, 'tone' | 'text'> | undefined {
  const { severity, title, description } = fieldsOf(update)
  const tone = severity === 'error' || severity === 'warning' ? severity : 'info'
  const words = [title, description].filter(each => typeof each === 'string' && each !== '')
  return words.length === 0 ? undefined : { tone, text: boundedLine(words.join(': '), MOST_CHARACTERS) }
}
