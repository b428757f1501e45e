/** Commands in the words of the other version: version 2 says of what kind they and their inputs are. */

import type { v1, v2 } from '../../../schema/index.js'
import { type Fields, isFields, isText } from '../../../thread/fields.js'
import { keep, keptIn, without, withoutKept } from './kept.js'

export function toNewCommand(command: v1.AvailableCommand): v2.AvailableCommand {
  const { input: keptInput } = keptIn({ ...command }, 'v2')
  const { input, ...rest } = withoutKept({ ...command }, 'v2')
  const asked = keptInput ?? (isFields(input) ? { type: 'text', ...input } : input)
  return {
    type: 'command',
    ...rest,
    ...(asked === undefined ? {} : { input: asked }),
  } as unknown as v2.AvailableCommand
}

/** Undefined where version 1 has no words for it: a client could not tell what becomes of it. */
export function toOldCommand(command: v2.AvailableCommand): v1.AvailableCommand | undefined {
  const { type, input, ...rest }: Fields = { ...command }
  if (type !== 'command') return undefined
  if (!isFields(input))
    return { ...rest, ...(input === undefined ? {} : { input }) } as unknown as v1.AvailableCommand
  if (input.type === 'text')
    return { ...rest, input: without(input, 'type') } as unknown as v1.AvailableCommand
  const hinted = isText(input.hint) ? { input: { hint: input.hint } } : {}
  return keep({ ...rest, ...hinted }, 'v2', { input }) as unknown as v1.AvailableCommand
}
