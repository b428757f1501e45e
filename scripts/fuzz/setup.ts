/** Loaded before each property test by `npm run fuzz -- --properties`: more runs for every property that does not fix its own number. */
import { configureGlobal, readConfigureGlobal } from 'fast-check'

const runs = Number(process.env.PARLEY_FUZZ_RUNS)
configureGlobal({ ...readConfigureGlobal(), numRuns: runs })
