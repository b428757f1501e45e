/** The process that is killed: writes many sessions as fast as they are kept, and tells what was acknowledged. */
import { writeSync } from 'node:fs'
import { diskJournal } from '@parley/acp/node'
import type { SessionLog } from '@parley/acp/store'
import { entryOf, type WriterOrder } from './order.js'

const order: WriterOrder = JSON.parse(process.argv[2] ?? '{}')
const { directory, round, sessions, segmentBytes } = order
const journal = diskJournal({ directory, isSynced: true, segmentBytes, reserveBytes: 0 })

/** One line to whoever will kill this process; a pipe keeps what was written to it. */
function tell(line: string): void {
  writeSync(1, `${line}\n`)
}

async function open(id: string): Promise<SessionLog> {
  return round === 0 ? await journal.create({ id, cwd: '/w' }) : await journal.acquire(id)
}

/** Appends in bursts of different lengths, without waiting inside one. */
async function write(id: string, burst: number): Promise<void> {
  const log = await open(id)
  let seq = 0
  for await (const entry of journal.read(id)) seq = entry.seq
  tell(`open ${id} ${seq}`)
  for (let turn = 0; ; turn++) {
    let kept: Promise<void> | undefined
    for (let index = 0; index <= (turn * burst) % 17; index++) {
      seq++
      kept = log.append(entryOf(id, round, seq))
    }
    await kept
    tell(`kept ${id} ${seq}`)
  }
}

const ids = Array.from({ length: sessions }, (_, index) => `s${index}`)
await Promise.all(ids.map((id, index) => write(id, index + 1)))
