/** How a program that serves is ended by its signals. */

import { EXIT } from '../exit-code.js'

/** The first signal is waited for; the second one ends the process at once. */
export function stopped(): Promise<string> {
  return new Promise(resolve => {
    let isSecond = false
    const hear = (signal: NodeJS.Signals): void => {
      if (isSecond) process.exit(EXIT.cancelled)
      isSecond = true
      resolve(signal)
    }
    process.on('SIGINT', hear)
    process.on('SIGTERM', hear)
  })
}
