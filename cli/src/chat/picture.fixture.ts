/** A whole screen as a text that is the same on every machine and in every hour: what differs is masked, as wide as it was. */

import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Person } from './person.fixture.js'

const STILL_MILLISECONDS = 150
const PATIENCE_MILLISECONDS = 15_000
// As wide as those that are made for it where temporary folders are in /tmp.
const HOME = '/tmp/parley-person-xxxxxx'

/** What a slow machine, a clock or chance would write in another way. */
const MASKS: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/[◐◓◑◒]/g, () => '◐'],
  // Only what took long has a time: where the machine is slow that may be anything.
  [/(?<=^(?:○ |[✓◐] (?!\$)).*) {2}\d+\.\d s$/gm, () => ''],
  [/\b\d+(?=(?:\.\d)? (?:ms|s|min)\b)/g, () => '0'],
  [/(?<=\b0\.)\d(?= s\b)/g, () => '0'],
  [/\b[0-9a-f]{12,}\b/g, found => 'x'.repeat(found.length)],
]

function maskedScreen(person: Person): string {
  const rows = person.screen().join('\n').replaceAll(person.home, HOME)
  const masked = MASKS.reduce((text, [pattern, mask]) => text.replace(pattern, mask), rows)
  return `${masked}\n`
}

/** What is seen once it stands still. */
async function stillScreen(person: Person): Promise<string> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  for (let last = maskedScreen(person); ; ) {
    await new Promise(resolve => setTimeout(resolve, STILL_MILLISECONDS))
    const now = maskedScreen(person)
    if (now === last) return now
    if (performance.now() > deadline) throw new Error(`the screen does not stand still:\n${now}`)
    last = now
  }
}

/** Compares the whole screen with the picture of that name, of which there is one for each size. */
export async function expectPicture(person: Person, name: string): Promise<void> {
  const { cols, rows } = person.terminal
  const file = fileURLToPath(new URL(`./screens/${cols}x${rows}-${name}.txt`, import.meta.url))
  await expect(await stillScreen(person)).toMatchFileSnapshot(file)
}
