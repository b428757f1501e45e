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

/** What is so, whoever asks for it: everything but the files. */
export function factLines({ lines, claimed = 0 }: PermissionQuestion, room: FactRoom): readonly Line[] {
  return drawn(
    lines.slice(claimed).map(text => ({ text: text.startsWith('  ') ? text : `  ${text}` })),
    room,
  )
}

/** What is said about it: in whose words, why it is asked, who asks. */
export function wordLines(
  { lines, claimed = 0, description, reason, cwd }: PermissionQuestion,
  room: FactRoom,
): readonly Line[] {
  const { agent } = room
  const isKnown = cwd === '' || lines.includes(`  in ${cwd}`)
  const where = isKnown ? [] : [`in ${boundedLine(cwd, 300)}`]
  const facts = [...(agent === undefined ? [] : [fullAgentName(agent)]), ...where]
  const told = [
    ...(description === undefined ? [] : [boundedLine(description, 500)]),
    ...(reason === undefined ? [] : [boundedLine(reason, 300)]),
    ...(facts.length === 0 ? [] : [facts.join(' · ')]),
  ]
  return drawn(
    [
      ...lines.slice(0, claimed).map(text => ({ text })),
      ...told.map(text => ({ text: `  ${text}`, role: 'muted' as const })),
    ],
    room,
  )
}

interface Told {
  readonly text: string
  readonly role?: 'muted' | undefined
}

function drawn(all: readonly Told[], { columns, rows }: FactRoom): readonly Line[] {
  const lines: Line[] = []
  for (const { text, role } of all) {
    if (lines.length >= rows) break
    lines.push(...cleanLines(text, { columns, most: rows - lines.length + 1 }, role))
  }
  return lines.slice(0, Math.max(0, rows))
}
