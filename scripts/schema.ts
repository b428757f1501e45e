/**
 * `npm run schema` writes the generated files of `sdk/src/schema`; with `--check` it only says which are stale.
 * Knows where the files go; what they say is written by `schema/`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeTypes } from './schema/declarations.js'
import { writeFacts } from './schema/facts.js'
import { Lookup } from './schema/lookup.js'
import { writeMethods } from './schema/method-table.js'
import type { Contract } from './schema/model.js'
import { findParts } from './schema/part.js'
import { loadContracts } from './schema/source.js'
import { findShapes, writeShapes } from './schema/validators.js'
import { writeNotice } from './schema/wording.js'

/** The text of every generated file, by its path from the root. */
export function generate(contracts: readonly Contract[]): Map<string, string> {
  const files = new Map<string, string>()
  const lookups = new Map<string, Lookup>()
  for (const contract of contracts) {
    const lookup = new Lookup(contract, lookups.get(contract.folder.replace('-unstable', '')))
    lookups.set(contract.folder, lookup)
    const shapes = findShapes(lookup)
    const folder = `sdk/src/schema/${contract.folder}`
    files.set(`${folder}/types.gen.ts`, writeTypes(lookup))
    files.set(`${folder}/facts.gen.ts`, toFile(writeFacts(lookup)))
    const [first, always, onDemand] = findParts(lookup)
    for (const part of [first, always, onDemand])
      files.set(`${folder}/${part.file}.gen.ts`, toFile(writeShapes(lookup, shapes, part)))
    files.set(`${folder}/methods.gen.ts`, toFile(writeMethods(lookup, shapes, always)))
    files.set(`${folder}/methods-${onDemand.file}.gen.ts`, toFile(writeMethods(lookup, shapes, onDemand)))
  }
  return files
}

const toFile = (code: string): string => `${writeNotice()}\n\n${code}\n`

/** The paths whose text on disk is not what would be written. */
export function findStale(root: string, files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([path, text]) => readText(join(root, path)) !== text).map(([path]) => path)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export function main(root: string, words: readonly string[]): number {
  const files = generate(loadContracts(root))
  const stale = findStale(root, files)
  if (words.includes('--check')) {
    for (const path of stale) process.stderr.write(`${path} is stale: run "npm run schema"\n`)
    return stale.length === 0 ? 0 : 1
  }
  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), files.get(path) ?? '')
    process.stdout.write(`${path}\n`)
  }
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = main(process.cwd(), process.argv.slice(2))
