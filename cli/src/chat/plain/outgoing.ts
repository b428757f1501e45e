/** Lines as what is done about them: a prompt with what it points at, a command for a shell, a setting. */

import { isShellLine, shellCommandOf } from '../composer/shell-line.js'
import { toSubmission } from '../composer/submission.js'
import type { Effect } from '../effect.js'
import { EMPTY_COMPOSER } from '../model/composer.js'
import type { Facts, TalkKey } from '../model/talk.js'
import type { Command } from './command.js'
import { modeLine, optionLines } from './overview-text.js'

export interface Sender {
  readonly talk: TalkKey
  readonly cwd: string
  readonly home: string
  /** Lines of a pipe were typed by nobody: none of them is a command. */
  readonly isAttended: boolean
}

/** Nothing where there is nothing to do. */
export function toEffect(text: string, { talk, cwd, home, isAttended }: Sender): Effect | undefined {
  if (isAttended && isShellLine(text)) {
    const command = shellCommandOf(text)
    return command === undefined ? undefined : { do: 'shell', talk, command }
  }
  const submission = toSubmission({ ...EMPTY_COMPOSER, text }, cwd, home)
  return submission === undefined ? undefined : { do: 'prompt', talk, submission }
}

export type Setting = Extract<Command, { is: 'mode' | 'option' }>

/** What sets it; where nothing is said to set, how things are. */
export function toSetting(
  command: Setting,
  talk: TalkKey,
  facts: Facts,
): { readonly effect?: Effect; readonly lines: readonly string[] } {
  if (command.is === 'mode') {
    const { mode } = command
    return mode === undefined
      ? { lines: [modeLine(facts)] }
      : { effect: { do: 'set-mode', talk, mode }, lines: [] }
  }
  const { option, value } = command
  if (option === undefined || value === undefined) return { lines: optionLines(facts) }
  return { effect: { do: 'set-option', talk, option, value }, lines: [] }
}
