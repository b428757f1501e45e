/**
 * `npm run sec:gateway -- [--kills 50] [--sessions 20] [--screens 500] [--seed 1] [--within 2000]`: `parley serve` is killed under load and started
 * again; its clients come back by themselves. Nothing acknowledged may be lost, nothing done twice, no session be fresh.
 * Then three screens of different kinds share a session. A twin that forgets must be caught, or this proves nothing.
 */
import { parseArgs } from 'node:util'
import { type Play, play, type Score } from './gateway/killing.js'
import { playScreens } from './gateway/screens.js'
import { random } from './race/arena.js'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    sessions: { type: 'string', default: '20' },
    screens: { type: 'string', default: '500' },
    seed: { type: 'string' },
    within: { type: 'string', default: '2000' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const [sessions, within] = [Number(values.sessions), Number(values.within)]
const CONTROL_KILLS = 1
const MOST_SHOWN = 10
const FEW = 8
const MOST_CONTROLS = 6
const CAUGHT = [/another session answers/, /was told/]

async function perform(name: string, order: Omit<Play, 'random'>, more = 0): Promise<Score> {
  const begun = performance.now()
  const score = await play({ ...order, random: random(seed + more) })
  const { kills, restarts, verdict } = score
  const [seconds, slowest] = [(performance.now() - begun) / 1_000, Math.max(...restarts)]
  console.log(
    `${name}: ${kills} kills in ${seconds.toFixed(1)} s, ready again after ${slowest.toFixed(0)} ms at most: ` +
      `${verdict.sessions} sessions, ${verdict.asked} prompts answered, ${verdict.seen} messages seen, ${verdict.threads} threads, ` +
      `${verdict.deleted} sessions deleted, ${score.broken} said to be broken, ${verdict.unclaimed} nobody was told of; ${score.flaws.length} flaws`,
  )
  return score
}

function show({ flaws }: Score): void {
  for (const flaw of flaws.slice(0, MOST_SHOWN)) console.log(`  ${flaw.slice(0, 2_000)}`)
}

/** Where the kill falls is chance, and one kill may not show everything that the twin does wrong. */
async function isTwinCaught(few: Omit<Play, 'random' | 'isTwin'>): Promise<boolean> {
  const flaws: string[] = []
  for (let count = 0; count < MOST_CONTROLS; count++) {
    flaws.push(...(await perform('a twin that forgets', { ...few, isTwin: true }, count)).flaws)
    if (CAUGHT.every(pattern => flaws.some(flaw => pattern.test(flaw)))) return true
  }
  return false
}

async function run(): Promise<readonly string[]> {
  console.log(`seed ${seed}`)
  const failures: string[] = []
  const few = { sessions: 2, kills: CONTROL_KILLS, transports: ['websocket'] as const }
  if (!(await isTwinCaught(few))) failures.push('a control was never caught: this run proves nothing')
  const score = await perform('the gateway', {
    kills: Number(values.kills),
    sessions,
    transports: sessions < FEW ? ['websocket', 'http'] : ['websocket', 'http', 'websocket', 'http'],
  })
  show(score)
  if (score.flaws.length > 0) failures.push(`${score.flaws.length} flaws`)
  if (Math.max(...score.restarts) > within) failures.push('a restart took too long')
  return [...failures, ...(await screens())]
}

async function screens(): Promise<readonly string[]> {
  const runs = Number(values.screens)
  if (runs === 0) return []
  const begun = performance.now()
  const { turns, flaws } = await playScreens(runs, random(seed))
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(`three screens: ${runs} runs in ${seconds} s, ${turns} turns; ${flaws.length} flaws`)
  return flaws
}

const failures = await run()
for (const failure of failures) console.log(`FAIL: ${failure}, --seed ${seed}`)
if (failures.length === 0) console.log('nothing lost, nothing twice, nothing fresh')
process.exit(failures.length === 0 ? 0 : 1)
