/**
 * `npm run sec:race -- [--tries 250000] [--seed 1] [--folder /tmp]`: links and directories are swapped by another
 * process while files are read and written: nothing outside may be read or changed. One that looks first and opens then
 * is the control: it must be caught in the same run, or the race proves nothing.
 */
import { parseArgs } from 'node:util'
import { boundary } from '@parley/acp/node'
import { type Arena, closeArena, openArena } from './race/arena.js'
import { type Contestant, naive, ours } from './race/contestant.js'
import { type Heat, run, type Score } from './race/heat.js'

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '250000' },
    seed: { type: 'string' },
    folder: { type: 'string' },
  },
})
const tries = Number(values.tries)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
// The control is caught within a few thousand tries; a machine that is busy elsewhere gets more time for it.
const CONTROL_TRIES = 100_000
const CAUGHT_OFTEN = 10
const BEST_EFFORT_SHARE = 0.05

async function compete(contestant: Contestant, heat: Heat): Promise<Score> {
  const begun = Date.now()
  const score = await run(contestant, heat)
  const { reads, writes, done, leaks, breaches } = score
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1)
  console.log(
    `${contestant.name}: ${reads + writes} tries (${reads} reads, ${writes} writes; ${done} done, ${reads + writes - done} refused) in ${seconds} s: ${leaks + breaches} escapes (${leaks} read, ${breaches} written)`,
  )
  return score
}

async function play(arena: Arena): Promise<number> {
  console.log(`seed ${seed}, boundary ${boundary()}`)
  const heat = { arena, tries, seed, writing: 0.2 }
  const caught = { tries: CONTROL_TRIES, enough: CAUGHT_OFTEN, writing: 0.5 }
  const control = await compete(naive(arena.root), { ...heat, ...caught })
  const score = await compete(await ours(arena.root, boundary()), heat)
  // For the record alone: what it can promise is in its name.
  const some = Math.floor(tries * BEST_EFFORT_SHARE)
  if (boundary() === 'kernel') await compete(await ours(arena.root, 'best-effort'), { ...heat, tries: some })
  if (control.leaks === 0 || control.breaches === 0)
    return fail('the control was never caught: this run proves nothing')
  if (score.done === 0) return fail('nothing was ever read or written: this run proves nothing')
  return score.leaks + score.breaches === 0 ? 0 : fail(`something came through, --seed ${seed}`)
}

function fail(why: string): number {
  console.log(`FAIL: ${why}`)
  return 1
}

const arena = openArena(values.folder)
try {
  process.exitCode = await play(arena)
} finally {
  closeArena(arena)
}
