/**
 * `node scripts/dist/docs.js [--check]`: writes docs/api, one page per door, from the compiled declarations,
 * or says which page is stale. Fails where a kit offers a name without a sentence about it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDoor } from './docs/door.js'
import { toPage } from './docs/page.js'

const FOLDER = 'docs/api'
// The names of the schema door are generated, and the front door only repeats the others.
const UNSPOKEN = new Set(['.', './schema'])

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

const manifest = JSON.parse(readFileSync('sdk/package.json', 'utf8')) as Manifest
const flaws: string[] = []
const pages = new Map<string, string>()

for (const [door, target] of Object.entries(manifest.exports)) {
  if (typeof target === 'string') continue
  const file = join('sdk', target.types)
  if (!existsSync(file)) {
    flaws.push(`${door}: ${file} is not built`)
    continue
  }
  const read = readDoor(file)
  if (!UNSPOKEN.has(door))
    flaws.push(
      ...read.offers.filter(({ words }) => !words).map(({ name }) => `${door}: '${name}' has no sentence`),
    )
  pages.set(`${door === '.' ? 'front' : door.slice(2)}.md`, toPage(join(manifest.name, door), read))
}

const written = existsSync(FOLDER) ? readdirSync(FOLDER) : []
const strays = written.filter(page => !pages.has(page))
const stale = [...pages].filter(
  ([page, text]) => !written.includes(page) || readFileSync(join(FOLDER, page), 'utf8') !== text,
)

if (process.argv.includes('--check')) {
  flaws.push(
    ...[...strays, ...stale.map(([page]) => page)].map(page => `${FOLDER}/${page} is stale: npm run docs`),
  )
} else {
  mkdirSync(FOLDER, { recursive: true })
  for (const page of strays) rmSync(join(FOLDER, page))
  for (const [page, text] of stale) writeFileSync(join(FOLDER, page), text)
}

for (const flaw of flaws) console.log(flaw)
console.log(`${pages.size} pages, ${flaws.length} flaws`)
process.exitCode = flaws.length === 0 ? 0 : 1
