/** What surrounds a conversation without being part of its timeline: commands, modes, options, title, usage, notices. */

import type { v1 } from '../schema/index.js'
import {
  clearOnNull,
  type Fields,
  isFields,
  isListOf,
  isNumber,
  isText,
  keepOnNull,
  type Patch,
} from './fields.js'
import type { ContextUsage, Thread } from './thread.js'

type Command = Thread['commands'][number]
type Option = Thread['options'][number]
type Notice = Thread['notices'][number]

const MOST_NOTICES = 100

/** What the answer to opening a session says, in either version; what it leaves out stays as it was. */
export function openSession(thread: Thread, { modes, configOptions, availableCommands }: Fields): Thread {
  const { currentModeId, availableModes } = isFields(modes) ? modes : {}
  return {
    ...thread,
    modes: keepOnNull(thread.modes, availableModes, isModes) ?? [],
    modeId: keepOnNull(thread.modeId, currentModeId, isText),
    options: keepOnNull(thread.options, configOptions, isOptions) ?? [],
    commands: keepOnNull(thread.commands, availableCommands, isCommands) ?? [],
  }
}

export function setCommands(thread: Thread, { availableCommands }: Fields): Thread | undefined {
  return isCommands(availableCommands) ? { ...thread, commands: availableCommands } : undefined
}

export function setMode(thread: Thread, { currentModeId }: Fields): Thread | undefined {
  return isText(currentModeId) ? { ...thread, modeId: currentModeId } : undefined
}

export function setOptions(thread: Thread, { configOptions }: Fields): Thread | undefined {
  return isOptions(configOptions) ? { ...thread, options: configOptions } : undefined
}

/** Null clears in both versions. */
export function changeInfo(thread: Thread, { title, updatedAt }: Fields): Thread {
  return {
    ...thread,
    title: clearOnNull(thread.title, title, isText),
    updatedAt: clearOnNull(thread.updatedAt, updatedAt, isText),
  }
}

/** What it has cost is only said now and then; in version 2 null takes it back. */
export const changeUsage =
  (patch: Patch) =>
  (thread: Thread, { used, size, cost }: Fields): Thread | undefined => {
    if (!isNumber(used) || !isNumber(size)) return undefined
    const usage: ContextUsage = { used, size, cost: patch(thread.usage?.cost, cost, isCost) }
    return { ...thread, usage }
  }

/** Notices are for the moment: the latest are at hand, and none is part of the timeline. */
export function addNotice(thread: Thread, { sessionUpdate: _tag, ...notice }: Fields): Thread | undefined {
  if (!isNotice(notice)) return undefined
  return { ...thread, notices: [...thread.notices, notice].slice(-MOST_NOTICES) }
}

const isModes = isListOf((value): value is v1.SessionMode => isFields(value) && isText(value.id))
const isCommands = isListOf((value): value is Command => isFields(value) && isText(value.name))
const isOptions = isListOf((value): value is Option => isFields(value) && isText(value.type))
const isCost = (value: unknown): value is v1.Cost =>
  isFields(value) && isNumber(value.amount) && isText(value.currency)
const isNotice = (value: unknown): value is Notice =>
  isFields(value) && isText(value.severity) && isText(value.title)
