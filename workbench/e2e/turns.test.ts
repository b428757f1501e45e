import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import {
  answer,
  begin,
  composer,
  eventually,
  hear,
  letRead,
  log,
  openPane,
  questions,
  say,
} from './talk.fixture.js'
import { closeBrowser, type Visit, visit } from './visit.fixture.js'

let served: Served
let visited: Visit
let page: Page

beforeAll(async () => {
  served = await Served.start([PLAYER])
}, 60_000)

// Each in a browser and a conversation of its own, on files as they were: none needs another to have been before.
beforeEach(async () => {
  served.reset()
  visited = await visit(served)
  page = visited.page
  await begin(page)
}, 60_000)

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await visited.shot(`failed ${task.name.slice(0, 40)}`)
  await visited.context.close()
  expect(visited.faults).toEqual([])
})

const cart = (): string => readFileSync(join(served.project, 'cart.ts'), 'utf8')

/** The agent changes two files, and is allowed to. */
async function makeChange(): Promise<void> {
  await say(page, 'change')
  await answer(page, 'Round the total', /^Allow/)
  await answer(page, 'made.ts', /^Allow once/)
  await hear(page, 'rounded')
}

afterAll(async () => {
  await closeBrowser()
  await served?.[Symbol.asyncDispose]()
})

test('a change is asked about with all of its text, and made when it is allowed', {
  timeout: 60_000,
}, async () => {
  await say(page, 'change')
  const card = questions(page).locator('section.question')
  await card.waitFor()
  await expect.poll(() => card.innerText(), { timeout: 10_000 }).toContain('Math.round(total)')
  expect(cart()).not.toContain('Math.round')
  await visited.shot('permission-with-diff')
  await answer(page, 'Round the total', /^Allow/)
  await answer(page, 'made.ts', /^Allow once/)
  await hear(page, 'rounded')
  expect(cart()).toContain('return Math.round(total)')
  expect(readFileSync(join(served.project, 'made.ts'), 'utf8')).toBe('export const made = true\n')
})

test('hunks are reviewed: one is taken back, one is commented on, and the agent gets the review', {
  timeout: 60_000,
}, async () => {
  await makeChange()
  const pane = await openPane(page, 'Changes')
  await pane.getByText('cart.ts', { exact: true }).first().waitFor()
  const isBack = async (): Promise<boolean> => cart().includes('in cents')
  await pane.getByRole('button', { name: 'Reject', exact: true }).first().click()
  await eventually(isBack, false)
  expect(cart()).toContain('return Math.round(total)')
  await pane.getByRole('button', { name: 'Undo reject' }).click()
  await eventually(isBack, true)
  await pane.getByRole('button', { name: 'Reject', exact: true }).first().click()
  await eventually(isBack, false)
  await pane.getByRole('button', { name: 'Comment on line 12' }).last().click()
  await pane.getByRole('textbox').last().fill('Round each price, too.')
  await pane.getByRole('textbox').last().press('Control+Enter')
  await visited.shot('review')
  await pane.getByRole('button', { name: /^Send review/ }).click()
  await hear(page, /Round each price, too/)
  // The next round shows only the reply, and this one changed nothing.
  await pane.getByText('The agent has changed nothing since your last review.').waitFor()
})

test('a command runs in a terminal that is seen live, and ends when it is told to', {
  timeout: 60_000,
}, async () => {
  await say(page, "run setInterval(() => console.log('\\u001b[32mtick\\u001b[0m'), 50)")
  await answer(page, 'setInterval', /^Allow once/)
  const pane = await openPane(page, 'Terminals')
  await pane.locator('.xterm-rows', { hasText: 'tick' }).waitFor()
  await visited.shot('terminal')
  await pane.getByRole('button', { name: 'End it' }).click()
  await hear(page, /It ended with SIG/)
})

test('a form is filled in, and what is wrong with it is said', { timeout: 60_000 }, async () => {
  await say(page, 'form')
  const card = questions(page)
  await card.getByLabel(/Name/).fill('x')
  await letRead(page)
  await card.getByRole('button', { name: 'Submit' }).click()
  await eventually(
    () =>
      card
        .locator('[aria-invalid="true"]')
        .count()
        .then(count => count > 0),
    true,
  )
  await card.getByLabel(/Name/).fill('Shop')
  await card.getByRole('radio', { name: 'green' }).check()
  await visited.shot('elicitation')
  await card.getByRole('button', { name: 'Submit' }).click()
  await hear(page, /Made \{"name":"Shop"/)
})

test('a plan is shown step by step', { timeout: 60_000 }, async () => {
  await say(page, 'plan')
  await hear(page, 'All steps are done.')
  const pane = await openPane(page, 'Plan')
  await pane.getByText('Run the tests').waitFor()
  expect(await pane.innerText()).toMatch(/Read the cart[\s\S]*Round the total[\s\S]*Run the tests/)
  await visited.shot('plan')
})

test('a mode is chosen, and holds', { timeout: 60_000 }, async () => {
  await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption({ label: 'Bold' })
  await say(page, 'which one')
  await hear(page, 'bold: which one')
  await composer(page).focus()
  await page.keyboard.press('Shift+Tab')
  await say(page, 'and now')
  await hear(page, 'careful: and now')
  await visited.shot('mode')
})

test('prompts wait in a queue, where they are edited, moved and taken out', { timeout: 60_000 }, async () => {
  await say(page, 'slow 60')
  await hear(page, /1 2/)
  for (const text of ['one', 'two', 'three']) await say(page, text)
  const tray = page.getByLabel('Queue', { exact: true })
  await tray.getByText('three').waitFor()
  await visited.shot('queue')
  await tray
    .getByRole('button', { name: /Remove/ })
    .first()
    .click()
  await tray.getByRole('button', { name: /up/i }).last().click()
  await hear(page, 'careful: two')
  const said = await log(page).innerText()
  expect(said.indexOf('careful: three')).toBeGreaterThan(-1)
  expect(said.indexOf('careful: three')).toBeLessThan(said.indexOf('careful: two'))
  expect(said).not.toContain('careful: one')
})

test('a turn is called off, and the conversation goes on', { timeout: 60_000 }, async () => {
  await say(page, 'slow 2000')
  await hear(page, /1 2 3/)
  await page.getByRole('button', { name: /^Stop/ }).click()
  await hear(page, /The turn was cancelled/)
  await visited.shot('cancelled')
  await say(page, 'still here')
  await hear(page, 'careful: still here')
})

test('what an agent fails with is said', { timeout: 60_000 }, async () => {
  await say(page, 'fail')
  await hear(page, /Internal error|failed/)
  await say(page, 'and after that')
  await hear(page, 'careful: and after that')
})

test('a notice stands where it was told, and stays there', { timeout: 60_000 }, async () => {
  await say(page, 'warn')
  await hear(page, 'That was all.')
  await say(page, 'and then')
  await hear(page, 'careful: and then')
  const said = await log(page).innerText()
  const places = ['The disk is nearly full', 'That was all.', 'careful: and then'].map(text =>
    said.indexOf(text),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})
