/** How long somebody waits for something that may never come. */

/** What came of it in so many milliseconds; nothing where it took longer. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether it was done in so many milliseconds. */
export async function isWithin(work: Promise<unknown> | undefined, milliseconds: number): Promise<boolean> {
  return (
    (await within(
      Promise.resolve(work).then(() => true),
      milliseconds,
    )) ?? false
  )
}
