/** Somebody whose window is too small for what is asked: no key answers it, and a larger one makes up for it. */

import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome, sitDown } from './person.fixture.js'

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

test('what is asked in three rows is not answered, and what is asked in more of them is', async () => {
  const home = makeHome()
  const folder = join(home, 'notes')
  mkdirSync(folder)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  const cwd = realpathSync(folder)
  writeFileSync(join(cwd, 'mark.mjs'), `import { writeFileSync } from 'node:fs'\nwriteFileSync('mark', '')\n`)
  const person = sitDown({ args: ['chat'], cwd, home, columns: 80, rows: 24 })
  await person.see('│ › Ask something', { within: 30_000 })
  person.type('/run node mark.mjs')
  await person.see('/run node mark.mjs')
  await person.press('escape', 'enter')
  await person.see('a 1  Allow', { within: 30_000 })
  person.resize(40, 3)
  await person.see('make the window larger', { within: 30_000 })
  await pause(500)
  await person.press('a', 'enter')
  await pause(500)
  expect(existsSync(join(cwd, 'mark'))).toBe(false)
  person.resize(80, 24)
  await person.see('a 1  Allow', { within: 30_000 })
  await pause(600)
  await person.press('a')
  await person.see('✓ $ node mark.mjs', { within: 30_000 })
  expect(existsSync(join(cwd, 'mark'))).toBe(true)
})
