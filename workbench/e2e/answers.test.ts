import { afterAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { answer, begin, hear, letRead, questions, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

test('an answer that lasts says what it covers, is listed, and is asked for again when it was taken back', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start([PLAYER])
  const { page, faults, shot } = await visit(served)
  await begin(page)
  await say(page, "run console.log('one')")
  await answer(page, 'console.log', /^Allow this command in this session/)
  await hear(page, /It ended with 0/)
  await say(page, "run console.log('one')")
  await expect.poll(() => page.getByText(/It ended with 0/).count(), { timeout: 15_000 }).toBe(2)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'What do you want to do' }).fill('permissions')
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: 'Lasting answers' })
  await window.getByText('console.log').first().waitFor()
  await shot('answers')
  await window.getByRole('button', { name: /^Take back/ }).click()
  await window.getByText('There are no lasting answers').waitFor()
  await window.getByRole('button', { name: 'Close' }).click()
  await say(page, "run console.log('one')")
  await questions(page).locator('section.question').waitFor()
  expect(faults).toEqual([])
})

test('the reason of a no is what the agent hears next', { timeout: 90_000 }, async () => {
  await using served = await Served.start([PLAYER])
  const { page, faults } = await visit(served)
  await begin(page)
  await say(page, 'change')
  const card = questions(page).locator('section.question', { hasText: 'Round the total' })
  await card.waitFor()
  await letRead(page)
  await card.getByRole('button', { name: 'Reject with a reason…' }).click()
  await card.getByPlaceholder('What should it do instead?').fill('Round up, please')
  await page.keyboard.press('Enter')
  await hear(page, 'careful: Round up, please')
  expect(faults).toEqual([])
})
