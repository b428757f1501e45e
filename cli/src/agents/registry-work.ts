/** `parley agents registry`: which registry counts, how old it is, and what of it was refused. */

import { rm } from 'node:fs/promises'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { toSafeJson } from '../listing/safe-json.js'
import { toColumns, toTable } from '../listing/table.js'
import type { Shell } from '../shell.js'
import { registryFile } from './places.js'
import { keptRegistry, type Reading, type Registry, refreshRegistry } from './registry.js'

export interface RegistryOptions {
  readonly source?: string | undefined
  readonly refresh?: boolean | undefined
  readonly off?: boolean | undefined
  readonly format: 'text' | 'json'
}

const SHOWN_REFUSALS = 20

export function registryWork(options: RegistryOptions) {
  return async (shell: Shell): Promise<number> => {
    if (options.off === true) {
      await rm(registryFile(shell.env), { force: true })
      return EXIT.ok
    }
    const kept = await keptRegistry(shell)
    const source = options.source ?? (options.refresh === true ? kept?.source : undefined)
    if (source === undefined && kept === undefined) throw noRegistry()
    const registry = source === undefined ? kept : await refreshRegistry(source, shell)
    if (registry === undefined) throw noRegistry()
    if ('refused' in registry) tellRefused(registry as Reading, shell)
    if (options.format === 'json') shell.stdout.write(`${toSafeJson(registry)}\n`)
    else show(registry, shell)
    return EXIT.ok
  }
}

function noRegistry(): Failure {
  return new Failure('no registry was chosen.', {
    exitCode: EXIT.usage,
    cure: 'choose one: parley agents registry <file or https address of a registry.json>',
    reason: 'no_registry',
  })
}

function tellRefused({ refused }: Reading, { stderr }: Shell): void {
  for (const each of refused.slice(0, SHOWN_REFUSALS)) stderr.write(`refused: ${each}\n`)
  if (refused.length > SHOWN_REFUSALS) stderr.write(`refused: ${refused.length - SHOWN_REFUSALS} more\n`)
}

const COLUMNS = [
  { name: 'ID' },
  { name: 'NAME', least: 12 },
  { name: 'VERSION' },
  { name: 'PACKAGE', least: 16 },
]

/** Where it is from is for people: on stdout stands the list alone. */
function show({ source, readAt, agents }: Registry, { stdout, stderr }: Shell): void {
  const facts = [
    ['registry', source],
    ['read', readAt],
    ['agents', String(agents.length)],
  ]
  stderr.write(toColumns(facts))
  const rows = agents.map(({ id, name, version, npm, python, archive }) => [
    ...[id, name, version],
    npm?.package ??
      (python === undefined ? (archive === undefined ? 'not for this system' : 'archive') : 'uv'),
  ])
  if (rows.length > 0) stdout.write(toTable(COLUMNS, rows, stdout))
}
