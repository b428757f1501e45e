/** Waiting for as long as somebody chose, for ever included: a timer takes any time that it cannot hold for none at all. */

const LONGEST_TIMER = 2 ** 31 - 1

/** Acts after so many milliseconds; never where that is longer than a timer can hold (25 days), such as `Infinity`. */
export function after(milliseconds: number, act: () => void): NodeJS.Timeout | undefined {
  return milliseconds <= LONGEST_TIMER ? setTimeout(act, milliseconds) : undefined
}

/** Whether `work` is done within so many milliseconds. */
export function isWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = after(milliseconds, () => resolve(false))
    void work.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
