import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { untilStill } from '../showcase/stillness.fixture.js'
import { payloads } from './payloads.fixture.js'
import { PLAYER, Served } from './served.fixture.js'
import { answer, begin, eventually, hear, letRead, log, openPane, questions, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

test('there are many payloads, each once', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(250)
  expect(new Set(payloads).size).toBe(payloads.length)
})

/** A file that is called like a payload, as far as a file can be. */
function writeNamed(served: Served, index: number, payload: string): void {
  const name = `${index} ${payload}`.replaceAll(/[\0/]/g, '').slice(0, 60)
  if (Buffer.byteLength(name) < 250) served.write(`named/${name}`, payload.slice(0, 10_000))
}

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
  for (const [index, payload] of payloads.entries()) writeNamed(served, index, payload)
  await say(page, `spread ${file}`)
  await answer(page, 'require', /^Allow once/)
  const terminals = await openPane(page, 'Terminals')
  await terminals.locator('.xterm-rows').waitFor()
  const asked = questions(page).locator('section.question[data-status="permission"]', { hasText: 'onerror' })
  await asked.waitFor()
  await shot('hostile-permission')
  await letRead(page)
  await asked
    .getByRole('button', { name: /^Allow/ })
    .first()
    .click()
  await questions(page).getByRole('button', { name: 'Decline' }).waitFor()
  await shot('hostile-form')
  await letRead(page)
  await questions(page).getByRole('button', { name: 'Decline' }).click()
  await hear(page, 'All of it was asked.')
  for (const pane of ['Changes', 'Plan', 'Files', 'Protocol']) {
    await openPane(page, pane)
    await untilStill(page)
  }
  await shot('hostile-protocol')
  await eventually(() => page.evaluate(() => (window as unknown as { ran?: number }).ran ?? 0), 0)
  expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([])
  expect(new URL(page.url()).href.split('#')[0]).toBe(`${served.url}/`)
  expect(await page.title()).not.toContain('owned')
  expect(faults).toEqual([])
})
