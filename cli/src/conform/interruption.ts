/** Interrupts: the first ends what is being played and lets the report be written, the second ends everything. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Interruption {
  readonly signal: AbortSignal
  /** From here on they mean what they mean without us. */
  release(): void
}

/** The listeners stay: where nobody else listens, whoever runs programs takes a signal for the end of this process. */
export function watchForInterrupts(): Interruption {
  const controller = new AbortController()
  const listen = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) return controller.abort()
    release()
    process.kill(process.pid, signal)
  }
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, listen)
  }
  for (const signal of SIGNALS) process.on(signal, listen)
  return { signal: controller.signal, release }
}
