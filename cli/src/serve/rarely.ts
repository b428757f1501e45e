/** The same thing is said a few times a minute: whoever can make it happen must not fill the file where it is kept. */

const MINUTE = 60_000
const MOST_ALIKE = 5
const MOST_DIFFERENT = 100

/** The same `say`, but silent about what was said often within the minute; the last time it says that it will be. */
export function rarely(say: (text: string) => void, now: () => number = Date.now): (text: string) => void {
  const said = new Map<string, number>()
  let since = now()
  return text => {
    if (now() - since >= MINUTE) {
      since = now()
      said.clear()
    }
    const times = (said.get(text) ?? 0) + 1
    if (times > MOST_ALIKE || (times === 1 && said.size >= MOST_DIFFERENT)) return
    said.set(text, times)
    say(times < MOST_ALIKE ? text : `for the last time within a minute: ${text}`)
  }
}
