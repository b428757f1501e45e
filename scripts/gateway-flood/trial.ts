/**
 * One flood, and how long somebody calm waits: while there is none, while it is sent to another gateway of the same kind on
 * this machine, and while it is sent to the same one. The second is what a busy machine costs; what the third costs beyond
 * that is the gateway's doing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Company, quantile } from './pulse.js'
import { type Served, type Serving, serve } from './served.js'
import type { Turns } from './watched.js'

/** A flood, by its name, and how it is to be made. */
export interface Order extends Serving {
  readonly name: string
  /** Whether what must come of the flood has not come yet: then it goes on for a while. */
  readonly isOwed: (sofar: Pick<Outcome, 'told' | 'megabytes'>) => boolean
  /** How long each part takes. */
  readonly seconds: number
  /** Which part of the flood is made. */
  readonly share: number
  /** Whether there is one other client only, and not a team at work. */
  readonly isAlone: boolean
}

export interface Outcome {
  readonly told: string
  readonly megabytes: number
  /** Without a flood: before it or after it, whichever is less. */
  readonly quiet: Observed
  /** While the other gateway is flooded. */
  readonly beside: Observed
  readonly flooded: Observed
}

export interface Observed {
  /** Milliseconds that 99 of 100 waited at most. */
  readonly wait: number
  /** Which part of a processor the gateway needed that is asked. */
  readonly work: number
  /** How long the turns of its event loop were. */
  readonly turns: Turns
}

interface Culprit {
  /** What it has been told so far. */
  words(): string
  stop(): Promise<void>
}

interface Watched {
  readonly served: Served
  readonly pulse: Company
  readonly seconds: number
}

const FLOODER = fileURLToPath(new URL('./flooder.js', import.meta.url))
const PATIENCE_SECONDS = 30
const WINDOW_SECONDS = 0.5

export async function perform(order: Order): Promise<Outcome> {
  const [served, other] = [await serve(order), await serve(order)]
  const pulse = await Company.open(served.url, served.tokens.calm, order.isAlone)
  // The other one has done the same things before it is flooded.
  const others = await Company.open(other.url, other.tokens.calm, order.isAlone)
  for (const each of [others, pulse]) await each.measure(WINDOW_SECONDS)
  others.close()
  const watched = { served, pulse, seconds: order.seconds }
  const before = await observe(watched)
  const beside = await withCulprit(other, order, () => observe(watched))
  await pulse.measure(WINDOW_SECONDS)
  served.forgetPeak()
  const flooded = await withCulprit(served, order, culprit =>
    observe(watched, hasReason(served, order, culprit)),
  )
  await pulse.measure(WINDOW_SECONDS)
  const after = await observe(watched)
  const megabytes = served.peak()
  pulse.close()
  await Promise.all([served.end(), other.end()])
  const quiet = before.wait < after.wait ? before : after
  return { told: flooded.told, megabytes, quiet, beside: beside.observed, flooded: flooded.observed }
}

/** Whether there is a reason to go on, after so many seconds. */
function hasReason(
  served: Served,
  { isOwed, seconds }: Order,
  { words }: Culprit,
): (passed: number) => boolean {
  return passed => passed < seconds + PATIENCE_SECONDS && isOwed({ told: words(), megabytes: served.peak() })
}

async function withCulprit(
  aim: Served,
  order: Order,
  work: (culprit: Culprit) => Promise<Observed>,
): Promise<{ readonly observed: Observed; readonly told: string }> {
  const culprit = startCulprit(aim, order)
  const observed = await work(culprit)
  await culprit.stop()
  return { observed, told: culprit.words() }
}

function startCulprit({ url, folder, tokens }: Served, { name, share }: Order): Culprit {
  const aim = JSON.stringify({ url, folder, token: tokens.culprit, share })
  const child = spawn(process.execPath, [FLOODER, name, aim], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let last = '[]'
  createInterface(child.stdout).on('line', line => {
    last = line
  })
  return {
    words() {
      const counts: readonly (readonly [string, number])[] = JSON.parse(last)
      return counts.map(([word, times]) => `${word} (${times})`).join(', ')
    },
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}

/** The pulse for as long as it takes, and for longer while there is a reason, and what the gateway needed meanwhile. */
async function observe(
  { served, pulse, seconds }: Watched,
  goesOn: (passed: number) => boolean = () => false,
): Promise<Observed> {
  await served.turns()
  const [work, begun] = [served.work(), performance.now()]
  const passed = (): number => (performance.now() - begun) / 1_000
  const times: number[] = []
  while (passed() < seconds || goesOn(passed())) times.push(...(await pulse.measure(WINDOW_SECONDS)))
  const part = (served.work() - work) / passed()
  return { wait: quantile(times, 0.99), work: part, turns: await served.turns() }
}
