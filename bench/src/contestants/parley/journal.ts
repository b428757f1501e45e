/** Many busy sessions on a synced journal: how long each entry waits until it is safe, and what that takes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskJournal } from '@parley/acp/node'
import type { Entry, SessionLog } from '@parley/acp/store'
import { quantile } from '../../measure/median.js'
import { readUsage } from '../../measure/usage.js'
import type { JournalOrder } from '../../scenario/journal.js'
import { chunkText } from '../../scenario/messages.js'

const TICK_MILLISECONDS = 2
const { sessions, perSecond, seconds }: JournalOrder = JSON.parse(process.argv[2] ?? '')
const content = { type: 'text', text: chunkText } as const
const entry: Entry = {
  kind: 'update',
  contract: 'v1',
  update: { sessionUpdate: 'agent_message_chunk', content },
}

const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'))
try {
  const journal = diskJournal({ directory, isSynced: true })
  const ids = Array.from({ length: sessions }, (_, index) => `s${index}`)
  const logs = await Promise.all(ids.map(id => journal.create({ id, cwd: '/w' })))
  const times = await load(logs)
  const { peakMegabytes } = readUsage()
  await journal.close()
  const readings = {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    kept: times.length,
    peakMegabytes,
  }
  process.stdout.write(JSON.stringify(readings))
} finally {
  rmSync(directory, { recursive: true, force: true })
}

/** As many entries as the clock demands, whether or not those before are safe yet; milliseconds until each is. */
async function load(logs: readonly SessionLog[]): Promise<readonly number[]> {
  const times: number[] = []
  const waiting: Promise<unknown>[] = []
  const begun = performance.now()
  const total = perSecond * seconds
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, ((performance.now() - begun) / 1_000) * perSecond)
    for (; sent < due; sent++) {
      const start = performance.now()
      const kept = logs[sent % logs.length]?.append(entry)
      waiting.push(Promise.resolve(kept).then(() => times.push(performance.now() - start)))
    }
    await new Promise(resolve => setTimeout(resolve, TICK_MILLISECONDS))
    if (waiting.length > perSecond) await Promise.all(waiting.splice(0, waiting.length - perSecond))
  }
  await Promise.all(waiting)
  return times
}
