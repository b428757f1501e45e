/** An address as people should see it: whole, and with the host marked that it really leads to. */

import type { AddressQuestion } from '../model/question.js'
import { type Line, span } from '../screen/line.js'
import { wrapLine } from '../screen/wrap.js'
import { cleanLines, cleanText, type Room } from './clean-line.js'

/** More than there is room for is returned where it is more: whoever shows it cuts, and says so. */
export function addressLines(
  { message, url, host }: AddressQuestion,
  { columns, most }: Room,
): readonly Line[] {
  const at = url.indexOf(host)
  const [before, after] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + host.length)]
  const indent = [span('  ')]
  const shown = [
    span(cleanText(before)),
    span(at < 0 ? '' : cleanText(host), { role: 'link', isBold: true, isUnderlined: true }),
    span(cleanText(after)),
  ]
  const isForeign = /(?:^|\.)xn--/i.test(host)
  const note = isForeign ? ' (written in other letters: it may look like another one)' : ''
  // First what is known for sure: what the agent says of it could fill the screen, or look the same.
  return [
    ...cleanLines(
      `  it leads to: ${cleanText(host)}${note}`,
      { columns, most },
      isForeign ? 'warning' : 'strong',
    ),
    ...wrapLine(shown, columns, { first: indent, rest: indent }),
    ...cleanLines(message, { columns: columns - 4, most }).map(line => [span('  ┆ ', 'muted'), ...line]),
  ]
}
