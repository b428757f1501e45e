import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeShowcases, leave, showcase, violationsOf } from '../../showcase/browser.fixture.js'
import { untilStill } from '../../showcase/stillness.fixture.js'

interface Stage {
  tell(...events: unknown[]): void
  chunk(text: string): unknown
  prompt(text: string): unknown
  means: { view: { getState(): unknown } }
}
declare const window: Stage & Window

afterAll(closeShowcases)

const PANE = 'conversation/conversation'
const distance = (page: Page): Promise<number> =>
  page.locator('.conversation-scroller').evaluate(it => it.scrollHeight - it.clientHeight - it.scrollTop)
const speak = (page: Page, words: string): Promise<void> =>
  page.evaluate(said => window.tell(window.chunk(said)), words)
const settled = async (page: Page, near: boolean): Promise<void> =>
  expect.poll(async () => (await distance(page)) < 33, { timeout: 10_000 }).toBe(near)

test('the end is followed until somebody scrolls up, and again when they ask for it', {
  timeout: 60_000,
}, async () => {
  const page = await showcase(PANE, 'growing')
  await settled(page, true)
  for (let count = 0; count < 10; count++) await speak(page, `Paragraph ${count}.\n\n`.repeat(8))
  await page.getByText('Paragraph 9.').last().waitFor()
  await settled(page, true)
  expect(await page.getByRole('button', { name: 'new' }).count()).toBe(0)

  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -900)
  await settled(page, false)
  const top = (): Promise<number> => page.locator('.conversation-scroller').evaluate(it => it.scrollTop)
  await untilStill(page)
  const before = await top()
  await speak(page, 'More of it.\n\n'.repeat(20))
  await untilStill(page)
  expect(Math.abs((await top()) - before)).toBeLessThan(2)

  await page.getByRole('button', { name: 'new' }).click()
  await settled(page, true)
  await speak(page, 'The very end.')
  await page.getByText('The very end.').waitFor()
  await settled(page, true)
  expect(await violationsOf(page)).toEqual([])
  await leave(page)
})

test('a piece of a message changes only its own row, and of that only its end', {
  timeout: 60_000,
}, async () => {
  const page = await showcase(PANE, 'growing')
  await speak(page, 'First paragraph.\n\nSecond paragraph.\n\nThird')
  await page.getByText('Third').waitFor()
  // Colours come when they are loaded, and change what is there.
  await page.locator('.code-keyword').first().waitFor()
  await untilStill(page)
  const changed = await page.evaluate(async () => {
    const rows = [...document.querySelectorAll('.conversation-row')]
    const row = rows.find(it => it.textContent?.includes('First paragraph.'))
    const touched = new Set<string>()
    const observer = new MutationObserver(records => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        // Rows and their list may move; what is in them must not change.
        if (element?.closest('.conversation-row > *')) touched.add(element.closest('p')?.textContent ?? '')
      }
    })
    const first = row?.querySelector('p')
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    window.tell(window.chunk(' paragraph.'))
    await new Promise(resolve => setTimeout(resolve, 500))
    return {
      touched: [...touched],
      isKept: rows.every(it => it.isConnected) && first?.isConnected,
    }
  })
  expect(changed).toEqual({ touched: ['Third paragraph.'], isKept: true })
  await leave(page)
})

test('words are found in all of a conversation, also where it is not drawn', {
  timeout: 60_000,
}, async () => {
  const page = await showcase(PANE, 'long')
  await page.getByText('Part 1999 adds').waitFor()
  expect(await page.locator('.conversation-row').count()).toBeLessThan(60)
  await page.locator('.conversation-scroller').focus()
  await page.keyboard.press('Control+f')
  const box = page.getByRole('searchbox', { name: 'Search in this conversation' })
  await box.fill('part 77 adds')
  await page.getByText('1 of 1').waitFor()
  await page.locator('[data-found="current"]').getByText('Part 77 adds').waitFor()
  await box.fill('question 99')
  await page.getByText('of 11').waitFor()
  const first = await page.locator('.conversation-search-count').textContent()
  await box.press('Enter')
  await expect.poll(() => page.locator('.conversation-search-count').textContent()).not.toBe(first)
  await box.fill('nobody said that')
  await page.getByText('Nothing found').waitFor()
  await box.press('Escape')
  await expect.poll(() => box.count()).toBe(0)
  await leave(page)
})

/** Until nothing has moved for a while: where one goes from is told by what is in sight, and rows are measured on the way. */
function rest(page: Page): Promise<void> {
  return page.locator('.conversation-scroller').evaluate(async element => {
    for (let [still, last] = [0, -1]; still < 15; last = element.scrollTop) {
      await new Promise(requestAnimationFrame)
      still = element.scrollTop === last ? still + 1 : 0
    }
  })
}

test('a place opens its file, and from prompt to prompt one goes by keys', { timeout: 60_000 }, async () => {
  const page = await showcase(PANE, 'some')
  await page.getByRole('button', { name: 'src/part-29.ts:29' }).click()
  const view = await page.evaluate(() => window.means.view.getState())
  expect(view).toMatchObject({ pane: 'files', file: { path: '/home/ada/shop/src/part-29.ts', line: 29 } })
  await page.locator('.conversation-scroller').focus()
  await page.keyboard.press('Alt+ArrowUp')
  const topmost = (): Promise<string> =>
    page.evaluate(() => {
      const edge = document.querySelector('.conversation-scroller')?.getBoundingClientRect().top ?? 0
      const prompts = [...document.querySelectorAll('.user-message')]
      const seen = prompts.find(it => it.getBoundingClientRect().top >= edge - 1)
      return seen?.querySelector('h2')?.textContent ?? ''
    })
  await rest(page)
  await expect.poll(topmost).toMatch(/^Prompt 2\d: /)
  const at = await topmost()
  await page.keyboard.press('k')
  await rest(page)
  await expect.poll(topmost).not.toBe(at)
  await page.keyboard.press('j')
  await expect.poll(topmost).toBe(at)
  await leave(page)
})
