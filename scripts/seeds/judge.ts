/** Whether the page of seed items is whole and true: every item once, and every test it names there. */
import type { ItemRow } from './page.js'
import type { Titles } from './titles.js'

/** What the items are held against. */
export interface Evidence {
  readonly titles: Titles
  /** The lines of a document at which an example stands. */
  examples(document: number): ReadonlySet<number>
}

/** How many items each document has, by its number. */
const COUNTS = [21, 52, 23, 41, 55]
const ITEMS = COUNTS.flatMap((count, document) =>
  Array.from({ length: count }, (_, index) => `S${document}-${index + 1}`),
)

/** What may come later, and nothing else may. */
const REASONS = new Set([
  'proxy chains',
  'MCP over ACP',
  'LSP bridge',
  'teams of agents',
  'file extensions',
  'several machines',
])

const judgeRow = (row: ItemRow, evidence: Evidence): string[] => {
  const { item, words, shownBy, later, unread } = row
  const flaws = unread.map(entry => `${item}: '${entry}' is neither a test nor a reason`)
  if (words === '') flaws.push(`${item}: says nothing of what it asks for`)
  for (const reason of later?.split(', ') ?? [])
    if (!REASONS.has(reason)) flaws.push(`${item}: '${reason}' is no reason for later`)
  if (shownBy.length === 0 && later === undefined)
    flaws.push(`${item}: names no test, and no reason for later`)
  for (const { file, title, lines } of shownBy) {
    const found = evidence.titles.of(file)
    const examples = lines.length === 0 ? new Set() : evidence.examples(Number(item.charAt(1)))
    for (const line of lines)
      if (!examples.has(line)) flaws.push(`${item}: there is no example at line ${line}`)
    if (found === undefined) flaws.push(`${item}: there is no ${file}`)
    else if (!found.some(one => one.startsWith(title)))
      flaws.push(`${item}: no test in ${file} begins with '${title}'`)
  }
  return flaws
}

/** Everything that is wrong, in the order of the page. */
export const judge = (rows: readonly ItemRow[], evidence: Evidence): string[] => {
  const named = rows.map(({ item }) => item)
  const missing = ITEMS.filter(item => !named.includes(item)).map(item => `${item}: is not on the page`)
  const strange = named.filter(item => !ITEMS.includes(item)).map(item => `${item}: there is no such item`)
  const twice = named
    .filter((item, index) => named.indexOf(item) !== index)
    .map(item => `${item}: is on the page twice`)
  return [...missing, ...strange, ...twice, ...rows.flatMap(row => judgeRow(row, evidence))]
}
