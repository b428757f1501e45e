/** `parley audit show`: what was decided, for whom, on whose word, and what came of it. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import { type AuditRecord, readAudit } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { toMoment } from '../listing/moment.js'
import { print } from '../listing/print.js'
import { toSafeJson, toSafeJsonText } from '../listing/safe-json.js'
import { toTable } from '../listing/table.js'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'
import { factsLine } from './facts-line.js'

export interface ShowOptions {
  readonly since?: string | undefined
  readonly action?: string | undefined
  readonly agent?: string | undefined
  readonly limit: number
  readonly format: 'text' | 'json'
  readonly follow?: boolean | undefined
}

type Verdict = Extract<AuditRecord, { readonly decision: unknown }>

/** A decision, and what came of it where that is known by now. */
interface Told {
  readonly record: Verdict
  outcome?: string
}

const COLUMNS = [
  { name: '#' },
  { name: 'WHEN' },
  { name: 'DECISION' },
  { name: 'AGENT', least: 6 },
  { name: 'ACTION', least: 8 },
  { name: 'WHAT', least: 10 },
  { name: 'BY', least: 6 },
]
const LINE = 1_000

export async function showAudit(options: ShowOptions, shell: Shell): Promise<number> {
  const folder = stateFolder('audit', shell)
  const since = options.since === undefined ? undefined : toMoment(options.since)
  let flaws = 0
  const onFlaw = (): void => void flaws++
  const isFollowed = options.follow === true
  const records = readAudit(folder, { since, onFlaw, isFollowed })
  if (isFollowed) await follow(records, options, shell)
  else await list(records, options, shell)
  if (flaws > 0)
    await print(shell.stderr, `parley: ${flaws} lines are none of an audit log: parley audit verify\n`)
  return EXIT.ok
}

async function list(records: AsyncIterable<AuditRecord>, options: ShowOptions, shell: Shell): Promise<void> {
  const told = new Map<number, Told>()
  const isWanted = wanted(options)
  for await (const record of records) {
    if ('outcome' in record) {
      const before = told.get(record.of)
      if (before !== undefined) before.outcome = record.outcome
    }
    if (!('decision' in record) || !isWanted(record)) continue
    told.set(record.seq, { record })
    const [oldest] = told.keys()
    if (oldest !== undefined && told.size > options.limit) told.delete(oldest)
  }
  const all = [...told.values()]
  if (options.format === 'json')
    await print(shell.stdout, toSafeJsonText(all.map(({ record, outcome }) => ({ ...record, outcome }))))
  else if (all.length === 0) await print(shell.stderr, 'Nothing was written down yet that fits.\n')
  else
    await print(
      shell.stdout,
      toTable(
        COLUMNS,
        all.map(each => toCells(each, shell)),
        shell.stdout,
      ),
    )
}

/** One line for each, as it comes: nothing can be said later of a line that has gone. */
async function follow(
  records: AsyncIterable<AuditRecord>,
  options: ShowOptions,
  shell: Shell,
): Promise<void> {
  const isWanted = wanted(options)
  const shown = new Set<number>()
  for await (const record of records) {
    const isDecision = 'decision' in record
    if (isDecision ? !isWanted(record) : !('of' in record) || !shown.delete(record.of)) continue
    if (isDecision) shown.add(record.seq)
    const text = isDecision ? toCells({ record }, shell).map(sanitizeLine).join('  ') : toAftermath(record)
    await print(shell.stdout, `${options.format === 'json' ? toSafeJson(record) : text}\n`)
  }
}

function toAftermath(record: AuditRecord): string {
  return 'of' in record ? `${record.seq}  ${record.ts}  number ${record.of} is ${record.outcome}` : ''
}

/** An action by its name or its family (`fs.*`), an agent with or without its version. */
function wanted({ action, agent }: ShowOptions): (record: Verdict) => boolean {
  const family = action?.endsWith('.*') === true ? action.slice(0, -1) : undefined
  return record => {
    const isAction =
      action === undefined ||
      (family === undefined ? record.action === action : record.action.startsWith(family))
    const own = record.agent ?? ''
    const names = [
      own,
      own.replace(/^unchecked:/, ''),
      own.replace(/^unchecked:/, '').replace(/(?<=.)@[^@]*$/, ''),
    ]
    return isAction && (agent === undefined || names.includes(agent))
  }
}

function toCells({ record, outcome }: Told, { stdout }: Shell): readonly string[] {
  const { seq, ts, decision, agent = '', action, facts, by, scope } = record
  const verdict = [decision, ...(outcome === undefined ? [] : [outcome])].join(', ')
  const word = scope === undefined ? by : `${by} (${scope})`
  const when = stdout.isTTY ? `${ts.slice(0, 10)} ${ts.slice(11, 19)}` : ts
  return [String(seq), when, verdict, agent, action, boundedLine(factsLine(facts), LINE), word]
}
