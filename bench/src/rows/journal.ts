/** `journal`: many sessions kept safe from a loss of power, and what a journal that is not synced adds to a stream. */
import type { ContestantProgram } from '../contestants/contestant.js'
import { median } from '../measure/median.js'
import { programFile, runProgram } from '../measure/program.js'
import type { JournalOrder } from '../scenario/journal.js'
import type { SayOrder } from '../scenario/order.js'
import type { Row } from './row.js'

const TIMES = 3

export const journal: Row = {
  id: 'journal',
  figures: [
    { id: 'journal', unit: 'ms p99', better: 'less' },
    { id: 'journal-p50', unit: 'ms', better: 'less' },
    { id: 'journal-peak', unit: 'MB', better: 'less' },
    { id: 'journal-lost', unit: 'updates', better: 'less' },
    { id: 'journal-unsynced', unit: 'x no journal', better: 'less' },
  ],
  // The others have no journal.
  contestants: ['parley'],
  mostRuns: 1,
  async measure(contestant, sizes) {
    const { journalSessions: sessions, journalPerSecond: perSecond, journalSeconds: seconds } = sizes
    const order: JournalOrder = { sessions, perSecond, seconds }
    const synced = await runProgram(programFile(contestant, 'journal'), { order })
    const client = programFile(contestant, 'client')
    const say = async (program: ContestantProgram): Promise<number> => {
      const agentFile = programFile(contestant, program)
      const count = sizes.streamUpdates
      const sayOrder: SayOrder = { play: 'say', agentFile, count, awaited: true, readerMicros: 0 }
      return (await runProgram(client, { order: sayOrder })).perSecond ?? Number.NaN
    }
    const ratios: number[] = []
    for (let run = 0; run < TIMES; run++) ratios.push((await say('agent')) / (await say('journal-agent')))
    return {
      journal: synced.p99 ?? Number.NaN,
      'journal-p50': synced.p50 ?? Number.NaN,
      'journal-peak': synced.peakMegabytes ?? Number.NaN,
      'journal-lost': perSecond * seconds - (synced.kept ?? Number.NaN),
      'journal-unsynced': median(ratios),
    }
  },
}
