/** Lists of commands in the words of the other version. */

import type { v1Unstable, v2Unstable } from '../../../schema/index.js'
import type { Fields } from '../../../thread/fields.js'
import { toNewCommand, toOldCommand } from './commands.js'
import { restoreItems, siftItems } from './hidden-items.js'
import { keep, keptIn, withoutKept } from './kept.js'

type OldUpdate = v1Unstable.SessionUpdate

export function toNewCommands(update: Fields): v2Unstable.SessionUpdate {
  const { hidden: restored } = keptIn(update, 'v2')
  const { items, hidden } = siftItems(update.availableCommands, command => toNewCommand(command as never))
  const availableCommands = restoreItems(items, restored)
  return keep({ ...withoutKept(update, 'v2'), availableCommands }, 'v1', { hidden }) as never
}

export function toOldCommands(update: Fields, extras: Fields = {}): OldUpdate {
  const { items, hidden } = siftItems(update.availableCommands, command => toOldCommand(command as never))
  const said = { sessionUpdate: 'available_commands_update', ...update, availableCommands: items }
  return keep(said, 'v2', { hidden, ...extras }) as never
}
