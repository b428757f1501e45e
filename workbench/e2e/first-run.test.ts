import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { begin, composer, hear, letRead, questions, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

test('the first run, by keyboard alone: a conversation with scout, a file written after leave was given', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start()
  const { page, faults, shot } = await visit(served)
  page.setDefaultTimeout(20_000)
  await page.getByRole('heading', { name: /Work with an agent/ }).waitFor()
  await shot('first-run')
  await page.keyboard.press('Alt+n')
  await page.getByRole('button', { name: 'Begin' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing was said yet').waitFor()
  await composer(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('/write notes.md Ada was here')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await questions(page).locator('section.question').waitFor()
  await letRead(page)
  await page.keyboard.press('Shift+Alt+A')
  await questions(page).locator('section.question').waitFor({ state: 'detached' })
  await hear(page, /notes\.md/)
  await expect
    .poll(() => readFileSync(join(served.project, 'notes.md'), 'utf8'), { timeout: 10_000 })
    .toContain('Ada was here')
  await shot('first-run-done')
  expect(faults).toEqual([])
})

test('an agent that does not start is said to, and the others work', { timeout: 60_000 }, async () => {
  await using served = await Served.start([`${process.execPath} -e process.exit(3)`, PLAYER])
  const { page, shot } = await visit(served)
  page.setDefaultTimeout(20_000)
  await page.getByRole('button', { name: 'New', exact: true }).waitFor()
  await page.getByText(/^Agents/).click()
  await page
    .getByText(/exited with code 3|could not be started/)
    .first()
    .waitFor()
  await shot('agent-that-does-not-start')
})

test('a link works once, and a page without one says what to do', { timeout: 60_000 }, async () => {
  await using served = await Served.start()
  const { page, context, shot } = await visit(served)
  await page.getByRole('heading', { name: /Work with an agent/ }).waitFor()
  expect(page.url()).toBe(`${served.url}/`)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
    /ticket|token/i,
  )
  await context.clearCookies()
  await page.goto('about:blank')
  await page.goto(`${served.url}/#ticket=${'x'.repeat(43)}`)
  await page
    .getByText(/parley web/)
    .first()
    .waitFor()
  await shot('no-entry')
})

test('what is typed first on a page that was loaded anew answers no question that waits', {
  timeout: 60_000,
}, async () => {
  await using served = await Served.start([PLAYER])
  const { page, faults } = await visit(served)
  await begin(page)
  await say(page, 'change')
  const card = questions(page).locator('section.question')
  await card.waitFor()
  await page.reload()
  await card.waitFor()
  await composer(page).and(page.locator(':focus')).waitFor()
  await letRead(page)
  await page.keyboard.type('and')
  expect(await composer(page).inputValue()).toBe('and')
  expect(await card.count()).toBe(1)
  expect(readFileSync(join(served.project, 'cart.ts'), 'utf8')).not.toContain('Math.round')
  expect(faults).toEqual([])
})

test('on a phone all of it fits, and what is asked comes from below', { timeout: 90_000 }, async () => {
  await using served = await Served.start()
  const { page, faults, shot } = await visit(served, { width: 390, height: 844 })
  await begin(page)
  await composer(page).fill('/write notes.md by phone')
  await page.getByRole('button', { name: /^Send/ }).click()
  const card = questions(page).locator('section.question')
  await card.waitFor()
  await letRead(page)
  await shot('phone')
  const buttons = await card
    .getByRole('button')
    .evaluateAll(all => all.map(each => each.getBoundingClientRect().height))
  expect(Math.min(...buttons.filter(height => height > 0))).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await card
    .getByRole('button', { name: /^Allow/ })
    .first()
    .click()
  await hear(page, /notes\.md/)
  await say(page, 'hello')
  // Another conversation is chosen: the sheet takes one step of the history with it, and no more.
  await page.getByRole('button', { name: 'Sessions' }).click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('Nothing was said yet').waitFor()
  await page.getByRole('button', { name: 'Sessions' }).click()
  await page
    .getByRole('link', { name: /\/write|notes/ })
    .first()
    .click()
  await hear(page, /notes\.md/)
  expect(page.url()).toContain(`${served.url}/#talk=scout/`)
  expect(faults).toEqual([])
})

test('who has not asked for less motion is served as well: the page moves, and nothing is wrong with it', {
  timeout: 60_000,
}, async () => {
  await using served = await Served.start()
  const { page, faults, shot } = await visit(served, { isMoving: true })
  page.setDefaultTimeout(20_000)
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: no-preference)').matches)).toBe(true)
  await begin(page)
  await say(page, '/help')
  await hear(page, /\/write/)
  await shot('first-run-moving')
  expect(faults).toEqual([])
})
