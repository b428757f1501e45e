import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { payloads } from './payloads.fixture.js'
import { PLAYER, Served } from './served.fixture.js'
import { begin, eventually, hear, log, openPane, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

test('there are many payloads, each once', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(250)
  expect(new Set(payloads).size).toBe(payloads.length)
})

test('whatever an agent says, no script runs, nothing is fetched, and the policy is never tried', {
  timeout: 240_000,
}, async () => {
  await using served = await Served.start([PLAYER])
  const { page, faults, shot } = await visit(served, {
    prepare: context =>
      context.addInitScript(() => {
        Object.assign(window, { violations: [] })
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          ;(window as unknown as { violations: string[] }).violations.push(
            `${violatedDirective} ${blockedURI}`,
          )
        })
      }),
  })
  await begin(page)
  const file = join(served.home, 'payloads.json')
  writeFileSync(file, JSON.stringify(payloads))
  await say(page, `hostile ${file}`)
  await hear(page, 'All of it was said.')
  // Everything is drawn once, and unfolded: what is out of sight is not drawn before it is scrolled to.
  await log(page).evaluate(async element => {
    const isLong = (each: Element): boolean => each.scrollHeight > each.clientHeight + 50
    const box = [element, ...element.querySelectorAll('*')].find(isLong) ?? element
    for (let top = 0; top < box.scrollHeight; top += box.clientHeight / 2) {
      box.scrollTop = top
      await new Promise(requestAnimationFrame)
      // By pressing them: what is folded is not in the page at all.
      const folds = 'details:not([open]) > summary, [aria-expanded="false"]'
      for (const fold of element.querySelectorAll<HTMLElement>(folds)) fold.click()
      await new Promise(requestAnimationFrame)
    }
  })
  expect(await log(page).locator('details[open] .folded-content').count()).toBeGreaterThan(0)
  await shot('hostile')
  for (const pane of ['Changes', 'Plan', 'Files', 'Protocol']) {
    await openPane(page, pane)
    await page.waitForTimeout(500)
  }
  await shot('hostile-protocol')
  await eventually(() => page.evaluate(() => (window as unknown as { ran?: number }).ran ?? 0), 0)
  expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([])
  expect(page.url()).toBe(`${served.url}/`)
  expect(await page.title()).not.toContain('owned')
  expect(faults).toEqual([])
})
