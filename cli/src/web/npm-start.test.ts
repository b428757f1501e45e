import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeHome, sitDown } from '../chat/person.fixture.js'
import { makePlace } from '../run/command.fixture.js'

const START = fileURLToPath(new URL('../../../scripts/dist/start.js', import.meta.url))

test('at a terminal npm start opens the workbench in the folder that it was called in', async () => {
  const home = makeHome()
  const folder = join(home, 'project')
  mkdirSync(folder)
  const env = { INIT_CWD: folder, CI: 'true' }
  const person = sitDown({ argv: [process.execPath, START], home, env, columns: 140 })
  await person.see('Open    http://127.0.0.1:')
  await person.see(`Folder  ${folder}`)
  await person.see('Enter prints another')
  await person.press('enter')
  await person.see(/Open(?:.|\n)*Open/)
  await person.press('ctrl+c')
  expect(await person.exit()).toBe(0)
}, 30_000)

test('without one it is the tour, and words behind -- are the command', async () => {
  const place = makePlace()
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [START, ...words], {
      ...{ env: place.env(), cwd: place.cwd },
      // What should have ended by itself is not left behind.
      timeout: 50_000,
    })
  expect((await run()).stdout).toMatch(/tour/i)
  expect((await run('web', '--help')).stdout).toContain('Usage: parley web')
}, 60_000)
