/**
 * `npm run sec:flood:gateway -- [--seconds 32] [--rounds 2] [--share 1] [--only 'usual frames,raised requests'] [--ratio 2] [--alone] [--main OTHER/cli/dist/main.js]`: `parley serve` is flooded in every way there is, with
 * the limits it has and with limits raised. It must stay under 250 MB, others must wait at most twice as long as while the same flood goes to another gateway beside
 * it (`--ratio 0` does not look), whoever comes from where the flood comes from must be greeted within a second, once it has broken out, and the culprit must be told why. What is
 * stolen is time that another machine on the same hardware had instead: where it is more than a hundredth, the waits prove little. The others are a team at work, or one client (`--alone`). One that does not count what it is sent, and one that is slow, must be caught in the same run, or it proves nothing.
 */
import { parseArgs } from 'node:util'
import { ALL_OPEN } from './gateway-flood/floods.js'
import { quantile } from './gateway-flood/pulse.js'
import { RAISED } from './gateway-flood/served.js'
import { type Order, type Outcome, perform } from './gateway-flood/trial.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '2' },
    share: { type: 'string', default: '1' },
    ratio: { type: 'string', default: '2' },
    only: { type: 'string' },
    alone: { type: 'boolean', default: false },
    main: { type: 'string' },
  },
})
const size = {
  ...{
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    share: Number(values.share),
    isAlone: values.alone,
    main: values.main,
  },
}
const only = values.only?.split(',')
const MOST_MEGABYTES = 250
const MOST_RATIO = Number(values.ratio)
const MOST_COMING_MILLISECONDS = 1_000
// 450 MB for whoever keeps all of it.
const CONTROL_SHARE = 0.15

/** What somebody must have been told, each time; nothing where it costs too little to be refused. */
const USUAL = {
  requests: /1008 too_many_requests/,
  connections: /429 too_many_connections/,
  strangers: /429 too_many_strangers/,
  pipelines: /401|429 too_many_strangers/,
  ownPipelines: /429 too_many_requests/,
  readers: undefined,
  frames: /1009/,
  bodies: /413 too_large/,
  halfPosts: /429 too_many_bytes/,
  halfFrames: /1008 too_many_bytes/,
  answers: /1008 too_many_requests/,
}
const UNLIMITED = {
  requests: /rate_limited/,
  connections: new RegExp(ALL_OPEN),
  ownPipelines: /406 not_acceptable/,
  halfPosts: /429 too_many_bytes/,
  halfFrames: /1008 too_many_bytes/,
}

type Wanted = Readonly<Record<string, RegExp | undefined>>

function ratioOf({ beside, flooded }: Outcome): number {
  return flooded.wait / beside.wait
}

function isSlow(outcome: Outcome): boolean {
  return MOST_RATIO > 0 && ratioOf(outcome) > MOST_RATIO
}

function slowestOf(newcomers: readonly number[]): number {
  return quantile(newcomers, 1)
}

function isTold(told: readonly string[], wanted: RegExp | undefined): boolean {
  return wanted === undefined || told.every(words => wanted.test(words))
}

function flawsOf(outcome: Outcome, wanted: RegExp | undefined): readonly string[] {
  const { told, megabytes, newcomers } = outcome
  const slowest = slowestOf(newcomers.judged)
  return [
    ...(megabytes > MOST_MEGABYTES ? [`${megabytes.toFixed(0)} MB are too many`] : []),
    ...(isSlow(outcome) ? [`others wait ${ratioOf(outcome).toFixed(1)} times as long`] : []),
    ...(MOST_RATIO > 0 && slowest > MOST_COMING_MILLISECONDS
      ? [`a newcomer waits ${slowest.toFixed(0)} ms`]
      : []),
    ...(isTold(told, wanted) ? [] : ['the culprit was not told why']),
  ]
}

