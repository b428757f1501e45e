/** `parley recordings show`: the timeline of a recording as text, with or without what was said. */

import { sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import type { Entry, Row } from '@parley/acp/inspect'
import { EXIT } from '../exit-code.js'
import { demandTest, toPlainLine } from '../inspect/timeline/plain.js'
import { counted } from '../listing/count.js'
import { print } from '../listing/print.js'
import { toSafeJson, toSafeJsonText } from '../listing/safe-json.js'
import type { Shell } from '../shell.js'
import { type Judgement, judge } from './judgement.js'
import { findRecording } from './place.js'

export interface ShowOptions {
  readonly filter?: string | undefined
  readonly messages?: boolean | undefined
  readonly format: 'text' | 'json'
}

const GATHERED = 64 * 1024

export async function showRecording(word: string, options: ShowOptions, shell: Shell): Promise<number> {
  const path = await findRecording(word, shell)
  const isShown = demandTest(options.filter)
  let text = ''
  const judgement = await judge(path, (row, entry) => {
    if (!isShown(row)) return undefined
    text +=
      options.format === 'json'
        ? `${toSafeJson(toValue(row, entry, options))}\n`
        : toText(row, entry, options)
    if (text.length < GATHERED) return undefined
    const piece = text
    text = ''
    return print(shell.stdout, piece)
  })
  await print(shell.stdout, text)
  if (options.format === 'text') await print(shell.stderr, summary(judgement))
  return EXIT.ok
}

function toText(row: Row, entry: Entry, { messages }: ShowOptions): string {
  const line = `${String(row.number).padStart(5)} ${toPlainLine(row)}\n`
  if (messages !== true || !('message' in entry)) return line
  const body = sanitizeForDisplay(toSafeJsonText(entry.message).trimEnd()).replace(/^/gm, '        ')
  return `${line}${body}\n`
}

/** What programs get: the row, and its entry where messages are wanted. */
export function toValue(row: Row, entry: Entry, { messages }: Pick<ShowOptions, 'messages'>): object {
  return { ...row, ...(messages === true ? { content: entry } : {}) }
}

function summary({ onlooker, flaws }: Judgement): string {
  const { rows, findings, turns } = onlooker
  const lines = [
    `${counted(rows.length, 'row')}, ${counted(turns.length, 'turn')}, ${counted(findings.length, 'finding')}.`,
    ...flaws
      .slice(0, 5)
      .map(({ line, expected, found }) => `Line ${line}: expected ${expected}, found ${found}.`),
    ...(flaws.length > 5 ? [`${flaws.length - 5} more lines are none of a recording.`] : []),
  ]
  return lines.map(line => `${sanitizeLine(line)}\n`).join('')
}
