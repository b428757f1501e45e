/**
 * `npm run fuzz -- [--seconds 60] [--seed N] [--round N]`: our agent and our client as real processes, spoken to in
 * nearly valid bytes. `npm run fuzz -- --properties [--runs 5000]`: the property tests with many more examples.
 */
import { parseArgs } from 'node:util'
import { Failure, Tally } from './fuzz/oracles.js'
import { runProperties } from './fuzz/properties.js'
import { playNumber, type Run, settingOf } from './fuzz/schedule.js'
import { summarize, verdict } from './fuzz/summary.js'
import { loadContracts } from './schema/source.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    round: { type: 'string' },
    properties: { type: 'boolean', default: false },
    runs: { type: 'string' },
  },
})

async function fuzz(): Promise<number> {
  const begun = Date.now()
  const seed = Number(values.seed ?? begun % 1_000_000)
  const tally = new Tally()
  const only = values.round === undefined ? undefined : Number(values.round)
  const deadline = only === undefined ? begun + Number(values.seconds) * 1_000 : Number.POSITIVE_INFINITY
  const run: Run = { contracts: loadContracts(process.cwd()), seed, deadline, tally }
  console.log(`fuzzing for ${values.seconds} seconds, seed ${seed}`)
  const failure = await play(run, only)
  console.log(summarize(tally, (Date.now() - begun) / 1_000))
  const { text, failed } = verdict(tally, failure)
  console.log(text)
  return failed === 0 ? 0 : 1
}

/** Round after round until the time is up, or one only; stops at the first failure. */
async function play(run: Run, only: number | undefined): Promise<Failure | undefined> {
  for (let number = only ?? 0; Date.now() < run.deadline; number++) {
    try {
      await playNumber(run, number)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { side, contract, framing } = settingOf(run, number)
      console.log(`FAIL in round ${number} (${side}, ${contract.folder}, ${framing}): ${error.message}`)
      console.log(`${error.evidence}\nagain: npm run fuzz -- --seed ${run.seed} --round ${number}`)
      return error
    }
    if (only !== undefined) return undefined
  }
  return undefined
}

process.exitCode = values.properties ? runProperties(values.runs) : await fuzz()
