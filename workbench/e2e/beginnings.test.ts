import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { answer, begin, composer, eventually, hear, log, say } from './talk.fixture.js'
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
  'a conversation begins with its first prompt; those in which nothing was said do not pile up',
  LIMIT,
  async () => {
    const { page, faults, shot } = await visit(served)
    await composer(page).fill('count on me')
    await shot('first-prompt')
    await composer(page).press('Enter')
    await hear(page, 'careful: count on me')
    const lines = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link')
    await begin(page)
    await eventually(() => lines.count(), 2)
    await begin(page)
    await begin(page)
    await eventually(() => lines.count(), 2)
    await lines.filter({ hasText: 'count on me' }).click()
    await hear(page, 'careful: count on me')
    await eventually(() => lines.count(), 1)
    expect(faults).toEqual([])
  },
)

test(
  'a search finds what was said, and what a command wrote is in sight when it is over',
  LIMIT,
  async () => {
    const { page, faults } = await visit(served)
    await begin(page)
    await say(page, "run console.log('seen at the end')")
    await answer(page, 'console.log', /^Allow once/)
    await hear(page, /It ended with 0/)
    await log(page).locator('.terminals-tail', { hasText: 'seen at the end' }).waitFor()
    await begin(page)
    await say(page, 'something about zebras and their stripes')
    await hear(page, 'careful: something about zebras')
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    const lines = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link')
    await search.fill('ended with')
    await eventually(() => lines.count(), 1)
    expect(await lines.first().innerText()).toContain('run console.log')
    await search.fill('zebras nowhere')
    await page.getByText('Nothing found').waitFor()
    expect(faults).toEqual([])
  },
)
