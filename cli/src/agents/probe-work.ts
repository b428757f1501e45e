/** `parley agents probe`: what an agent advertises, as a table or as JSON, and kept for lists. */

import type { DialectName } from '@parley/acp/dialect'
import { EXIT } from '../exit-code.js'
import { toSafeJson } from '../listing/safe-json.js'
import { toColumns } from '../listing/table.js'
import { readDuration } from '../run/duration.js'
import type { Shell } from '../shell.js'
import { findAgent } from './catalogue.js'
import type { AgentEntry } from './entry.js'
import { fromLine } from './find-agent.js'
import { type Offered, type ProbeReport, probeAgent } from './probe.js'
import { keepProbe } from './probe-memory.js'

export interface ProbeOptions {
  readonly agent: readonly string[]
  readonly timeout: string
  readonly session: boolean
  readonly dialect?: DialectName | undefined
  readonly format: 'text' | 'json'
}

export function probeWork(options: ProbeOptions) {
  return async (shell: Shell): Promise<number> => {
    const deadline = readDuration(options.timeout, '--timeout')
    const { dialect, ...found } = await toEntry(options.agent, shell)
    const entry = { ...found, dialect: options.dialect ?? dialect }
    const report = await probeAgent(entry, { deadline, hasSession: options.session }, shell)
    await keepProbe(entry, report, shell)
    shell.stdout.write(options.format === 'json' ? `${toSafeJson(report)}\n` : toText(report))
    return EXIT.ok
  }
}

/** One word is an id or a line; several are a program and its arguments, split by the shell already. */
function toEntry(words: readonly string[], shell: Shell): AgentEntry | Promise<AgentEntry> {
  const [only = ''] = words
  return words.length > 1 ? fromLine(words, shell) : findAgent(only, shell)
}

function toText(report: ProbeReport): string {
  const { info, capabilities, authMethods } = report
  const rows = [
    ['agent', report.agent],
    [
      'calls itself',
      info === undefined ? '(nothing)' : `${info.title ?? info.name} ${info.version} (${info.name})`,
    ],
    ['protocol', `version ${report.protocolVersion}`],
    ['answered in', `${report.milliseconds} ms`],
    ['session', sessionText(report)],
  ]
  return [
    toColumns(rows),
    section('capabilities', capabilities.map(toCapability)),
    section(
      'ways to sign in',
      authMethods.map(({ type, ...method }) => [...toRow(method), type]),
    ),
    section(
      'modes',
      report.modes.map(mode => [mode.id === report.mode ? '*' : ' ', ...toRow(mode)]),
    ),
    section('options', report.options.map(toOption)),
    section(
      'commands',
      report.commands.map(({ id, description }) => [`/${id}`, description ?? '']),
    ),
  ].join('')
}

function sessionText({ session, problem }: ProbeReport): string {
  return session === 'failed' ? `could not be opened: ${problem ?? 'without a reason'}` : session
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? `\n${title}: none\n` : `\n${title}:\n${toColumns(rows, '  ')}`
}

/** The group stands apart: people look for the last word. */
function toCapability(name: string): readonly string[] {
  const at = name.lastIndexOf('.')
  return at < 0 ? [name, ''] : [name.slice(at + 1), name.slice(0, at)]
}

function toRow({ id, name, description }: Offered): readonly string[] {
  return [id, name, description ?? '']
}

function toOption({ choices, value, ...option }: ProbeReport['options'][number]): readonly string[] {
  const now = value === undefined ? '' : `= ${value}`
  return [
    option.id,
    now,
    choices.length === 0 ? (option.description ?? option.name) : `of ${choices.join(', ')}`,
  ]
}
