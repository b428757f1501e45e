/** Asks the user something: by a form where the client shows forms, by a choice of answers otherwise. */

import type { FormSchema, PermissionOption, ToolCall } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { textIn, textsIn } from './given.js'
import type { Tool, ToolResult, Undertaking } from './tool.js'

const MOST_ANSWERS = 12

export const ask: Tool = {
  name: 'ask',
  description:
    'Asks the user a question and waits for the answer. Give answers to choose from where there are a few. Never ask for secrets.',
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string' },
      answers: { type: 'array', items: { type: 'string' }, description: 'What the user can choose from.' },
    },
    required: ['question'],
    additionalProperties: false,
  },
  effect: 'talk',
  async undertake(input, errand): Promise<Undertaking> {
    const question = textIn(input, 'question')
    const answers = [...new Set(textsIn(input, 'answers'))].slice(0, MOST_ANSWERS)
    const { form } = errand.turn.elicit ?? {}
    if (form === undefined && answers.length === 0)
      throw new WorkspaceError(
        'The client shows no forms, so this cannot be asked. Ask in plain words and end the turn, or give answers to choose from.',
      )
    return {
      start: { title: question, kind: 'other', rawInput: input },
      async carryOut(call) {
        if (form === undefined) return choose(errand, call, answers)
        return toResult(await form({ message: question, schema: toSchema(answers) }))
      },
    }
  },
}

function toSchema(answers: readonly string[]): FormSchema {
  const choice = answers.length === 0 ? {} : { enum: answers }
  return {
    type: 'object',
    properties: { answer: { type: 'string', title: 'Answer', ...choice } },
    required: ['answer'],
  }
}

type Elicited = Awaited<ReturnType<NonNullable<NonNullable<Errand['turn']['elicit']>['form']>>>

function toResult(elicited: Elicited): ToolResult {
  if (elicited.action === 'accept') return { text: `The user answered: ${elicited.content.answer ?? ''}` }
  return { text: UNANSWERED }
}

const UNANSWERED = 'The user did not answer the question.'

/** A question for permission has choices, too. A client that judges them wants a no among them. */
async function choose({ turn }: Errand, call: ToolCall, answers: readonly string[]): Promise<ToolResult> {
  const options: readonly PermissionOption[] = [
    ...answers.map((name, index) => ({ optionId: `answer_${index}`, name, kind: 'allow_once' as const })),
    { optionId: 'none', name: 'None of these', kind: 'reject_once' },
  ]
  const chosen = await turn.ask(call, { options })
  if (chosen === undefined) return { text: UNANSWERED }
  return {
    text:
      chosen.optionId === 'none'
        ? 'The user chose none of the answers.'
        : `The user answered: ${chosen.name}`,
  }
}
