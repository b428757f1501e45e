/** Small ways of waiting: with a limit, or not at all. */

/** A rejected promise that nobody has to look at. */
export function rejectedQuietly(error: unknown): Promise<void> {
  const rejected = Promise.reject(error)
  rejected.catch(() => {})
  return rejected
}

// A timer takes any time that it cannot hold, such as `Infinity`, for none at all.
export const LONGEST_TIMER = 2 ** 31 - 1

/** Whether `work` settled in time; a time of more than 25 days has no end. */
export function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise(resolve => {
    const timer = milliseconds <= LONGEST_TIMER ? setTimeout(() => resolve(false), milliseconds) : undefined
    const finish = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    work.then(finish, finish)
  })
}

/** Resolves in a task of its own, behind what this one and its idle moment still have to do. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}

/** A promise and the function that resolves it (`Promise.withResolvers` is not in every supported runtime). */
export function openable(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const promise = new Promise<void>(resolve => {
    open = resolve
  })
  return { promise, open }
}
