/** Shows the plan, whole, in the place of the one shown before. */

import type { PlanEntry } from '@parley/acp/agent'
import { count } from './cut.js'
import { objectsIn, optionalText, textIn } from './given.js'
import type { Tool, ToolInput } from './tool.js'

const PRIORITIES = ['high', 'medium', 'low'] as const
const STATUSES = ['pending', 'in_progress', 'completed'] as const

export const plan: Tool = {
  name: 'plan',
  description:
    'Shows the user the whole plan, in the place of the one shown before. Use it for work of several steps, and again whenever a step begins or is done.',
  parameters: {
    type: 'object',
    properties: {
      entries: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            content: { type: 'string', description: 'What is to be done.' },
            status: { type: 'string', enum: STATUSES },
            priority: { type: 'string', enum: PRIORITIES },
          },
          required: ['content'],
          additionalProperties: false,
        },
      },
    },
    required: ['entries'],
    additionalProperties: false,
  },
  effect: 'talk',
  async undertake(input, { turn }) {
    return {
      async conduct() {
        const entries = objectsIn(input, 'entries').map(toEntry)
        await turn.plan(entries)
        const done = entries.filter(({ status }) => status === 'completed').length
        return { text: `The plan is shown: ${count(entries.length, 'step')}, ${done} done.` }
      },
    }
  },
}

function toEntry(given: ToolInput): PlanEntry {
  return {
    content: textIn(given, 'content'),
    status: STATUSES.find(each => each === optionalText(given, 'status')) ?? 'pending',
    priority: PRIORITIES.find(each => each === optionalText(given, 'priority')) ?? 'medium',
  }
}
