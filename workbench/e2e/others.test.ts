import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Served } from './served.fixture.js'
import { answer, begin, hear, log, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

const OFFICIAL = fileURLToPath(new URL('../../conformance/src/fixtures/official-agent.mjs', import.meta.url))

test('an agent on the official SDK works: words, a question, a file, a stop', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start([`${process.execPath} ${OFFICIAL}`])
  const { page, faults, shot } = await visit(served)
  await begin(page)
  await say(page, 'write notes.md from the official SDK')
  await answer(page, 'Write notes.md', /^Yes/)
  await answer(page, 'notes.md', /^Allow once/)
  await log(page).locator('[data-status="completed"]').first().waitFor()
  expect(readFileSync(join(served.project, 'notes.md'), 'utf8')).toBe('from the official SDK')
  await say(page, 'talk')
  await hear(page, /piece 3/)
  await page.getByRole('button', { name: /^Stop/ }).click()
  await hear(page, /cancelled|stopped/i)
  await shot('official-agent')
  expect(faults).toEqual([])
})
