/**
 * Those who are here with one right, and are told when it is taken back. A signal looks through all who listen to it whenever
 * one comes or goes, and thousands may have come with the same token: so it has one listener, which tells the others.
 */

const watchers = new WeakMap<AbortSignal, Watch>()

interface Watch {
  readonly all: Set<() => void>
  readonly tell: () => void
}

/** Calls `leave` when this is taken back, at once where it was; what is returned says that nobody waits for it any more. */
export function onRevoked(signal: AbortSignal | undefined, leave: () => void): () => void {
  if (signal === undefined) return ignore
  if (signal.aborted) {
    leave()
    return ignore
  }
  const watch = watchers.get(signal) ?? begin(signal)
  // Each time another one: the same function may wait twice, and be called off once.
  const call = (): void => leave()
  watch.all.add(call)
  return () => {
    watch.all.delete(call)
    if (watch.all.size > 0 || watchers.get(signal) !== watch) return
    watchers.delete(signal)
    signal.removeEventListener('abort', watch.tell)
  }
}

function begin(signal: AbortSignal): Watch {
  const all = new Set<() => void>()
  const tell = (): void => {
    watchers.delete(signal)
    for (const call of all) {
      all.delete(call)
      try {
        call()
      } catch (error) {
        // Nobody may stay because somebody else could not leave; and it is no more silent than in a listener.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
  const watch = { all, tell }
  watchers.set(signal, watch)
  signal.addEventListener('abort', tell, { once: true })
  return watch
}

function ignore(): void {}
