/** Source text in its frame. The frame has no sides: what is copied from the screen is source and nothing else. */

import { cutLine, type Line, lineOf, span } from '../screen/line.js'
import { breakLine } from '../screen/wrap.js'
import { cleanTitle, expandTabs } from './clean-text.js'
import { highlightLines, languageOf, type SourceLine } from './highlight.js'

const INDENT = span('  ')
const GOES_ON = span('↪ ', 'muted')

/** The line above source; it names the language. */
export function codeHead(hint: string, columns: number): Line {
  const name = cleanTitle(hint, 40)
  return cutLine(lineOf(name === '' ? '╭─' : `╭─ ${name}`, 'border'), columns)
}

export const CODE_FOOT: Line = lineOf('╰─', 'border')

/** The lines of a text that was cleaned, highlighted, not yet wrapped. */
export function sourceOf(text: string, hint: string): readonly SourceLine[] {
  const untabbed = text.includes('\t')
    ? text
        .split('\n')
        .map(line => expandTabs(line))
        .join('\n')
    : text
  return highlightLines(untabbed, languageOf(hint))
}

export function drawSource(lines: readonly SourceLine[], columns: number): readonly Line[] {
  return lines.flatMap(({ line }) =>
    line.length === 0 ? [line] : breakLine(line, columns, { first: [INDENT], rest: [GOES_ON] }),
  )
}

/** A block of source, whole. */
export function drawCode(text: string, hint: string, columns: number): readonly Line[] {
  return [codeHead(hint, columns), ...drawSource(sourceOf(text, hint), columns), CODE_FOOT]
}
