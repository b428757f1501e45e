/** What an agent is told beforehand, in the words of the other version: only its content differs. */

import type { v1, v2 } from '../../schema/index.js'
import { isFields } from './fields.js'
import { toNewBlock, toOldBlock } from './words/index.js'

export function toNewSystemPrompt(prompt: unknown): unknown {
  if (!isFields(prompt) || !Array.isArray(prompt.content)) return prompt
  return { ...prompt, content: prompt.content.map(block => toNewBlock(block as v1.ContentBlock)) }
}

export function toOldSystemPrompt(prompt: unknown): unknown {
  if (!isFields(prompt) || !Array.isArray(prompt.content)) return prompt
  return { ...prompt, content: prompt.content.map(block => toOldBlock(block as v2.ContentBlock)) }
}
