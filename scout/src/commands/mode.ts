/** /mode: shows or changes the way of working. */

import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { MODES } from '../modes.js'
import { InputError } from './input-error.js'

export async function changeMode({ turn }: Errand, input: string): Promise<void> {
  const wanted = input.toLowerCase()
  if (wanted === '') return void (await turn.say(describeModes(turn.session.mode)))
  const mode = MODES.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
  if (mode === undefined)
    throw new InputError({
      expected: `one of ${MODES.map(({ id }) => id).join(', ')}`,
      found: `"${boundedLine(input, 40)}"`,
      example: '/mode code',
    })
  await turn.session.setMode(mode.id)
  await turn.say(`The mode is ${mode.id} now. ${mode.description}.`)
}

function describeModes(current: string | undefined): string {
  const rows = MODES.map(({ id, description }) => `- ${id}${id === current ? ' (now)' : ''}: ${description}`)
  return `The modes:\n\n${rows.join('\n')}`
}
