/**
 * `npm run sec:flood:gateway -- [--seconds 8] [--share 1] [--only 'usual frames,raised requests'] [--ratio 2]`: `parley serve` is flooded in every way there is, with
 * the limits it has and, where those would end the flood before it begins, with limits raised. It must stay under 250 MB,
 * whoever else is there must wait at most twice as long as before the flood, or after it, and the culprit must be told why.
 * `--ratio 0` does not look at how long others wait.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Pulse, quantile } from './gateway-flood/pulse.js'
import { RAISED, type Served, serve } from './gateway-flood/served.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    share: { type: 'string', default: '1' },
    ratio: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const share = Number(values.share)
const only = values.only?.split(',')
const FLOODER = fileURLToPath(new URL('./gateway-flood/flooder.js', import.meta.url))
const MOST_MEGABYTES = 250
const PATIENCE_SECONDS = 30
const WINDOW_SECONDS = 0.5
const MOST_RATIO = Number(values.ratio)

/** What somebody must have been told; nothing where it costs too little to be refused. */
const USUAL = {
  requests: /1008 too_many_requests/,
  connections: /429 too_many_connections/,
  strangers: /429 too_many_strangers/,
  readers: undefined,
  frames: /1009/,
  bodies: /413 too_large/,
  halfPosts: /429 too_many_bytes/,
  halfFrames: /1008 too_many_bytes/,
  answers: /1008 too_many_requests/,
}
const UNLIMITED = {
  requests: /rate_limited/,
  connections: new RegExp(`opened \\(${Math.ceil(3_000 * share)}\\)`),
  halfPosts: /429 too_many_bytes/,
  halfFrames: /1008 too_many_bytes/,
}

interface Outcome {
  readonly name: string
  readonly told: string
  readonly megabytes: number
  /** Milliseconds that 99 of 100 waited at most: before the flood or after it, whichever is less, and with it. */
  readonly quiet: number
  readonly flooded: number
  /** Which part of a processor the gateway needed, without and with. */
  readonly work: readonly [number, number]
}

/** What the culprit has been told so far, as it says itself. */
function told(output: NodeJS.ReadableStream): () => string {
  let last = '[]'
  createInterface(output).on('line', line => {
    last = line
  })
  return () => {
    const counts: readonly (readonly [string, number])[] = JSON.parse(last)
    return counts.map(([word, times]) => `${word} (${times})`).join(', ')
  }
}

interface Observed {
  /** Milliseconds that 99 of 100 waited at most. */
  readonly wait: number
  /** Which part of a processor the gateway needed. */
  readonly work: number
}

/** The pulse for as long as it takes, and for longer while there is a reason, and what the gateway needed meanwhile. */
async function observe(served: Served, pulse: Pulse, goesOn: (passed: number) => boolean): Promise<Observed> {
  const [work, begun] = [served.work(), performance.now()]
  const passed = (): number => (performance.now() - begun) / 1_000
  const times: number[] = []
  while (passed() < seconds || goesOn(passed())) times.push(...(await pulse.measure(WINDOW_SECONDS)))
  return { wait: quantile(times, 0.99), work: (served.work() - work) / passed() }
}

/** Without the flood before it has begun, with it, and without it when all of it is gone. */
async function flood(name: string, served: Served, wanted: RegExp | undefined): Promise<Outcome> {
  const { url, folder, tokens } = served
  const pulse = await Pulse.open(url, tokens.calm)
  await pulse.measure(WINDOW_SECONDS)
  served.peak()
  const before = await observe(served, pulse, () => false)
  const aim = JSON.stringify({ url, folder, token: tokens.culprit, share })
  const child = spawn(process.execPath, [FLOODER, name, aim], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const words = told(child.stdout)
  const flooded = await observe(
    served,
    pulse,
    passed => passed < seconds + PATIENCE_SECONDS && wanted?.test(words()) === false,
  )
  child.stdin.end()
  await exited
  await pulse.measure(WINDOW_SECONDS)
  const after = await observe(served, pulse, () => false)
  const megabytes = served.peak()
  pulse.close()
  const quiet = before.wait < after.wait ? before : after
  return {
    ...{ name, told: words(), megabytes, quiet: quiet.wait, flooded: flooded.wait },
    work: [quiet.work, flooded.work],
  }
}

function flawsOf(
  { name, told, megabytes, quiet, flooded }: Outcome,
  wanted: RegExp | undefined,
): readonly string[] {
  return [
    ...(megabytes > MOST_MEGABYTES ? [`${name}: ${megabytes.toFixed(0)} MB are too many`] : []),
    ...(MOST_RATIO > 0 && flooded > quiet * MOST_RATIO
      ? [`${name}: others wait ${(flooded / quiet).toFixed(1)} times as long`]
      : []),
    ...(wanted === undefined || wanted.test(told) ? [] : [`${name}: the culprit was not told why`]),
  ]
}

function wordsOf({ told, megabytes, quiet, flooded, work }: Outcome): string {
  const [idle, busy] = work.map(share => `${(share * 100).toFixed(0)} %`)
  const p99 = `p99 of others ${quiet.toFixed(1)} ms without, ${flooded.toFixed(1)} ms with`
  return `${megabytes.toFixed(0)} MB; ${p99}; work ${idle} and ${busy}; told: ${told || 'nothing'}`
}

async function run(
  title: string,
  wanted: Readonly<Record<string, RegExp | undefined>>,
  limits?: object,
): Promise<readonly string[]> {
  const flaws: string[] = []
  const names = Object.keys(wanted).filter(name => only === undefined || only.includes(`${title} ${name}`))
  for (const name of names) {
    const served = await serve(limits)
    const outcome = await flood(name, served, wanted[name])
    await served.end()
    console.log(`${title} ${name}: ${wordsOf(outcome)}`)
    flaws.push(...flawsOf(outcome, wanted[name]).map(flaw => `${title} ${flaw}`))
  }
  return flaws
}

const flaws = [...(await run('usual', USUAL)), ...(await run('raised', UNLIMITED, RAISED))]
for (const flaw of flaws) console.log(`FAIL: ${flaw}`)
const others = MOST_RATIO > 0 ? 'others do not wait' : 'how long others wait was not looked at'
if (flaws.length === 0) console.log(`it stands, the culprit knows why, and ${others}`)
process.exit(flaws.length === 0 ? 0 : 1)
