/** `parley agents list`: what there is, chosen by what it advertised. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { toSafeJson } from '../listing/safe-json.js'
import { toTable } from '../listing/table.js'
import type { Shell } from '../shell.js'
import { isMeant } from './capability-names.js'
import { shownArguments, toLine } from './command-line.js'
import { knownAgent } from './known-agents.js'
import { markOf, type ProbeMemory, readProbes } from './probe-memory.js'
import { callRoll, type RollRow } from './roll.js'
import { SCOUT_CAPABILITIES } from './scout-entry.js'

export interface ListOptions {
  readonly with?: string | undefined
  readonly all?: boolean | undefined
  readonly format: 'text' | 'json'
}

export function listWork(options: ListOptions) {
  return async (shell: Shell): Promise<number> => {
    const wanted = readWanted(options.with)
    const all = await callRoll({ isAll: options.all === true, isThorough: true }, shell)
    const probes = await readProbes(shell)
    const capable = (row: RollRow): readonly string[] | undefined => capabilitiesOf(row, probes)
    const rows = all.filter(row =>
      wanted.every(word => capable(row)?.some(name => isMeant(name, word)) ?? false),
    )
    if (wanted.length > 0)
      tellUnasked(
        all.filter(row => row.state === 'ready' && capable(row) === undefined),
        shell,
      )
    if (options.format === 'json')
      shell.stdout.write(`${toSafeJson(rows.map(row => toJson(row, capable(row))))}\n`)
    else if (rows.length > 0) shell.stdout.write(toText(rows, shell))
    if (rows.length > 0) return EXIT.ok
    // Like a search that found nothing.
    shell.stderr.write(`no agent that was probed advertises ${wanted.join(' and ')}\n`)
    return EXIT.error
  }
}

function readWanted(text: string | undefined): readonly string[] {
  if (text === undefined) return []
  const words = text.split(',').map(word => word.trim())
  if (words.every(word => /^[\w.]+$/.test(word))) return words
  throw new Failure('--with takes names of capabilities with commas between them.', {
    exitCode: EXIT.usage,
    cure: 'for example --with image,loadSession: parley agents probe <id> shows the names',
    reason: 'bad_option',
  })
}

/** What the built-in agent can do is known without asking it. */
function capabilitiesOf({ entry, source }: RollRow, probes: ProbeMemory): readonly string[] | undefined {
  if (source === 'built-in') return SCOUT_CAPABILITIES
  return entry === undefined ? undefined : probes.get(markOf(entry))
}

/** Who was never asked is not said to lack anything. */
function tellUnasked(rows: readonly RollRow[], { stderr }: Shell): void {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  stderr.write(
    `not probed yet, and so left out: ${ids.join(', ')} (ask with: parley agents probe ${ids[0]})\n`,
  )
}

function toJson(row: RollRow, capabilities: readonly string[] | undefined): object {
  const { id, name, version, source, state, description, file, entry } = row
  const start = entry && {
    command: entry.command,
    args: shownArguments(entry.args),
    variables: Object.keys(entry.env ?? {}),
  }
  return { id, name, version, source, state, description, file, ...start, capabilities }
}

const SOURCES: Readonly<Record<RollRow['source'], string>> = {
  'built-in': 'built in',
  path: 'PATH',
  installed: 'installed',
  custom: 'added',
  'command-line': 'command line',
  registry: 'registry',
}

const COLUMNS = [
  ...[{ name: 'ID' }, { name: 'NAME', least: 12 }, { name: 'VERSION' }, { name: 'SOURCE' }],
  ...[{ name: 'STATE' }, { name: 'PROGRAM', least: 24 }],
]

function toText(rows: readonly RollRow[], { stdout }: Shell): string {
  const cells = rows.map(row => {
    const source = row.state === 'not installed' && row.source === 'path' ? 'known' : SOURCES[row.source]
    return [row.id, row.name, row.version ?? '-', source, row.state, placeOf(row)]
  })
  return toTable(COLUMNS, cells, stdout)
}

function placeOf({ source, file, entry, state, id }: RollRow): string {
  const known = knownAgent(id)
  if (state === 'not installed' && known !== undefined && known.package === undefined)
    return `${known.command}, which is not on the PATH`
  if (state === 'not installed') return `parley agents install ${id}`
  if (source === 'built-in') return ''
  if (source === 'installed' && entry?.command === process.execPath) return entry.args[0] ?? ''
  if (source === 'custom' && entry !== undefined)
    return toLine([entry.command, ...shownArguments(entry.args)])
  return file ?? entry?.command ?? ''
}
