/** Answers a message that is no command: by a model where there is one, else by rule, else honestly. */

import type { StopReason, Turn } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'
import { nearestWord } from './commands/near-word.js'
import { perform } from './commands/perform.js'
import { COMMANDS, findCommand } from './commands/table.js'
import type { Errand } from './errand.js'
import { mentionsIn } from './mentions.js'
import { openErrand } from './open-errand.js'
import { NO_MODEL } from './settings.js'
import { nameAfter } from './title.js'
import { WorkspaceError } from './workspace/workspace.js'

const NAMES = COMMANDS.map(({ name }) => name)

export async function answerMessage(turn: Turn): Promise<StopReason> {
  await nameAfter(turn.session, turn.text)
  const mistyped = mistypedCommand(turn.text.trim())
  if (mistyped !== undefined) return sayUnknown(turn, mistyped)
  const errand = await openErrand(turn)
  return turn.session.setting('model') === NO_MODEL ? answerByRule(errand) : answerByModel(errand)
}

/** "/tmp is full" is a sentence: only a word alone, or one near the name of a command, is taken for a command. */
function mistypedCommand(text: string): string | undefined {
  const [, word, rest] = /^\/([A-Za-z][\w-]*)(\s|$)/.exec(text) ?? []
  const isAlone = rest === ''
  return word !== undefined && (isAlone || nearestWord(word, NAMES) !== undefined) ? word : undefined
}

async function answerByModel(errand: Errand): Promise<StopReason> {
  const { answer, findBrain } = await import('./model/index.js')
  const brain = await findBrain({ model: errand.turn.session.setting('model') })
  if (brain !== undefined) {
    const { projectGuidance } = await import('./guidance.js')
    return answer(errand, brain, {
      guidance: await projectGuidance(errand, mentionsIn(errand.turn.blocks).paths),
    })
  }
  const model = boundedLine(`${errand.turn.session.setting('model')}`, 100)
  await errand.turn.say(`The model ${model} cannot be used at the moment, so I go by my rules.\n\n`)
  return answerByRule(errand)
}

/** Without a model: what a rule fits becomes a command, and the user is told which. */
async function answerByRule(errand: Errand): Promise<StopReason> {
  const { turn } = errand
  const { typed, hint } = await readPlainly(errand)
  const [, name = '', input = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(typed ?? '') ?? []
  const command = findCommand(name)
  if (command === undefined) return hint === undefined ? sayNothingFits(turn) : sayThis(turn, hint)
  const { sayWhatIsUnused } = await import('./rules/honesty.js')
  await turn.say(`I read that as \`${typed}\`.\n\n`)
  await sayWhatIsUnused(turn)
  return perform(errand, command, input)
}

interface Reading {
  /** The command that was meant. */
  readonly typed?: string | undefined
  /** What helps whom no rule understands. */
  readonly hint?: string | undefined
}

async function readPlainly(errand: Errand): Promise<Reading> {
  const [{ toRequest }, { matchRules }, { findHint }] = await Promise.all([
    import('./rules/request.js'),
    import('./rules/match.js'),
    import('./rules/hint.js'),
  ])
  const request = toRequest(errand)
  if (request === undefined) return {}
  try {
    const typed = await matchRules(request)
    return typed === undefined ? { hint: await findHint(request) } : { typed }
  } catch (error) {
    // Rules look for files, and in some directories nothing may be looked for.
    if (error instanceof WorkspaceError) return { hint: error.message }
    throw error
  }
}

async function sayThis(turn: Turn, text: string): Promise<StopReason> {
  await turn.say(text)
  return 'end_turn'
}

async function sayNothingFits(turn: Turn): Promise<StopReason> {
  const { sayNothingFits: say } = await import('./rules/honesty.js')
  await say(turn)
  return 'end_turn'
}

async function sayUnknown(turn: Turn, typed: string): Promise<StopReason> {
  const near = nearestWord(typed, NAMES)
  const question = near === undefined ? '' : ` Did you mean /${near}?`
  const offered = NAMES.map(name => `/${name}`).join(', ')
  await turn.say(`There is no command /${typed}.${question} There are ${offered}.`)
  return 'end_turn'
}
