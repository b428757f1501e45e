/**
 * Somebody's own Markdown, put where it cannot break out: every line of it is quoted, and a quote ends with its last
 * line whatever was left open inside. Two things reach beyond a quote, HTML and the targets of links, and are escaped.
 */

/** A fence at the margin: it ends every list and every quote inside the quote, so it is what it looks like. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^(`{3,}|~{3,})[ \t]*$/
/** One that may belong to a list, or not: which of the two decides what is code from there on. */
const INDENTED_FENCE = /^[ \t]+(?:```|~~~)/
const HTML = /<(?=[a-z/!?])/gi
const TARGET = /(?<=\]):/g
/** Names no target, for a name holds no bracket. */
const INNER_BRACKETS = /(?<!\\)\[[^[\]]*\]:/g
/** A link whose target has no marks of code in it. */
const PLAIN_LINK = /\]\([^\s()<>`"']*\)/g
const MARKS = /`+/g

/**
 * The text as a quote. Code is left as it is where it is certain to be code; where that is in doubt what looks like
 * HTML is escaped, which at worst shows how. An entity, for a backslash would undo one that stands before it.
 */
export function quote(text: string): string {
  return escapeLines(text.split('\n'))
    .map(line => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')
}

function escapeLines(lines: readonly string[]): readonly string[] {
  const escaped: string[] = []
  let paragraph: string[] = []
  let fence: string | undefined
  let isCertain = true
  const endParagraph = (): void => {
    for (const line of escapeParagraph(paragraph)) escaped.push(line)
    paragraph = []
  }
  for (const line of lines) {
    if (INDENTED_FENCE.test(line)) isCertain = false
    const wasCode = fence !== undefined && isCertain
    const opened = fence === undefined ? FENCE.exec(line)?.[1] : undefined
    if (fence === undefined) fence = opened
    else if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = undefined
    const isBreak = wasCode || opened !== undefined || line.trim() === ''
    if (isBreak) endParagraph()
    if (isBreak) escaped.push(wasCode ? line : escapeAll(line))
    else paragraph.push(line)
  }
  endParagraph()
  return escaped
}

/** Code inside a line is certain only if no line before it may have left some open. */
function escapeParagraph(lines: readonly string[]): readonly string[] {
  const parts = lines.map(splitCode)
  const isPlain = !lines.join('\n').replace(PLAIN_LINK, '').includes('](')
  let isCertain = isPlain
  return lines.map((line, index) => {
    const code = parts[index]
    isCertain &&= code !== undefined
    return isCertain && code !== undefined ? code.map(escapePart).join('') : escapeAll(line)
  })
}

function escapePart(part: string): string {
  return part.startsWith('`') ? part : escapeAll(part)
}

function escapeAll(text: string): string {
  return text.replace(HTML, '&lt;').replace(TARGET, '\\:')
}

/** What is code in a line, with its marks, and what is not; undefined if the line leaves any doubt. */
function splitCode(line: string): readonly string[] | undefined {
  const parts: string[] = []
  let [at, start, open] = [0, 0, '']
  for (const { 0: marks, index } of line.matchAll(MARKS)) {
    if (line[index - 1] === '\\') return undefined
    if (open === '') {
      parts.push(line.slice(at, index))
      ;[start, open] = [index, marks]
    } else if (marks === open) {
      at = index + marks.length
      parts.push(line.slice(start, at))
      open = ''
    }
  }
  return open !== '' || parts.some(isDoubtful) ? undefined : [...parts, line.slice(at)]
}

/** The cells of a table are apart, whatever marks stand in them, and so is the name of a target. */
function isDoubtful(part: string): boolean {
  return part.startsWith('`') && (part.includes('|') || part.replace(INNER_BRACKETS, '').includes(']:'))
}
