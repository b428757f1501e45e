/** The page that says of each seed item which test shows it, or that it comes later: what stands in its rows. */

/** A test by its file and its title, or as much of the title as its beginning. */
export interface Showing {
  readonly file: string
  readonly title: string
  /** The lines of the item's document whose examples show it, where the test runs once for each example. */
  readonly lines: readonly number[]
}

export interface ItemRow {
  readonly item: string
  readonly words: string
  readonly shownBy: readonly Showing[]
  /** Why there is nothing to show yet, where the row says so. */
  readonly later: string | undefined
  /** What is written in the last cell but is neither. */
  readonly unread: readonly string[]
}

const ROW = /^\| *(S\d-\d+) *\|/
const SHOWING = /^`([^`]+)` (.+?)(?: \(lines? ([\d, ]+)\))?$/
const LATER = /^later: (.+)$/

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))

const toRow = (line: string): ItemRow => {
  const [item = '', words = '', shown = ''] = cellsOf(line.trim())
  const entries = shown.split('<br>').map(entry => entry.trim())
  const shownBy: Showing[] = []
  const unread: string[] = []
  let later: string | undefined
  for (const entry of entries) {
    const [, file, title, lines] = SHOWING.exec(entry) ?? []
    const [, reason] = LATER.exec(entry) ?? []
    if (file !== undefined && title !== undefined)
      shownBy.push({ file, title, lines: lines?.split(', ').map(Number) ?? [] })
    else if (reason !== undefined) later = reason
    else if (entry !== '') unread.push(entry)
  }
  return { item, words, shownBy, later, unread }
}

export const readRows = (page: string): ItemRow[] =>
  page
    .split('\n')
    .filter(line => ROW.test(line))
    .map(toRow)
