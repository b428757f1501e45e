/** Somebody who types while a question stands there: a sentence answers nothing, a letter alone does. */

import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome, sitDown } from './person.fixture.js'

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

test('a sentence that is typed while a question stands there is written, and a letter alone answers', async () => {
  const home = makeHome()
  const folder = join(home, 'notes')
  mkdirSync(folder)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  const cwd = realpathSync(folder)
  writeFileSync(join(cwd, 'mark.mjs'), `import { writeFileSync } from 'node:fs'\nwriteFileSync('mark', '')\n`)
  const person = sitDown({ args: ['chat'], cwd, home, columns: 80, rows: 30 })
  await person.see('│ › Ask something', { within: 30_000 })
  person.type('/run node mark.mjs')
  await person.see('/run node mark.mjs')
  await person.press('escape', 'enter')
  await person.see('a 1  Allow', { within: 30_000 })
  await pause(500)
  person.type('and then read notes.md')
  await person.see('│ › and then read notes.md')
  await person.press('ctrl+c')
  await person.gone('and then read')
  await pause(500)
  await person.press(...'and by hand')
  await person.see('│ › and by hand')
  await pause(500)
  expect(existsSync(join(cwd, 'mark'))).toBe(false)
  await person.press('ctrl+c')
  await person.gone('and by hand')
  await pause(500)
  await person.press('a')
  await person.see('✓ $ node mark.mjs', { within: 30_000 })
  expect(existsSync(join(cwd, 'mark'))).toBe(true)
}, 60_000)
