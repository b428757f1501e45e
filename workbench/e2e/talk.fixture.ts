/** What somebody does in the workbench, by what can be seen and pressed there. */

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { untilLater } from '../showcase/stillness.fixture.js'

const PATIENCE_MILLISECONDS = 15_000
// A browser that starts beside three others, on two processors, takes its time before it draws anything.
const FIRST_PICTURE_MILLISECONDS = 60_000
const GUARD_MILLISECONDS = 400

export async function begin(page: Page): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MILLISECONDS)
  await page.locator('.shell').waitFor({ timeout: FIRST_PICTURE_MILLISECONDS })
  await page.keyboard.press('Alt+n')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('Nothing was said yet').waitFor()
}

export function composer(page: Page): Locator {
  return page.getByLabel('Prompt', { exact: true })
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** The conversation, as it is read. */
export function log(page: Page): Locator {
  return page.getByRole('log')
}

/** Until this was said. */
export async function hear(page: Page, text: string | RegExp): Promise<void> {
  await log(page).getByText(text).last().waitFor()
}

/** What is asked, above everything else. */
export function questions(page: Page): Locator {
  return page.getByLabel('Questions', { exact: true })
}

/** What comes in the first moment of a question may have been meant for something else, and is not heard. */
export async function letRead(page: Page): Promise<void> {
  await untilLater(page, GUARD_MILLISECONDS)
}

/** Answers what is asked by the button of that name, when something is asked that has these words. */
export async function answer(page: Page, words: string | RegExp, name: string | RegExp): Promise<void> {
  const card = questions(page).locator('section.question', { hasText: words })
  await card.waitFor()
  await letRead(page)
  await card.getByRole('button', { name }).first().click()
  await card.waitFor({ state: 'detached' })
}

export async function openPane(page: Page, name: string): Promise<Locator> {
  await page
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  return page.getByRole('tabpanel')
}

/** What an eventual text is, once it is that. */
export async function eventually(read: () => Promise<unknown>, value: unknown): Promise<void> {
  await expect.poll(read, { timeout: PATIENCE_MILLISECONDS, interval: 50 }).toEqual(value)
}
