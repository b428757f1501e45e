import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { begin, eventually, hear, log, openPane, say } from './talk.fixture.js'
import { closeBrowser, openPage, type Visit, visit } from './visit.fixture.js'

const LIMIT = { timeout: 90_000 }

let served: Served

beforeAll(async () => {
  served = await Served.start([PLAYER])
}, 60_000)

afterAll(async () => {
  await closeBrowser()
  await served[Symbol.asyncDispose]()
})

const fragmentOf = ({ page }: Visit) => new URLSearchParams(new URL(page.url()).hash.slice(1))
const namesTalk = (seen: Visit) => eventually(async () => fragmentOf(seen).has('talk'), true)

/** Two conversations; the second is open. */
async function beginTwo(): Promise<{ readonly seen: Visit; readonly talks: readonly string[] }> {
  const seen = await visit(served)
  const talks: string[] = []
  for (const words of ['first words', 'second words']) {
    await begin(seen.page)
    await say(seen.page, words)
    await hear(seen.page, words)
    await eventually(async () => [null, talks[0]].includes(fragmentOf(seen).get('talk')), false)
    talks.push(fragmentOf(seen).get('talk') ?? '')
  }
  return { seen, talks }
}

test('back and forth go between conversations and panes, and a reload stays where it is', LIMIT, async () => {
  const { seen, talks } = await beginTwo()
  const { page, faults } = seen
  await openPane(page, 'Plan')
  await page.getByRole('tab', { name: /^Files/ }).click()
  await page.getByRole('tabpanel', { name: /^Files/ }).waitFor()
  expect(Object.fromEntries(fragmentOf(seen))).toEqual({ talk: talks[1], pane: 'files' })
  await page.goBack()
  await page.getByRole('tabpanel', { name: /^Plan/ }).waitFor()
  await page.goBack()
  await page.getByRole('tabpanel').waitFor({ state: 'detached' })
  await hear(page, 'second words')
  await page.goBack()
  await hear(page, 'first words')
  expect(await log(page).getByText('second words').count()).toBe(0)
  await page.goForward()
  await hear(page, 'second words')
  await page.goForward()
  await page.getByRole('tabpanel', { name: /^Plan/ }).waitFor()
  await page.reload()
  await page.getByRole('tabpanel', { name: /^Plan/ }).waitFor()
  await hear(page, 'second words')
  expect(Object.fromEntries(fragmentOf(seen))).toEqual({ talk: talks[1], pane: 'plan' })
  await page.goBack()
  await page.goBack()
  await hear(page, 'first words')
  expect(faults).toEqual([])
})

test('a pane that is opened and closed leaves no step behind', LIMIT, async () => {
  const seen = await visit(served)
  const { page } = seen
  await begin(page)
  await namesTalk(seen)
  for (let times = 0; times < 3; times++) {
    await openPane(page, 'Plan')
    await page.getByRole('button', { name: 'Close Plan' }).click()
    await page.getByRole('tabpanel').waitFor({ state: 'detached' })
    await eventually(async () => fragmentOf(seen).has('pane'), false)
  }
  await page.goBack()
  await page.getByRole('heading', { name: /Work with an agent|No conversation is open|What/ }).waitFor()
})

test('an address that is pasted into another tab, or this one, opens its conversation', LIMIT, async () => {
  const { seen, talks } = await beginTwo()
  const first = `${served.url}/#talk=${talks[0]}&pane=protocol`
  const other = await openPage(seen.context, served, first)
  await hear(other.page, 'first words')
  await other.page.getByRole('tabpanel', { name: /^Protocol/ }).waitFor()
  expect(await log(other.page).getByText('second words').count()).toBe(0)
  await seen.page.goto(first)
  await hear(seen.page, 'first words')
  await seen.page.getByRole('tabpanel', { name: /^Protocol/ }).waitFor()
  expect([...seen.faults, ...other.faults]).toEqual([])
})

test('a conversation in the list is a link, which another tab opens', LIMIT, async () => {
  const { seen } = await beginTwo()
  const opened = seen.context.waitForEvent('page')
  await seen.page
    .getByRole('link', { name: /first words/ })
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  const page = await opened
  await hear(page, 'first words')
  await hear(seen.page, 'second words')
})

test('a link of a folder opens that folder, whichever was told of last', LIMIT, async () => {
  await using own = await Served.start([PLAYER])
  const first = await own.link()
  const elsewhere = await own.callIn('elsewhere')
  const seen = await openPage((await visit(own)).context, own, first)
  await seen.page.getByText(own.project, { exact: true }).first().waitFor()
  const other = await openPage(seen.context, own, elsewhere.link)
  await other.page.getByText(elsewhere.folder, { exact: true }).first().waitFor()
  await seen.page.reload()
  await seen.page.getByText(own.project, { exact: true }).first().waitFor()
  expect(seen.page.url()).not.toContain('folder')
})
