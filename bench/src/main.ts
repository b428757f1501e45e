/** `npm run bench`: Parley against the official SDK and the raw limit, in one run. */
import { writeFileSync } from 'node:fs'
import { type Arguments, parseArguments, usage } from './arguments.js'
import { goals } from './goals.js'
import type { Result } from './result.js'
import { runRow } from './runner.js'
import { sizes } from './sizes.js'
import { formatHeading, formatResult } from './table.js'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

try {
  await bench(parseArguments(process.argv.slice(2)))
} catch (reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n${usage}\n`)
  process.exitCode = 2
}

async function bench({ rows, runs, size, contestants, json }: Arguments): Promise<void> {
  print(
    `node ${process.version}, sizes ${size}, ${runs} run${runs === 1 ? '' : 's'}: ${contestants.join(', ')}`,
  )
  print(formatHeading())
  const start = performance.now()
  const results: Result[] = []
  for (const row of rows) {
    const found = await runRow(row, {
      runs,
      sizes: sizes[size],
      contestants,
      onFailure: (contestant, reason) => {
        process.stderr.write(`${row.id}: ${contestant} failed: ${String(reason)}\n`)
        process.exitCode = 1
      },
    })
    for (const result of found) print(formatResult(result, goals[result.id] ?? {}))
    results.push(...found)
  }
  print(`took ${Math.round((performance.now() - start) / 1000)} s`)
  const missed = results.filter(result => result.passed === false).map(result => result.id)
  if (contestants.includes('parley'))
    print(missed.length === 0 ? 'every goal met' : `missed: ${missed.join(', ')}`)
  if (json !== undefined) writeFileSync(json, toJson(results, size))
}

function toJson(results: readonly Result[], size: string): string {
  return `${JSON.stringify({ node: process.version, size, rows: results }, null, 2)}\n`
}
