/** Carries a command out, and says in words what is wrong with input that cannot be used. */

import type { StopReason, Turn } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
import { withoutMarks } from '../mentions.js'
import { openErrand } from '../open-errand.js'
import { nameAfter } from '../title.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { InputError } from './input-error.js'
import type { SlashCommand } from './slash-command.js'
import { QuoteError } from './words.js'
import { WORKS } from './works.js'

/** Answers a message that is a command. */
export async function answerCommand(turn: Turn, command: SlashCommand, input: string): Promise<StopReason> {
  await nameAfter(turn.session, turn.text)
  return perform(await openErrand(turn), command, withoutMarks(input, turn.blocks))
}

/** The same for who has an errand already. */
export async function perform(errand: Errand, command: SlashCommand, input: string): Promise<StopReason> {
  try {
    const work = await WORKS[command.name]?.()
    return (await work?.(errand, input.trim())) ?? 'end_turn'
  } catch (error) {
    const complaint = toComplaint(error, command)
    if (complaint === undefined) throw error
    await errand.turn.say(`/${command.name} cannot do that. ${complaint}`)
    return 'end_turn'
  }
}

function toComplaint(error: unknown, { example }: SlashCommand): string | undefined {
  if (error instanceof QuoteError)
    return new InputError({ expected: 'every quote to be closed', found: `that ${error.message}`, example })
      .message
  return error instanceof InputError || error instanceof WorkspaceError ? error.message : undefined
}
