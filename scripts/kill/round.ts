/** One round: a writer is started, killed without warning, and what it left is held against what it had told. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { diskJournal } from '@parley/acp/node'
import type { KeptEntry } from '@parley/acp/store'
import { entryOf, type WriterOrder } from './order.js'

// A test runs this file from its source; the writer is plain Node's and always the one that was built.
const built = new URL(import.meta.url.endsWith('.ts') ? '../dist/kill/' : './', import.meta.url)
const WRITER = fileURLToPath(new URL('writer.js', built))

export interface Tally {
  acknowledged: number
  entries: number
}

/** By session, in which round each entry was written: what later rounds must find unchanged. */
export type Memory = Map<string, number[]>

/** Plays a round and says what is wrong, if anything. */
export async function playRound(
  order: WriterOrder,
  memory: Memory,
  play: { readonly milliseconds: number; readonly tally: Tally },
): Promise<string | undefined> {
  const told = await killAfter(order, play.milliseconds)
  if (typeof told === 'string') return told
  const journal = diskJournal({
    directory: order.directory,
    isSynced: order.round % 2 === 0,
    reserveBytes: 0,
  })
  try {
    for (let index = 0; index < order.sessions; index++) {
      const id = `s${index}`
      const kept: KeptEntry[] = []
      for await (const entry of journal.read(id)) kept.push(entry)
      const flaw = compare(kept, { id, order, memory, told })
      if (flaw !== undefined) return `${id}: ${flaw}`
      play.tally.acknowledged += (told.get(id) ?? 0) - (memory.get(id)?.length ?? 0)
      play.tally.entries += kept.length - (memory.get(id)?.length ?? 0)
      memory.set(id, kept.map(roundOf))
    }
    return undefined
  } finally {
    await journal.close()
  }
}

/** Runs the writer until all sessions are open and the time is up; the last place acknowledged, by session. */
async function killAfter(order: WriterOrder, milliseconds: number): Promise<Map<string, number> | string> {
  const child = spawn(process.execPath, [WRITER, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const parts: Buffer[] = []
  let said = ''
  let opened = 0
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString('utf8')
  })
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    if (opened < order.sessions) opened += part.toString('utf8').split('open ').length - 1
    if (opened >= order.sessions) setTimeout(() => child.kill('SIGKILL'), milliseconds)
  })
  const [code] = await once(child, 'close')
  if (code !== null) return `the writer ended by itself with ${code}: ${said}`
  const told = new Map<string, number>()
  for (const line of Buffer.concat(parts).toString('utf8').split('\n').slice(0, -1)) {
    const [, id = '', seq = ''] = line.split(' ')
    told.set(id, Number(seq))
  }
  return told
}

interface Comparison {
  readonly id: string
  readonly order: WriterOrder
  readonly memory: Memory
  readonly told: ReadonlyMap<string, number>
}

function compare(kept: readonly KeptEntry[], { id, order, memory, told }: Comparison): string | undefined {
  const owed = told.get(id) ?? 0
  if (kept.length < owed) return `${kept.length} of ${owed} acknowledged entries are there`
  const before = memory.get(id) ?? []
  for (const [index, { seq, at: _at, ...entry }] of kept.entries()) {
    const round = before[index] ?? order.round
    if (seq !== index + 1) return `entry ${seq} stands at ${index + 1}`
    if (JSON.stringify(entry) !== JSON.stringify(entryOf(id, round, seq)))
      return `entry ${seq} is not the one that was written`
  }
  return undefined
}

function roundOf(entry: KeptEntry): number {
  const text = /"text":"\S+ \d+ (\d+) /.exec(JSON.stringify(entry))?.[1]
  return Number(text ?? -1)
}
