import { afterAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { begin, hear, say } from './talk.fixture.js'
import { closeBrowser, openPage, visit } from './visit.fixture.js'

afterAll(closeBrowser)

test('a session of an agent without words for it is named and put away, and that is undone', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start([PLAYER])
  const { page, context, faults } = await visit(served)
  await begin(page)
  await say(page, 'hello')
  await hear(page, /./)
  const other = await openPage(context, served, served.url)
  const rowIn = (tab: typeof page) => tab.getByRole('link', { name: /^A good name/ }).first()
  await page.getByTitle(/press to rename/).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('A good name')
  await page.keyboard.press('Enter')
  await rowIn(page).waitFor()
  await rowIn(other.page).waitFor({ timeout: 10_000 })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Archive this')
  await page.keyboard.press('Enter')
  await page.getByText('The conversation is in the archive.').first().waitFor()
  await rowIn(other.page).waitFor({ state: 'detached', timeout: 10_000 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowIn(page).waitFor()
  await rowIn(other.page).waitFor({ timeout: 10_000 })
  expect(faults).toEqual([])
})
