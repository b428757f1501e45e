/** What a question of leave is called over its card: a command stands below to the letter, and is not told twice. */

import { boundedLine } from '@parley/acp/guard'
import type { PermissionQuestion } from '../state/question.js'

export function cardTitle({ title, command }: Pick<PermissionQuestion, 'title' | 'command'>): string {
  return command === undefined ? boundedLine(title, 300) : 'Run a command'
}
