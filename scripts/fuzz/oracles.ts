/** What must hold, how often it was looked at, and the one way to say that it did not. */

export const ORACLES = {
  alive: 'the process lives until its input ends',
  probe: 'a probe is answered once, rightly and within 5 seconds',
  form: 'every message is a JSON-RPC message',
  shape: 'what is said fits the shape of its method',
  error: 'an error has a whole code, a message and at most 4 KiB of data',
  echo: 'no error and no log entry holds what was sent',
  answer: 'every request is answered exactly once, and nothing else is answered',
  turn: 'a turn among all this still ends as it should',
  memory: 'resident memory stays under 300 MB',
  quiet: 'no rejection or exception goes unhandled',
  ending: 'the process ends with code 0 within 6 seconds of its input',
} as const

export type OracleName = keyof typeof ORACLES

export class Failure extends Error {
  readonly oracle: OracleName
  /** What was sent before it. */
  evidence = ''

  constructor(oracle: OracleName, message: string) {
    super(message)
    this.oracle = oracle
  }
}

/** Counts the checks: one that was never made has proved nothing. */
export class Tally {
  readonly checks = new Map<OracleName, number>()
  readonly answers = new Map<string, number>()
  readonly peaks = new Map<string, number>()
  messages = 0
  bytes = 0
  rounds = 0

  demand(oracle: OracleName, holds: boolean, complaint: () => string): void {
    this.checks.set(oracle, (this.checks.get(oracle) ?? 0) + 1)
    if (!holds) throw new Failure(oracle, complaint())
  }

  countAnswer(code: string): void {
    this.answers.set(code, (this.answers.get(code) ?? 0) + 1)
  }

  notePeak(target: string, bytes: number): void {
    this.peaks.set(target, Math.max(bytes, this.peaks.get(target) ?? 0))
  }
}
