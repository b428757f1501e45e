/** /run: runs a command to its end. */

import type { Errand } from '../errand.js'
import { useTool } from '../tools/use-tool.js'
import { InputError } from './input-error.js'

export async function runCommand(errand: Errand, input: string): Promise<void> {
  const command = input.trim()
  if (command === '')
    throw new InputError({ expected: 'a command to run', found: 'nothing', example: '/run npm test' })
  const { text, isError } = await useTool(errand, 'run', { command })
  // The output stands in the tool call; how it ended is the last line of the text.
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  const end = /^\[(.*)\]$/.exec(last)?.[1]
  await errand.turn.say(end === undefined ? text : `${isError ? 'It failed' : 'Done'}: ${end}.`)
}
