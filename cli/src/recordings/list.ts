/** `parley recordings list`: what was recorded, when, of whom, and what was found in it. */

import type { ShelvedRecording } from '@parley/acp/node'
import { toLine } from '../agents/command-line.js'
import { EXIT } from '../exit-code.js'
import { toSize } from '../inspect/timeline/quantities.js'
import { toIso, toWhen } from '../listing/moment.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { type Column, toTable } from '../listing/table.js'
import type { Shell } from '../shell.js'
import { judge } from './judgement.js'
import { readHeader, recordingsFolder, shelvedRecordings } from './place.js'

export interface ListOptions {
  readonly limit: number
  readonly format: 'text' | 'json'
}

/** What the list says of one. */
export interface ListedRecording {
  readonly name: string
  readonly path: string
  readonly startedAt: string
  readonly agent: string
  readonly title: string
  readonly bytes: number
  readonly isLive: boolean
  /** Of an encrypted one nothing else is known. */
  readonly isEncrypted: boolean
  /** Absent of one that is too large to be looked through for a list, or no recording. */
  readonly messages?: number | undefined
  readonly findings?: number | undefined
}

/** Larger ones are not looked through for a list. */
const MOST_JUDGED_BYTES = 32_000_000
const COLUMNS: readonly Column[] = [
  { name: 'NAME' },
  { name: 'WHEN' },
  { name: 'AGENT', least: 12 },
  { name: 'MESSAGES' },
  { name: 'FINDINGS' },
  { name: 'SIZE' },
]

export async function listAll({ limit, format }: ListOptions, shell: Shell): Promise<number> {
  const all = await describeAll(await shelvedRecordings(shell), limit)
  if (format === 'json') {
    await print(shell.stdout, toSafeJsonText(all))
    return EXIT.ok
  }
  if (all.length === 0)
    await print(
      shell.stderr,
      `Nothing is recorded in ${recordingsFolder(shell)}. Begin with: parley record -- <agent>\n`,
    )
  else
    await print(
      shell.stdout,
      toTable(
        COLUMNS,
        all.map(each => toCells(each, shell)),
        shell.stdout,
      ),
    )
  return EXIT.ok
}

/** The first of them, one after the other: each may be large. */
export async function describeAll(
  all: readonly ShelvedRecording[],
  limit: number,
): Promise<readonly ListedRecording[]> {
  const listed: ListedRecording[] = []
  for (const each of all.slice(0, limit)) listed.push(await describe(each))
  return listed
}

async function describe({
  name,
  path,
  bytes,
  isLive,
  changedAt,
  isSealed,
}: ShelvedRecording): Promise<ListedRecording> {
  const known = { name, path, bytes, isLive, isEncrypted: isSealed }
  if (isSealed) return { ...known, startedAt: toIso(changedAt), agent: '(encrypted)', title: '' }
  try {
    if (bytes > MOST_JUDGED_BYTES) return { ...known, ...about(await readHeader(path)) }
    const { header, onlooker } = await judge(path)
    const messages = onlooker.rows.filter(({ kind }) => kind !== 'event' && kind !== 'stderr').length
    return { ...known, ...about(header), messages, findings: onlooker.findings.length }
  } catch {
    return { ...known, startedAt: toIso(changedAt), agent: '(no recording)', title: '' }
  }
}

function about({
  startedAt,
  agent = [],
  title = '',
}: {
  startedAt: number
  agent?: readonly string[] | undefined
  title?: string | undefined
}): Pick<ListedRecording, 'startedAt' | 'agent' | 'title'> {
  return { startedAt: toIso(startedAt), agent: toLine(agent), title }
}

function toCells(
  { name, startedAt, agent, messages, findings, bytes, isLive }: ListedRecording,
  { stdout }: Shell,
): readonly string[] {
  const count = (value: number | undefined): string => (value === undefined ? '?' : String(value))
  const when = isLive ? 'now' : toWhen(Date.parse(startedAt), stdout)
  return [name, when, agent, count(messages), count(findings), stdout.isTTY ? toSize(bytes) : String(bytes)]
}
