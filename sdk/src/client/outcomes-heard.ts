/** The moment behind the end of a turn, in which those who await its outcome go on. */

// Between an answer and whoever awaits the outcome are about ten promises, and behind them some of their own.
const MICROTASKS = 64

/** Resolves when those who await an outcome that is known have gone on, unless they wait for something else, too. */
export async function outcomesHeard(): Promise<void> {
  for (let turn = 0; turn < MICROTASKS; turn++) await undefined
}
