/**
 * Loaded before each property test by `npm run fuzz -- --properties` and `npm run sec:perm`: more runs for every property
 * that does not fix its own number, and a seed where one is given.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check'

const runs = Number(process.env.PARLEY_FUZZ_RUNS)
const seed = process.env.PARLEY_FUZZ_SEED
configureGlobal({
  ...readConfigureGlobal(),
  numRuns: runs,
  ...(seed !== undefined && { seed: Number(seed) }),
})
