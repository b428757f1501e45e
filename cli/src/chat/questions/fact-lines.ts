/** Everything that is known of what is asked, in lines: nothing is left out where there is room. */

import { boundedLine } from '@parley/acp/guard'
import type { PermissionQuestion } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import { fullAgentName } from '../model/talk-name.js'
import type { Line } from '../screen/line.js'
import { cleanLines } from './clean-line.js'

export interface FactRoom {
  readonly columns: number
  /** At most so many lines: whoever asks for one more than there is room for learns whether there is more. */
  readonly rows: number
  readonly agent?: Talk['agent'] | undefined
}

/** Everything but the files. */
export function factLines(
  { lines, description, reason, cwd }: PermissionQuestion,
  { columns, rows, agent }: FactRoom,
): readonly Line[] {
  const drawn: Line[] = []
  const add = (text: string, role?: 'muted'): void => {
    if (drawn.length < rows) drawn.push(...cleanLines(text, { columns, most: rows - drawn.length + 1 }, role))
  }
  for (const line of lines) add(line.startsWith('  ') ? line : `  ${line}`)
  if (description !== undefined) add(`  ${boundedLine(description, 500)}`, 'muted')
  if (reason !== undefined) add(`  ${boundedLine(reason, 300)}`, 'muted')
  const isKnown = cwd === '' || lines.includes(`  in ${cwd}`)
  const where = isKnown ? [] : [`in ${boundedLine(cwd, 300)}`]
  const facts = [...(agent === undefined ? [] : [fullAgentName(agent)]), ...where]
  if (facts.length > 0) add(`  ${facts.join(' · ')}`, 'muted')
  return drawn.slice(0, rows)
}
