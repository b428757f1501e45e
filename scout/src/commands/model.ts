/** /model: shows or changes the model. */

import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { CURE, toSentence } from '../rules/honesty.js'
import { NO_MODEL } from '../settings.js'
import { InputError } from './input-error.js'

export async function changeModel({ turn }: Errand, input: string): Promise<void> {
  const { session } = turn
  const { listBrains, listTroubles } = await import('../model/find-brain.js')
  const brains = await listBrains()
  if (input === '') {
    const troubles = (await listTroubles()).map(toSentence)
    return void (await turn.say(describe(`${session.setting('model')}`, brains, troubles)))
  }
  const wanted = input.toLowerCase()
  const found = brains.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)
  const chosen = wanted === NO_MODEL ? NO_MODEL : found?.id
  if (chosen === undefined) throw unknown(input, brains)
  try {
    await session.setSetting('model', chosen)
  } catch {
    return void (await turn.say(
      `${chosen} was not there when I started. Start me again, and it can be chosen.`,
    ))
  }
  await turn.say(
    chosen === NO_MODEL ? 'I go by commands and rules now, without a model.' : `The model is ${chosen} now.`,
  )
}

type Listed = readonly { readonly id: string; readonly name: string; readonly description: string }[]

function describe(current: string, brains: Listed, troubles: readonly string[]): string {
  if (brains.length === 0)
    return ['No model was found, so I go by commands and rules.', ...cures(troubles)].join('\n\n')
  const none = { id: NO_MODEL, description: 'commands and rules alone' }
  const rows = [...brains, none].map(
    ({ id, description }) => `- \`${id}\`${id === current ? ' (now)' : ''}: ${boundedLine(description, 100)}`,
  )
  const list = `The models that are there:\n\n${rows.join('\n')}\n\n\`/model\` and a name chooses one.`
  return [list, ...troubles].join('\n\n')
}

/** Who has named a server need not be told how that is done. */
function cures(troubles: readonly string[]): readonly string[] {
  return troubles.length === 0 ? [CURE] : [...troubles, 'Mend that, and start me again.']
}

function unknown(input: string, brains: Listed): InputError {
  const [first] = brains
  const names = [...brains.map(({ id }) => id), NO_MODEL].slice(0, 8).join(', ')
  return new InputError({
    expected: `a model that is there, such as ${names}`,
    found: `"${boundedLine(input, 60)}"`,
    example: `/model ${first?.id ?? NO_MODEL}`,
  })
}
