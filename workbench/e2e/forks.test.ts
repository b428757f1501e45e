import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { begin, eventually, hear, log, say } from './talk.fixture.js'
import { closeBrowser, openPage, type Visit, visit } from './visit.fixture.js'

const LIMIT = { timeout: 90_000 }

let served: Served

beforeAll(async () => {
  served = await Served.start([`${PLAYER} --unstable`])
}, 60_000)

afterAll(async () => {
  await closeBrowser()
  await served[Symbol.asyncDispose]()
})

const talkOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('talk')
const count = (page: Page, words: string) => log(page).getByText(words, { exact: true }).count()

interface Forked extends Visit {
  readonly source: string | null
  /** Where the page has been. */
  readonly addresses: readonly string[]
}

async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

/** A conversation and its fork, which is open. */
async function fork(): Promise<Forked> {
  const seen = await visit(served)
  const { page } = seen
  const addresses: string[] = []
  page.on('framenavigated', frame => addresses.push(frame.url()))
  await begin(page)
  await say(page, 'before')
  await hear(page, 'careful: before')
  const source = talkOf(page)
  await choose(page, 'Fork this')
  await eventually(async () => [null, source].includes(talkOf(page)), false)
  await say(page, 'after')
  await hear(page, 'careful: after')
  return { ...seen, source, addresses }
}

async function expectAll(page: Page): Promise<void> {
  for (const words of ['careful: before', 'careful: after']) await hear(page, words)
  for (const words of ['careful: before', 'careful: after']) expect(await count(page, words)).toBe(1)
  await page
    .getByTitle(/press to rename/)
    .filter({ hasText: /\(fork\)$/ })
    .waitFor()
}

test('a fork has all that was said before it after a reload, and on another screen', LIMIT, async () => {
  const { page, context, faults } = await fork()
  await expectAll(page)
  await page.reload()
  await expectAll(page)
  const other = await openPage(context, served, page.url())
  await expectAll(other.page)
  expect([...faults, ...other.faults]).toEqual([])
})

test('a fork and what it was forked from say nothing twice after the server was killed', LIMIT, async () => {
  const { page, source, faults } = await fork()
  await page.reload()
  await expectAll(page)
  await served.kill()
  await served.restart()
  await say(page, 'again')
  await hear(page, 'careful: again')
  await expectAll(page)
  await page.evaluate(address => location.assign(`#talk=${address}`), source)
  await eventually(() => count(page, 'careful: after'), 0)
  await hear(page, 'careful: before')
  expect(await count(page, 'careful: before')).toBe(1)
  expect(faults.filter(each => !/Failed to load resource/.test(each))).toEqual([])
})

test(
  'back from a fork leads to what it was forked from; one that was put away comes back by Undo, at its own address',
  LIMIT,
  async () => {
    const { page, source, addresses } = await fork()
    const forked = talkOf(page)
    await page.goBack()
    await eventually(async () => talkOf(page), source)
    await eventually(() => count(page, 'careful: after'), 0)
    await page.goForward()
    await eventually(async () => talkOf(page), forked)
    await hear(page, 'careful: after')
    await choose(page, 'Archive this')
    await page.getByText('The conversation is in the archive.').first().waitFor()
    await eventually(async () => talkOf(page), null)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => talkOf(page), forked)
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached', timeout: 5_000 })
    await expectAll(page)
    expect(addresses.filter(each => each.includes('/new-'))).toEqual([])
  },
)
