import { afterAll, expect, test } from 'vitest'
import { closeShowcases, leave, showcase, violationsOf } from '../../showcase/browser.fixture.js'

afterAll(closeShowcases)

test('a link to a host that is new asks first, and only once', { timeout: 60_000 }, async () => {
  const page = await showcase('text/markdown', 'all', { isAlone: true })
  await page.context().route('https://**', route => route.abort())
  const link = page.getByRole('link', { name: 'the guide' })
  const question = page.getByRole('dialog')
  await link.click()
  await question.getByText('https://example.org/guide?x=1').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => question.count()).toBe(0)
  expect(page.context().pages()).toHaveLength(1)

  await link.click()
  const [first] = await Promise.all([
    page.waitForEvent('popup'),
    question.getByRole('link', { name: 'Open' }).click(),
  ])
  await expect.poll(() => question.count()).toBe(0)
  const [second] = await Promise.all([page.waitForEvent('popup'), link.click()])
  expect(await question.count()).toBe(0)
  await Promise.all([first.close(), second.close(), page.close()])
})

test('code gets its colours within the policy of the page', { timeout: 60_000 }, async () => {
  const page = await showcase('text/markdown', 'all')
  await page.locator('.code-keyword', { hasText: 'export' }).waitFor()
  await page.locator('.code-comment', { hasText: 'rounded once' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await leave(page)
})
