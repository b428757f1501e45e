/**
 * `npm run sec:reconnect -- [--rounds 1000] [--seed 1] [--within 1000]`: the network between the library's server and client is reset in
 * the middle of messages, over sockets and HTTP, in 20 sessions that never rest: no update may be lost, none be seen
 * twice, and what was missed must be there in time. A server that ignores positions and a client that ignores
 * numbers are the controls: they must be caught in the same run, or it proves nothing.
 */
import { parseArgs } from 'node:util'
import { random } from './race/arena.js'
import { type Play, play, type Score } from './reconnect/run.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    within: { type: 'string', default: '1000' },
  },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

const CLIENTS = 2
const SESSIONS_EACH = 5
const CONTROL_CUTS = 40
const MOST_MILLISECONDS = Number(values.within)

async function perform(name: string, order: Omit<Play, 'random' | 'sessionsEach'>): Promise<Score> {
  const begun = performance.now()
  const score = await play({ ...order, sessionsEach: SESSIONS_EACH, random: random(seed) })
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  const { cuts, heard, lost, twice, stuck } = score
  console.log(
    `${name}: ${cuts} cuts in ${seconds} s: ${heard} updates heard, ${lost} lost, ${twice} twice, ${stuck} stuck; resumed ${timesOf(score)}`,
  )
  return score
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}

function timesOf({ resumes }: Score): string {
  return `p50 ${quantile(resumes, 0.5).toFixed(0)} ms, p99 ${quantile(resumes, 0.99).toFixed(0)} ms`
}

function flawOf(name: string, score: Score): string | undefined {
  if (score.lost > 0) return `${name}: updates were lost`
  if (score.twice > 0) return `${name}: updates were seen twice`
  if (score.stuck > 0) return `${name}: something never came`
  const slowest = quantile(score.resumes, 0.99)
  return slowest > MOST_MILLISECONDS ? `${name}: ${slowest.toFixed(0)} ms are too long` : undefined
}

async function run(): Promise<readonly string[]> {
  console.log(`seed ${seed}`)
  const control = { clients: 1, cutsEach: CONTROL_CUTS }
  const flaws: string[] = []
  const deafSocket = await perform('a deaf server, sockets', {
    ...control,
    transport: 'websocket',
    twin: 'server',
  })
  const deafHttp = await perform('a deaf server, HTTP', { ...control, transport: 'http', twin: 'server' })
  const forgetful = await perform('a forgetful client', {
    ...control,
    transport: 'websocket',
    twin: 'client',
  })
  if (deafSocket.lost === 0 || deafHttp.lost === 0 || forgetful.twice === 0)
    flaws.push('a control was never caught: this run proves nothing')
  const cutsEach = Math.ceil(rounds / (2 * CLIENTS))
  for (const transport of ['websocket', 'http'] as const) {
    const score = await perform(transport, { clients: CLIENTS, cutsEach, transport })
    const flaw = flawOf(transport, score)
    if (flaw !== undefined) flaws.push(flaw)
  }
  return flaws
}

const flaws = await run()
for (const flaw of flaws) console.log(`FAIL: ${flaw}, --seed ${seed}`)
if (flaws.length === 0) console.log('none lost, none twice, all in time')
process.exit(flaws.length === 0 ? 0 : 1)
