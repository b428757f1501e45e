/** Makes the last block of a text that is still being written look as it will: nothing that is begun flickers. */

// A line that may still become anything: the beginning of an item, a rule, a heading, a fence, a quote.
const UNDECIDED = /(?:^|\n)[ \t]*(?:[-=+*_]+|\d{1,9}[.)]?|#{1,6}|>|`{1,2}|~{1,2}|\|)[ \t]*$/
const HEAD = /^ {0,3}\|[^\n]*$/
const HEAD_AND_MORE = /^( {0,3}\|[^\n]*)\n[ \t]*[|:\- \t]*$/
const LINK_BEGUN = /!?\[([^[\]\n]{0,300})(?:\]\([^()\s]{0,2000}|\]?)$/
const DELIMITERS = /\\[^\n]|`+|\*{1,3}|~~/g

/** An open block, mended. What it says is what it says so far. */
export function mend(raw: string): string {
  const head = HEAD.test(raw) ? raw : HEAD_AND_MORE.exec(raw)?.[1]
  if (head !== undefined) return withDelimiters(head)
  return withEnds(raw.replace(UNDECIDED, ''))
}

/** A table from its first letter on. */
function withDelimiters(head: string): string {
  const whole = /\|[ \t]*$/.test(head) && head.trim().length > 1 ? head : `${head} |`
  const columns = whole.replace(/\\\|/g, '').split('|').length - 2
  return `${whole}\n|${'---|'.repeat(Math.max(1, columns))}`
}

/** Emphasis and code that were begun in the last paragraph are ended, and a link that is not whole shows its words. */
function withEnds(raw: string): string {
  const start = raw.lastIndexOf('\n\n') + 1
  const shown = raw.slice(start).replace(LINK_BEGUN, '$1')
  const trimmed = shown.replace(/(?:\*{1,3}|~~|`{1,8})$/, found => (isClosing(shown, found) ? found : ''))
  const open = openDelimiters(trimmed)
  const gap = /\s$/.test(trimmed) && open.length > 0 ? trimmed.trimEnd() : trimmed
  return raw.slice(0, start) + gap + open.reverse().join('')
}

/** A mark at the end closes what is open, or else begins something of which nothing is there yet. */
function isClosing(shown: string, mark: string): boolean {
  return openDelimiters(shown.slice(0, -mark.length)).includes(mark)
}

function openDelimiters(text: string): string[] {
  const open: string[] = []
  for (const { 0: found, index } of text.matchAll(DELIMITERS)) {
    if (found.startsWith('\\')) continue
    const last = open.at(-1)
    if (found === last) open.pop()
    else if (last?.startsWith('`')) continue
    else if (opens(text, index, found)) open.push(found)
  }
  return open
}

/** A star with a blank behind it is a star; one at the beginning of a line with a blank is an item. */
function opens(text: string, at: number, found: string): boolean {
  const next = text.charAt(at + found.length)
  return found.startsWith('`') || (next !== '' && !/\s/.test(next))
}
