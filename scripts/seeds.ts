/** `node scripts/dist/seeds.js [root]`: does docs/seeds.md name, for every seed item, a test that exists or a reason? */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge } from './seeds/judge.js'
import { readRows } from './seeds/page.js'
import { Titles } from './seeds/titles.js'

const root = process.argv[2] ?? process.cwd()
const rows = readRows(readFileSync(join(root, 'docs/seeds.md'), 'utf8'))
const flaws = judge(rows, new Titles(root))
const later = rows.filter(row => row.later !== undefined).length
for (const flaw of flaws) console.log(flaw)
console.log(`${rows.length} items, ${later} of them later, ${flaws.length} flaws`)
process.exitCode = flaws.length === 0 ? 0 : 1