function wordsOf(outcome: Outcome): string {
  const { told, megabytes, quiet, beside, flooded, newcomers } = outcome
  const [still, busy, full] = [quiet, beside, flooded].map(({ wait }) => `${wait.toFixed(1)} ms`)
  const p99 = `p99 of others ${still} without, ${busy} beside it, ${full} with it`
  const ratios = `${ratioOf(outcome).toFixed(1)} x beside, ${(flooded.wait / quiet.wait).toFixed(1)} x without`
  const [early, aside, begun] = [quiet, beside, flooded].map(({ firstWait }) => firstWait.toFixed(1))
  const first = `first second (not judged alone) ${early} without, ${aside} beside it, ${begun} ms with it`
  const come = comingWords(newcomers)
  const [idle, work] = [quiet, flooded].map(each => `${(each.work * 100).toFixed(0)} %`)
  const [short, long] = [quiet, flooded].map(
    ({ turns }) => `${turns.p999.toFixed(1)} (${turns.longest.toFixed(1)})`,
  )
  const [before, away, during] = [quiet, beside, flooded].map(each => `${(each.stolen * 100).toFixed(1)}`)
  const own = `stolen ${before}, ${away} and ${during} %; work ${idle} and ${work}, p99.9 (longest) of its turns ${short} and ${long} ms`
  return `${megabytes.toFixed(0)} MB; ${p99} (${ratios}); ${first}; ${come}; ${own}; told: ${told.map(words => words || 'nothing').join(' | ')}`
}

/** The middle is of those who came when it had broken out: nobody else waits as one does beside a flood. */
function comingWords({ early, after, judged }: Outcome['newcomers']): string {
  const judgement = `the slowest as judged ${slowestOf(judged).toFixed(0)} ms`
  return `newcomers ${spreadOf(after)}, while it broke out ${spreadOf(early)} (judged from its end on); ${judgement}`
}

function spreadOf(waits: readonly number[]): string {
  if (waits.length === 0) return 'none'
  return `${quantile(waits, 0.5).toFixed(0)} ms, the slowest of ${waits.length} ${slowestOf(waits).toFixed(0)}`
}

async function run(
  title: string,
  wanted: Wanted,
  serving: Pick<Order, 'limits'>,
): Promise<readonly string[]> {
  const flaws: string[] = []
  const names = Object.keys(wanted).filter(name => only === undefined || only.includes(`${title} ${name}`))
  for (const name of names) {
    const isOwed: Order['isOwed'] = told => !isTold([told], wanted[name])
    const outcome = await perform({ ...size, ...serving, name, isOwed })
    console.log(`${title} ${name}: ${wordsOf(outcome)}`)
    flaws.push(...flawsOf(outcome, wanted[name]).map(flaw => `${title} ${name}: ${flaw}`))
  }
  return flaws
}

/** Caught by its memory, and by nothing else. */
async function runUnguarded(): Promise<readonly string[]> {
  const isCaught = (megabytes: number): boolean => megabytes > MOST_MEGABYTES
  const order = {
    ...size,
    name: 'halfPosts',
    rounds: 1,
    share: CONTROL_SHARE,
    isOwed: (_: string, megabytes: number) => !isCaught(megabytes),
  }
  const outcome = await perform({ ...order, twin: 'unguarded' })
  console.log(`without guards halfPosts: ${wordsOf(outcome)}`)
  return isCaught(outcome.megabytes)
    ? []
    : ['a gateway without guards was not caught: this run proves nothing']
}

/** Caught by how long others wait, and by nothing else. */
async function runSlow(): Promise<readonly string[]> {
  if (MOST_RATIO === 0) return []
  const outcome = await perform({ ...size, name: 'halfPosts', isOwed: () => false, twin: 'slow' })
  console.log(`slow halfPosts: ${wordsOf(outcome)}`)
  return isSlow(outcome) ? [] : ['a gateway that is slow was not caught: this run proves nothing']
}

console.log(
  'without: nobody floods; beside it: the flood goes to a second gateway of the same kind on this machine; with it: to the same one.',
)
const flaws = [
  ...(await run('usual', USUAL, {})),
  ...(await run('raised', UNLIMITED, { limits: RAISED })),
  ...(await runUnguarded()),
  ...(await runSlow()),
]
for (const flaw of flaws) console.log(`FAIL: ${flaw}`)
const others = MOST_RATIO > 0 ? 'others do not wait' : 'how long others wait was not looked at'
if (flaws.length === 0) console.log(`it stands, the culprit knows why, and ${others}`)
process.exit(flaws.length === 0 ? 0 : 1)
