/**
 * `npm run sec:crashfs -- [--images 100000] [--seed N]`: records what a journal does to its disk, makes disks as a crash
 * may leave them, and opens each: everything acknowledged must be there, and nothing else.
 */
import { parseArgs } from 'node:util'
import { type Crash, STYLES, toImage } from './crashfs/image.js'
import { judge, type Trial } from './crashfs/judge.js'
import { type History, live } from './crashfs/workload.js'
import { Random } from './fuzz/random.js'

const { values } = parseArgs({
  options: { images: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})

const IMAGES_PER_HISTORY = 250
const SECOND_CRASHES = 0.15

const images = Number(values.images)
const begun = Date.now()
const first = Number(values.seed ?? begun % 1_000_000)
const counts = new Map<string, number>()

/** A crash at a random point; sometimes the mending is cut short by a second one. */
async function tryOnce(history: History, random: Random): Promise<string | undefined> {
  const { deeds } = history.disk
  const crash: Crash = {
    before: new Map(),
    deeds,
    done: random.below(deeds.length + 1),
    style: random.pick(STYLES),
    random,
  }
  const trial: Trial = { history, done: crash.done, isProcessOnly: crash.style === 'kept' }
  const kind = `${history.isSynced ? 'synced' : 'unsynced'} ${crash.style}`
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const image = toImage(crash)
  if (!random.chance(SECOND_CRASHES)) return judged(image, trial, crash)
  const before = new Map([...image.names].map(([path, { number, bytes }]) => [path, { number, bytes }]))
  await judge(image, trial)
  const second: Crash = { ...crash, before, deeds: image.deeds, done: random.below(image.deeds.length + 1) }
  counts.set('again while mending', (counts.get('again while mending') ?? 0) + 1)
  return judged(toImage(second), { ...trial, isSecond: true }, second)
}

async function judged(
  disk: ReturnType<typeof toImage>,
  trial: Trial,
  crash: Crash,
): Promise<string | undefined> {
  const flaw = await judge(disk, trial)
  return flaw === undefined ? undefined : `${crash.style} after ${trial.done} deeds: ${flaw}`
}

async function run(): Promise<number> {
  console.log(`${images} crash images, seed ${first}`)
  for (let done = 0, seed = first; done < images; seed++) {
    const random = new Random(seed)
    const history = await live(random.fork(), !random.chance(0.2))
    const count = Math.min(IMAGES_PER_HISTORY, images - done)
    for (let image = 0; image < count; image++, done++) {
      const flaw = await tryOnce(history, random.fork())
      if (flaw === undefined) continue
      console.log(`FAIL in image ${image} of seed ${seed}: ${flaw}`)
      console.log(`again: npm run sec:crashfs -- --seed ${seed} --images ${image + 1}`)
      return 1
    }
  }
  for (const [kind, count] of [...counts].sort()) console.log(`${String(count).padStart(8)}  ${kind}`)
  console.log(
    `${images} images in ${((Date.now() - begun) / 1_000).toFixed(1)} s: nothing lost, nothing made up`,
  )
  return 0
}

process.exitCode = await run()
