/** `node scripts/dist/seeds.js [root]`: does docs/seeds.md name, for every seed item, a test that exists or a reason? */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge } from './seeds/judge.js'
import { readRows } from './seeds/page.js'
import { Titles } from './seeds/titles.js'

const root = process.argv[2] ?? process.cwd()
const rows = readRows(readFileSync(join(root, 'docs/seeds.md'), 'utf8'))
const examples = (document: number): Set<number> => {
  const file = join(root, `sdk/src/dialect/seeds/seed-00${document}.json`)
  const { examples: all } = JSON.parse(readFileSync(file, 'utf8')) as {
    examples: readonly { line: number }[]
  }
  return new Set(all.map(({ line }) => line))
}
const flaws = judge(rows, { titles: new Titles(root), examples })
const later = rows.filter(row => row.later !== undefined).length
for (const flaw of flaws) console.log(flaw)
console.log(`${rows.length} items, ${later} of them later, ${flaws.length} flaws`)
process.exitCode = flaws.length === 0 ? 0 : 1
