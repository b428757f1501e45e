/** Waits for work, but not longer than a signal allows: not everything listens to one. */

export function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
