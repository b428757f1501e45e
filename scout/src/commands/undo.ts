/** /undo: takes back the last change of a file that was made in this session. */

import type { Errand } from '../errand.js'
import { undoLast } from '../tools/undo.js'
import { InputError } from './input-error.js'

export async function undo(errand: Errand, input: string): Promise<void> {
  if (input !== '')
    throw new InputError({
      expected: 'nothing: it takes back one change at a time',
      found: 'more words',
      example: '/undo',
    })
  const { text } = await undoLast(errand)
  await errand.turn.say(text)
}
