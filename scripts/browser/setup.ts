/**
 * Before the tests: a browser is found for those that need one, and named in CHROME. Once for all: two that unpack the
 * one that npm carries would do so on top of each other.
 */

import { canCarry, carriedChromium } from './carried-chromium.js'
import { findChromium } from './chromium.js'

export async function setup(): Promise<void> {
  const found = findChromium() ?? (canCarry() ? await carriedChromium() : undefined)
  if (found !== undefined) process.env.CHROME = found
}
