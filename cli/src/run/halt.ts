/** The end of a run before its time: who wished for it first, why, and whether anybody will wait for the agent any longer. */

import { EXIT, type ExitCode } from '../exit-code.js'

/** Why a run is to end. */
export interface Wish {
  readonly exitCode: ExitCode
  /** A word for programs. */
  readonly reason: string
  readonly message: string
  readonly cure?: string | undefined
  /** How long the agent may take to end its turn, in milliseconds. */
  readonly grace?: number | undefined
  /** Nobody is left to be told. */
  readonly isSilent?: boolean | undefined
}

const GRACE_MILLISECONDS = 5_000

export class Halt {
  readonly #asked = new AbortController()
  readonly #urgent = new AbortController()
  #wish: Wish | undefined
  #timer: NodeJS.Timeout | undefined

  get wish(): Wish | undefined {
    return this.#wish
  }

  /** Aborted when the turn is to be cancelled. */
  get asked(): AbortSignal {
    return this.#asked.signal
  }

  /** Aborted when nobody waits for the agent any longer. */
  get urgent(): AbortSignal {
    return this.#urgent.signal
  }

  /** The first wish counts. */
  request(wish: Wish): void {
    if (this.#wish !== undefined) return
    this.#wish = wish
    this.#timer = setTimeout(() => this.hurry(), wish.grace ?? GRACE_MILLISECONDS)
    this.#asked.abort()
  }

  hurry(): void {
    clearTimeout(this.#timer)
    this.#urgent.abort()
  }

  /** It is over: nobody needs to be hurried. */
  settle(): void {
    clearTimeout(this.#timer)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Takes signals for wishes to end, a second one for hurry. Returns a function that ends it. */
export function watchSignals(halt: Halt): () => void {
  const hear = (signal: NodeJS.Signals): void => {
    if (halt.wish !== undefined) return halt.hurry()
    const message = signal === 'SIGINT' ? 'cancelled' : `cancelled by ${signal}`
    halt.request({ exitCode: EXIT.cancelled, reason: 'cancelled', message })
  }
  for (const signal of SIGNALS) process.on(signal, hear)
  return () => {
    for (const signal of SIGNALS) process.off(signal, hear)
  }
}

/** Ends the run when it has taken so long. */
export function watchClock(halt: Halt, milliseconds: number, told: string): () => void {
  const timer = setTimeout(
    () =>
      halt.request({
        exitCode: EXIT.timeout,
        reason: 'timeout',
        message: `it took longer than ${told}`,
        cure: 'Allow it more time: --timeout',
        grace: 2_000,
      }),
    milliseconds,
  )
  return () => clearTimeout(timer)
}
