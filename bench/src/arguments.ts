/** The command line of the bench. */
import { parseArgs } from 'node:util'
import { type Contestant, contestants } from './contestants/contestant.js'
import { rows } from './rows/index.js'
import type { Row } from './rows/row.js'
import type { SizeName } from './sizes.js'

export const usage = `usage: npm run bench -- [row …] [--json FILE] [--runs N] [--quick] [--only raw,official,parley]
rows: ${rows.map(row => row.id).join(' ')}`

export interface Arguments {
  readonly rows: readonly Row[]
  readonly runs: number
  readonly size: SizeName
  readonly contestants: readonly Contestant[]
  readonly json?: string
}

export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      runs: { type: 'string' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  })
  const runs = Number(values.runs ?? (values.quick ? 1 : 5))
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs wants a whole number from 1')
  return {
    rows: positionals.length === 0 ? rows : positionals.map(findRow),
    runs,
    size: values.quick ? 'quick' : 'full',
    contestants: values.only === undefined ? contestants : values.only.split(',').map(findContestant),
    ...(values.json === undefined ? {} : { json: values.json }),
  }
}

function findRow(id: string): Row {
  const row = rows.find(candidate => candidate.id === id)
  if (row === undefined) throw new Error(`no row "${id}"`)
  return row
}

function findContestant(name: string): Contestant {
  const contestant = contestants.find(candidate => candidate === name)
  if (contestant === undefined) throw new Error(`no contestant "${name}"`)
  return contestant
}
