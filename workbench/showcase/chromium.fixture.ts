/** How tests start a browser: the one that CHROME names, which whoever runs the tests has found. */

import type { LaunchOptions } from 'playwright-core'

export function chromiumProgram(): LaunchOptions {
  const { CHROME: executablePath } = process.env
  if (executablePath === undefined || executablePath === '')
    throw new Error('there is no Chromium for this test: name one in CHROME')
  // Nobody may be kept in a box by a process that is root already.
  const unboxed = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath, args: ['--disable-dev-shm-usage', ...unboxed] }
}
