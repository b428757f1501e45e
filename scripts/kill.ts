/**
 * `npm run sec:kill -- [--rounds 200] [--sessions 40]`: a process that writes many sessions is killed without warning,
 * again and again: no acknowledged entry may be lost, none be there twice, none out of order, and nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Memory, playRound } from './kill/round.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, sessions: { type: 'string', default: '40' } },
})

const SEGMENT_BYTES = 200_000
// Long sessions are only read for longer, which finds nothing new.
const ROUNDS_PER_PLACE = 8
const MOST_MILLISECONDS = 80

async function run(): Promise<number> {
  const [rounds, sessions] = [Number(values.rounds), Number(values.sessions)]
  const tally = { acknowledged: 0, entries: 0 }
  const begun = Date.now()
  for (let done = 0; done < rounds; done += ROUNDS_PER_PLACE) {
    const directory = mkdtempSync(join(tmpdir(), 'parley-kill-'))
    const memory: Memory = new Map()
    for (let round = 0; round < Math.min(ROUNDS_PER_PLACE, rounds - done); round++) {
      const milliseconds = Math.floor(Math.random() * MOST_MILLISECONDS)
      const order = { directory, round, sessions, segmentBytes: SEGMENT_BYTES }
      const flaw = await playRound(order, memory, { milliseconds, tally })
      if (flaw === undefined) continue
      console.log(
        `FAIL in round ${done + round}, killed after ${milliseconds} ms: ${flaw}\nkept in ${directory}`,
      )
      return 1
    }
    rmSync(directory, { recursive: true, force: true })
  }
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1)
  console.log(
    `${rounds} kills in ${seconds} s: ${tally.acknowledged} entries acknowledged, ${tally.entries} kept; none lost, none twice, none out of order`,
  )
  return 0
}

process.exitCode = await run()
