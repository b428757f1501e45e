import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { answer, begin, composer, eventually, hear, log, openPane, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

const LIMIT = { timeout: 90_000 }

let served: Served

beforeAll(async () => {
  served = await Served.start([PLAYER])
}, 60_000)

afterAll(async () => {
  await closeBrowser()
  await served[Symbol.asyncDispose]()
})

test(
  'when something was said, and how long it took, is known after a reload and after the server began anew',
  LIMIT,
  async () => {
    const { page, faults } = await visit(served)
    await begin(page)
    await say(page, 'run setTimeout(() => {}, 1200)')
    await answer(page, 'setTimeout', /^Allow once/)
    await hear(page, /It ended with 0/)
    const card = log(page).locator('.tool-card').first()
    const took = await card.locator('time').innerText()
    const saidAt = await log(page).locator('time').first().innerText()
    expect(took).toMatch(/\d s/)
    await page.reload()
    await hear(page, /It ended with 0/)
    const seconds = (text: string): number => Number.parseFloat(text)
    expect(seconds(await card.locator('time').innerText())).toBeCloseTo(seconds(took), 0)
    expect(await log(page).locator('time').first().innerText()).toBe(saidAt)
    await served.kill()
    await served.restart()
    await page.reload()
    await hear(page, /It ended with 0/)
    expect(seconds(await card.locator('time').innerText())).toBeCloseTo(seconds(took), 0)
    expect(faults).toEqual([])
  },
)

test(
  'a review is after a reload as it was: what was taken back is mine, and can be undone',
  LIMIT,
  async () => {
    const { page, faults, shot } = await visit(served)
    const cart = async (): Promise<boolean> =>
      readFileSync(join(served.project, 'cart.ts'), 'utf8').includes('in cents')
    await begin(page)
    await say(page, 'change')
    await answer(page, 'Round the total', /^Allow/)
    await answer(page, 'made.ts', /^Allow once/)
    await hear(page, 'rounded')
    const pane = await openPane(page, 'Changes')
    await pane.getByText('cart.ts', { exact: true }).first().waitFor()
    await pane.getByRole('button', { name: 'Reject', exact: true }).first().click()
    await eventually(cart, false)
    await pane.getByRole('button', { name: 'Keep', exact: true }).first().click()
    const made = pane.locator('[data-path$="made.ts"]').last()
    await made.getByRole('button', { expanded: true }).first().click()
    await pane
      .getByRole('radio', { name: /turn/i })
      .or(pane.getByRole('button', { name: /turn/i }))
      .first()
      .click()
    await page.reload()
    await pane.getByText('cart.ts', { exact: true }).first().waitFor()
    await pane.getByRole('button', { name: 'Undo reject' }).waitFor()
    await shot('review-after-reload')
    expect(await pane.innerText()).not.toMatch(/somebody else|no longer there/)
    await made.getByRole('button', { expanded: false }).first().waitFor()
    await pane.getByRole('button', { name: 'Undo reject' }).click()
    await eventually(cart, true)
    expect(faults).toEqual([])
  },
)

test(
  'the terminal that was chosen, open folders and what was being written are there after a reload',
  LIMIT,
  async () => {
    served.write('shelf/deep/inner.txt', 'one\n')
    const { page, faults } = await visit(served)
    await begin(page)
    for (const word of ['first', 'second', 'third']) {
      await say(page, `run console.log('${word}')`)
      await answer(page, word, /^Allow once/)
      await hear(page, /It ended with 0/)
    }
    const terminals = await openPane(page, 'Terminals')
    const chosen = terminals.locator('[aria-current="true"]')
    await terminals
      .getByRole('button', { name: /second/ })
      .first()
      .click()
    await eventually(async () => (await chosen.innerText()).includes('second'), true)
    await composer(page).fill('half of a thought')
    await page.reload()
    await eventually(async () => (await chosen.innerText()).includes('second'), true)
    expect(await composer(page).inputValue()).toBe('half of a thought')
    const files = await openPane(page, 'Files')
    await files.getByRole('treeitem', { name: /shelf/ }).click()
    await files.getByRole('treeitem', { name: /deep/ }).click()
    await files.getByRole('treeitem', { name: /inner\.txt/ }).waitFor()
    await page.reload()
    await files.getByRole('treeitem', { name: /inner\.txt/ }).waitFor()
    expect(faults).toEqual([])
  },
)
