/** What a README says first: the paragraph by which people know what a project is. */

const MOST_CHARACTERS = 600

/** The first paragraph of prose: no heading, badge, picture, comment, quote, list or code. Nothing when there is none. */
export function firstParagraph(text: string): string | undefined {
  const plain = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^(`{3,}|~{3,})[\s\S]*?^\1.*$/gm, '')
  const paragraphs = plain.split(/\n\s*\n/).map(toProse)
  const first = paragraphs.find(paragraph => /\p{L}{2}/u.test(paragraph))
  if (first === undefined) return undefined
  return first.length <= MOST_CHARACTERS ? first : `${first.slice(0, MOST_CHARACTERS - 1)}…`
}

const NO_PROSE = /^\s*(#|\||>|[-*+]\s|\d+\.\s|<|={3,}|-{3,}|!?\[!\[|!\[)/

function toProse(paragraph: string): string {
  const lines = paragraph.split('\n')
  const [, under = ''] = lines
  // A line of = or - makes a heading of the one above it.
  const body = /^\s*(={3,}|-{3,})\s*$/.test(under) ? lines.slice(2) : lines
  if (NO_PROSE.test(body[0] ?? '')) return ''
  return body.join(' ').replaceAll(/\s+/g, ' ').trim()
}
