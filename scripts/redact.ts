/**
 * `npm run sec:redact -- [--secrets 350] [--seed N]`: plants secrets of every kind in every place, lets them go by every
 * sink and into a recording, and looks for them in what the sinks let out and in all that is made of the recording.
 */
import { parseArgs } from 'node:util'
import { Random } from './fuzz/random.js'
import { KINDS, makeSecret } from './redact/kinds.js'
import { PLACES, type Place } from './redact/places.js'
import { searchRecordings } from './redact/recordings.js'
import { findSecret } from './redact/search.js'
import { SINKS } from './redact/sinks.js'

const { values } = parseArgs({
  options: { secrets: { type: 'string', default: '350' }, seed: { type: 'string' } },
})

const wanted = Number(values.secrets)
const begun = Date.now()
const seed = Number(values.seed ?? begun % 1_000_000)
const counts = new Map<string, number>()

/** What was found of one secret, sink by sink. */
async function plant(kind: string, place: Place, random: Random): Promise<readonly string[]> {
  const secret = makeSecret(kind, random)
  const passing = { place: place.name, message: place.message(secret) }
  const found: string[] = []
  for (const sink of SINKS) {
    if (sink.places !== undefined && !sink.places.includes(place.name)) continue
    const out = await sink.take(passing, random)
    counts.set(sink.name, (counts.get(sink.name) ?? 0) + 1)
    if (out === '') found.push(`${sink.name} let nothing out at all`)
    const spelling = findSecret(out, secret.secret)
    if (spelling !== undefined) found.push(`${kind} in ${place.name}: ${sink.name} let out ${spelling}`)
  }
  return found
}

async function run(): Promise<number> {
  console.log(`${wanted} secrets, ${KINDS.length} kinds, ${PLACES.length} places, seed ${seed}`)
  const random = new Random(seed)
  const start = random.below(KINDS.length)
  const found: string[] = []
  for (let number = 0; number < wanted; number++) {
    const kind = KINDS[(start + number) % KINDS.length] ?? ''
    // Every kind comes to every place: the places move on by one whenever the kinds begin anew.
    const round = Math.floor(number / KINDS.length)
    const place = PLACES[((number % KINDS.length) + round) % PLACES.length]
    if (place !== undefined) found.push(...(await plant(kind, place, random.fork())))
  }
  const recorded = await searchRecordings(random.fork())
  found.push(...recorded.found)
  for (const each of found) console.log(`FAIL ${each}`)
  if (found.length > 0) console.log(`again: npm run sec:redact -- --seed ${seed} --secrets ${wanted}`)
  for (const [sink, count] of counts) console.log(`${String(count).padStart(8)}  ${sink}`)
  console.log(
    `${String(recorded.planted).padStart(8)}  recordings, exports, what is shown and served of them`,
  )
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1)
  console.log(
    `${wanted} secrets in ${seconds} s: ${found.length === 0 ? 'none found' : `${found.length} found`}`,
  )
  return found.length === 0 ? 0 : 1
}

process.exitCode = await run()
